"""Candidates that a sampler of Optuna proposes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import Any

import optuna
from optuna.samplers import (
    BaseSampler,
    CmaEsSampler,
    GPSampler,
    NSGAIIISampler,
    NSGAIISampler,
    TPESampler,
)
from optuna.study import StudyDirection
from optuna.trial import FixedTrial, FrozenTrial, Trial, TrialState

from nearbest.candidates import fingerprint
from nearbest.candidates.configuration import Configuration
from nearbest.candidates.listing import numbered
from nearbest.candidates.plain import plain_values
from nearbest.candidates.streams.base import Note
from nearbest.candidates.streams.retold import Retold
from nearbest.errors import InvalidInput, MissingExtra

#: After so many proposals in a row that were made before, there are no more.
MOST_REPEATS = 30
#: What samplers need besides Optuna, which notices only when the first of it is needed.
NEEDED = {CmaEsSampler: "cmaes", GPSampler: "torch"}
#: What comes before the facts in a trial's user attributes.
PREFIX = "nearbest:"


class Suggested:
    """A stream of what a function makes of the trials of a study.

    Parameters
    ----------
    suggest : callable
        Takes a trial and returns an estimator. It may raise `optuna.TrialPruned` for a
        combination that makes no sense.
    seed : int
        Of the sampler, where none is given.
    sampler : optuna.samplers.BaseSampler, optional
        By default TPE.
    study : optuna.Study, optional
        One of the user's own, with its sampler and what it knows already. It gets a
        trial for every candidate.
    is_loss : bool, default=False
        Whether scores are losses with the sign turned, which a study may minimise.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from nearbest.candidates.streams.suggested import Suggested
    >>> def suggest(trial):
    ...     return DecisionTreeClassifier(max_depth=trial.suggest_int("max_depth", 1, 3))
    >>> stream = Suggested(suggest, seed=0)
    >>> found = stream.ask(10)
    >>> len(found), found[0].name, stream.exhausted
    (3, 'DecisionTreeClassifier-1', True)
    """

    adaptive = True

    def __init__(
        self,
        suggest: Callable[[Any], object],
        *,
        seed: int,
        sampler: BaseSampler | None = None,
        study: optuna.Study | None = None,
        is_loss: bool = False,
    ) -> None:
        _check_sampler(sampler, study)
        self._is_kept = study is not None
        with _quiet():
            if study is None:
                sampler = sampler or TPESampler(seed=seed, constant_liar=True)
                study = optuna.create_study(sampler=sampler, direction="maximize")
            self._sign = _sign(study, is_loss)
            self._told = Retold(study._storage)
            self._asked = optuna.load_study(
                study_name=study.study_name,
                storage=self._told,  # type: ignore[arg-type]
                sampler=study.sampler,
            )
        self.study, self._suggest, self.exhausted = study, suggest, False
        self._trials: dict[str, Trial] = {}
        self._names: dict[str, str] = {}  # by the digest of the estimator
        self._repeats: dict[str, list[Trial]] = {}  # that proposed the same again
        self._strays = False  # whether the sampler proposes otherwise than it did before

    def ask(self, n: int) -> list[Configuration]:
        """At most `n` candidates, none of which was proposed before."""
        found: list[Configuration] = []
        while len(found) < n and not self.exhausted:
            configuration = self._next()
            self.exhausted = configuration is None
            if configuration is not None:
                found.append(configuration)
        return found

    def tell(self, name: str, score: float | None) -> None:
        """Show the sampler what is known of a candidate by now."""
        value = None if score is None else self._sign * score
        for trial in self._all(name):
            self._told.values[trial.number] = value

    def note(self, name: str) -> Note:
        """The trial's number and parameters."""
        trial = self._trials[name]
        return {"trial": trial.number, "parameters": plain_values(trial.params)}

    def recall(self, name: str, note: Note) -> Configuration | None:
        """Propose a candidate as before.

        A study that was kept has its trial. Else the sampler is asked again, and proposes
        the same if it has a seed; if it has none, it is shown what it proposed.
        """
        known = self._kept(note)
        if known is not None:
            trial = Trial(self._asked, known._trial_id)
            item = self._suggest(FixedTrial(known.params, known.number))
            return self._entered(name, trial, numbered(item, len(self._trials) + 1))
        if not self._strays:
            configuration = self._next()
            if configuration is not None and self.note(configuration.name) == note:
                return configuration
            self._strays = True
            if configuration is not None:
                self._withdraw(configuration.name)
        self._asked.enqueue_trial(dict(note["parameters"]))
        self.exhausted = False
        return self._next()

    def finish(self, name: str, score: float | None, facts: Note) -> None:
        """End the candidate's trial with its value, and what became of it as attributes."""
        if name not in self._trials:
            return
        self.tell(name, score)
        is_open = {t.number for t in self.study.get_trials(False, (TrialState.RUNNING,))}
        for trial in self._all(name):
            if trial.number in is_open:
                for key, fact in {"candidate": name, **facts}.items():
                    trial.set_user_attr(PREFIX + key, fact)
                self._end(trial.number, self._told.values[trial.number])

    def _next(self) -> Configuration | None:
        """The next candidate that was not proposed before; None if there is none."""
        for _ in range(MOST_REPEATS):
            with _quiet():
                trial = self._asked.ask()
            try:
                item = self._suggest(trial)
            except optuna.TrialPruned:
                self._end(trial.number, None)
                continue
            except Exception:
                self._end(trial.number, None)  # as Optuna does with a trial that raises
                raise
            configuration = numbered(item, len(self._trials) + 1)
            entered = self._entered(configuration.name, trial, configuration)
            if entered is not None:
                return entered
        return None

    def _entered(
        self, name: str, trial: Trial, configuration: Configuration
    ) -> Configuration | None:
        """The candidate under its name; None if it was proposed before."""
        made = Configuration(
            name, configuration.estimator, configuration.parameters, configuration.kind
        )
        digest = fingerprint.of_candidates([made])[name]
        first = self._names.setdefault(digest, name)
        if first == name and name not in self._trials:
            self._trials[name] = trial
            return made
        self._repeats.setdefault(first, []).append(trial)
        number = self._trials[first].number
        if number in self._told.values:
            self._told.values[trial.number] = self._told.values[number]
        return None

    def _all(self, name: str) -> list[Trial]:
        """The trials that proposed a candidate, the first one first."""
        return [self._trials[name], *self._repeats.get(name, ())]

    def _kept(self, note: Note) -> FrozenTrial | None:
        """The trial of an earlier run, if the study has it still."""
        trials = self.study.get_trials(deepcopy=False)
        number = note["trial"]
        if self._is_kept and number < len(trials):
            trial = trials[number]
            return trial if plain_values(trial.params) == note["parameters"] else None
        return None

    def _withdraw(self, name: str) -> None:
        """Take back a proposal that is not the one of the earlier run."""
        trial = self._trials.pop(name)
        self._names = {d: n for d, n in self._names.items() if n != name}
        self._end(trial.number, None)

    def _end(self, number: int, value: float | None) -> None:
        with _quiet(), suppress(RuntimeError):  # some samplers try to stop a loop of Optuna's
            if value is None:
                self.study.tell(number, state=TrialState.FAIL)
            else:
                self.study.tell(number, value)


def _check_sampler(sampler: object, study: object) -> None:
    """Raise unless they are Optuna's, exclude each other and seek one score."""
    if sampler is not None and study is not None:
        raise InvalidInput("`sampler` must be left out with a `study`, which has its own.")
    if study is not None and not isinstance(study, optuna.Study):
        raise InvalidInput(f"`study` must be an optuna.Study; got {study!r}.")
    if isinstance(study, optuna.Study):
        if len(study.directions) > 1:
            raise InvalidInput(
                f"`study` must have one direction; got {len(study.directions)}: candidates "
                "are compared by one score."
            )
        sampler = study.sampler
    if sampler is not None and not isinstance(sampler, BaseSampler):
        raise InvalidInput(f"`sampler` must be one of optuna.samplers; got {sampler!r}.")
    if isinstance(sampler, NSGAIISampler | NSGAIIISampler):
        raise InvalidInput(
            f"`sampler` must look for one best score; got {type(sampler).__name__}, which "
            "weighs several against each other; take TPESampler, or leave it out."
        )
    _check_installed(sampler)


def _check_installed(sampler: object) -> None:
    """Raise where a sampler would fail after its first proposals."""
    for kind, package in NEEDED.items():
        if isinstance(sampler, kind) and find_spec(package) is None:
            raise MissingExtra(
                f"`sampler` {kind.__name__} needs the package {package}; "
                f"`pip install {package}`, or leave the sampler out."
            )


def _sign(study: optuna.Study, is_loss: bool) -> float:
    """1 if the study is told scores as they are, -1 if it minimises a loss."""
    if study.direction == StudyDirection.MAXIMIZE:
        return 1.0
    if not is_loss:
        raise InvalidInput(
            "`study` must be made with direction='maximize', as larger scores are better; got "
            "one that minimises."
        )
    return -1.0


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Optuna from writing to the terminal what nobody asked for."""
    before = optuna.logging.get_verbosity()
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    try:
        yield
    finally:
        optuna.logging.set_verbosity(before)
