"""Candidates that a sampler of Optuna proposes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from numbers import Real
from typing import Any

import optuna
from optuna.samplers import BaseSampler
from optuna.trial import FixedTrial, FrozenTrial, Trial, TrialState

from nearbest.candidates import fingerprint
from nearbest.candidates.configuration import Configuration
from nearbest.candidates.listing import numbered
from nearbest.candidates.parameters import plain_values
from nearbest.candidates.streams.base import Note
from nearbest.candidates.streams.middle import enqueue_middle
from nearbest.candidates.streams.retold import Retold
from nearbest.candidates.streams.studies import quiet, sign_of, study_for
from nearbest.errors import InvalidInput, InvalidType

#: After so many proposals in a row that were made before, there are no more.
MOST_REPEATS = 30
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
        trial for every candidate, whose intermediate values, by training rows, are what
        was expected of it then.
    is_loss : bool, default=False
        Whether scores are losses with the sign turned, which a study may minimise.
    few : bool, default=False
        Whether there is time for few candidates only. Where neither a sampler nor a study
        is given, the first is then the middle of the space, and TPE learns from few.

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
        few: bool = False,
    ) -> None:
        self._is_users = study is not None
        self._suggest, self.exhausted = suggest, False
        self.study = study_for(seed, sampler, study, few)
        if few and sampler is None and study is None:
            enqueue_middle(self.study, suggest)
        self._sign = sign_of(self.study, is_loss)
        self._told = Retold(self.study._storage)
        with quiet():
            self._asked = optuna.load_study(
                study_name=self.study.study_name,
                storage=self._told,  # type: ignore[arg-type]
                sampler=self.study.sampler,
            )
        self._trials: dict[str, Trial] = {}
        self._names: dict[str, str] = {}  # by the digest of the estimator
        self._repeats: dict[str, list[Trial]] = {}  # that proposed the same again
        self._n_recalled = 0  # trials of an earlier run, which the sampler may propose again
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

    def tell(self, name: str, score: float | None, n_train: int) -> None:
        """Show the sampler, and whoever looks at the study, what is known by now."""
        self._set_value(name, score)
        if self._is_users and score is not None:
            self._report(self._trials[name], self._sign * score, n_train)

    def note(self, name: str) -> Note:
        """The trial's number and parameters."""
        trial = self._trials[name]
        return {"trial": trial.number, "parameters": plain_values(trial.params)}

    def recall(self, name: str, note: Note) -> Configuration | None:
        """Propose a candidate as before.

        A study of the user's own may have its trial still. Else the sampler is asked
        again, and proposes the same if it has a seed; without one, it is shown what it
        proposed.
        """
        known = self._earlier_trial(note)
        if known is not None:
            self._n_recalled += 1
            trial = Trial(self._asked, known._trial_id)
            item = self._suggest(FixedTrial(known.params, known.number))
            return self._enter(replace(self._numbered(item), name=name), trial)
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
        self._set_value(name, score)
        for trial in self._trials_of(name):
            if not self._told.get_trial(trial._trial_id).state.is_finished():
                for key, fact in {"candidate": name, **facts}.items():
                    trial.set_user_attr(PREFIX + key, fact)
                state = TrialState.FAIL if score is None else TrialState.COMPLETE
                self._end(trial.number, state, self._told.values[trial.number])

    def _set_value(self, name: str, score: float | None) -> None:
        """Let samplers see a score as the value of all trials that proposed a candidate."""
        value = None if score is None else self._sign * score
        for trial in self._trials_of(name):
            self._told.values[trial.number] = value

    def _report(self, trial: Trial, value: float, step: int) -> None:
        """Add to the intermediate values that a dashboard draws, once for each sample."""
        known = self._told.get_trial(trial._trial_id)
        if not known.state.is_finished() and step not in known.intermediate_values:
            trial.report(value, step)

    def _next(self) -> Configuration | None:
        """The next candidate that was not proposed before; None if there is none."""
        for _ in range(MOST_REPEATS + self._n_recalled):
            with quiet():
                trial = self._asked.ask()
            try:
                configuration = self._enter(self._numbered(self._suggest(trial)), trial)
            except optuna.TrialPruned:
                self._end(trial.number, TrialState.PRUNED)
                continue
            except Exception:
                self._end(trial.number, TrialState.FAIL)  # as Optuna does
                raise
            if configuration is not None:
                return configuration
        return None

    def _numbered(self, item: object) -> Configuration:
        """What the function returned as a candidate."""
        if item is None or isinstance(item, Real):
            raise InvalidType(
                "`candidates` must be a function of a trial that returns an estimator; got "
                f"{item!r}: training and scoring are left to nearbest."
            )
        return numbered(item, len(self._trials) + 1)

    def _enter(self, configuration: Configuration, trial: Trial) -> Configuration | None:
        """Take note of a candidate and its trial; None if it was proposed before."""
        name = configuration.name
        digest = fingerprint.of_candidates([configuration])[name]
        if digest not in self._names:
            if name in self._trials:
                raise InvalidInput(
                    f"`candidates` must have unique names; {name!r} is repeated."
                )
            self._names[digest], self._trials[name] = name, trial
            return configuration
        first = self._names[digest]
        self._repeats.setdefault(first, []).append(trial)
        number = self._trials[first].number
        if number in self._told.values:
            self._told.values[trial.number] = self._told.values[number]
        return None

    def _trials_of(self, name: str) -> list[Trial]:
        """The trials that proposed a candidate, the first one first."""
        return [self._trials[name], *self._repeats.get(name, ())]

    def _earlier_trial(self, note: Note) -> FrozenTrial | None:
        """The trial of an earlier run, if the user's study has it still."""
        trials = self.study.get_trials(deepcopy=False) if self._is_users else []
        for trial in trials[note["trial"] : note["trial"] + 1]:
            if plain_values(trial.params) == note["parameters"]:
                return trial
        return None

    def _withdraw(self, name: str) -> None:
        """Take back a proposal that is not the one of the earlier run."""
        trial = self._trials.pop(name)
        self._names = {d: n for d, n in self._names.items() if n != name}
        self._end(trial.number, TrialState.FAIL)

    def _end(self, number: int, state: TrialState, value: float | None = None) -> None:
        with quiet(), suppress(RuntimeError):  # some samplers try to stop a loop of Optuna's
            self.study.tell(number, value, state)
