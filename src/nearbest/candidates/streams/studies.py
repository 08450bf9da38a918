"""Studies and samplers of Optuna that a search can use, and a sentence for all others."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

import optuna
from optuna.samplers import (
    BaseSampler,
    CmaEsSampler,
    GPSampler,
    NSGAIIISampler,
    NSGAIISampler,
    PartialFixedSampler,
    TPESampler,
)
from optuna.study import StudyDirection

from nearbest.errors import InvalidInput, MissingExtra

#: So many are drawn at random, the middle of the space among them, before few are learnt
#: from.
STARTERS_OF_FEW = 4
#: What samplers need besides Optuna, which notices only after some proposals.
NEEDED = {CmaEsSampler: "cmaes", GPSampler: "torch"}


def study_for(
    seed: int,
    sampler: BaseSampler | None = None,
    study: optuna.Study | None = None,
    few: bool = False,
) -> optuna.Study:
    """The user's study, or one in memory with the user's sampler, or with TPE.

    Raises unless what is given is Optuna's, and looks for one best score. Where there is
    time for `few` candidates, TPE is one that learns from few.
    """
    if study is not None:
        if sampler is not None:
            raise InvalidInput("`sampler` must be left out with a `study`, which has its own.")
        _check_study(study)
        _check_sampler(study.sampler)
        return study
    sampler = _tpe(seed, few) if sampler is None else sampler
    _check_sampler(sampler)
    with quiet():
        return optuna.create_study(sampler=sampler, direction="maximize")


def _tpe(seed: int, few: bool) -> TPESampler:
    """TPE that holds those under way for bad, so that workers look at different things.

    One that learns from few proposes near the best from early on: seen one by one, as
    TPE does else, parameters of a handful of trials say nothing yet.
    """
    if not few:
        return TPESampler(seed=seed, constant_liar=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        return TPESampler(
            seed=seed,
            constant_liar=True,
            n_startup_trials=STARTERS_OF_FEW,
            multivariate=True,
            group=True,
        )


def sign_of(study: optuna.Study, is_loss: bool) -> float:
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
def quiet() -> Iterator[None]:
    """Keep Optuna from writing to the terminal what nobody asked for."""
    before = optuna.logging.get_verbosity()
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    try:
        yield
    finally:
        optuna.logging.set_verbosity(before)


def _check_study(study: object) -> None:
    if not isinstance(study, optuna.Study):
        raise InvalidInput(f"`study` must be an optuna.Study; got {study!r}.")
    if len(study.directions) > 1:
        raise InvalidInput(
            f"`study` must have one direction; got {len(study.directions)}: candidates "
            "are compared by one score."
        )


def _check_sampler(sampler: object) -> None:
    if not isinstance(sampler, BaseSampler):
        raise InvalidInput(f"`sampler` must be one of optuna.samplers; got {sampler!r}.")
    if isinstance(sampler, PartialFixedSampler):
        _check_sampler(sampler._base_sampler)
    if isinstance(sampler, NSGAIISampler | NSGAIIISampler):
        raise InvalidInput(
            f"`sampler` must look for one best score; got {type(sampler).__name__}, which "
            "weighs several against each other; take TPESampler, or leave it out."
        )
    for kind, package in NEEDED.items():
        if isinstance(sampler, kind) and find_spec(package) is None:
            raise MissingExtra(
                f"`sampler` {kind.__name__} needs the package {package}; "
                f"`pip install {package}`, or leave the sampler out."
            )
