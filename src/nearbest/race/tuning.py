"""What was tuned of the rule "calibrated"; `schedulers/opening.py` has the first probes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Tuning:
    """How a calibrated race believes, schedules and ends.

    The stop level is calibrated for these values, and for the opening: change one, and
    `make lab-ship` has to run again.

    Attributes
    ----------
    epsilon : float
        Tolerated loss.
    n_draws : int
        Draws of all final scores together.
    shared, shared_by_kind : float
        Share of a forecast's error that all candidates of a dataset have in common, and
        that those of one kind have besides. Measured on past residuals.
    other_kind : float
        Weight of a surprise of another kind of learner, beside 1 for the same kind.
    own_past : float
        Weight of a candidate's own surprises.
    prior_bias, prior_width : float
        How many surprises the prior counts as (of none, and of the usual size).
    narrowest, widest : float
        Limits of what surprises do to the width of forecasts.
    cut : float
        Residuals of past forecasts are cut there, in units of the spread.
    largest_surprise : float
        Surprises are cut there, in standard deviations.
    caution : float
        While nobody is sure, the winner has the best mean less so many standard deviations.
    sure : float
        From this chance on the winner is who is most probably within ε.
    smooth : float
        Draws are smeared by so much, so that probabilities near 1 differ.
    confirm : float
        The winner must have been probed on this part of the largest probe's rows.
    small : float
        Who was probed only once, on at most this part of all rows, must be probed again.
    earliest, follow : float
        A rival that might win must have been probed on these parts of its own full rows
        and of the rows of the winner's largest probe below the full size.
    ahead, keep_up : float
        A rival that was better than the winner by more than so many ε, where both were last
        seen, must have been probed on this part of the rows of the winner's largest probe.
    reach : float
        A rival might win if so many spreads above its centre are more than ε above the
        winner's centre.
    plain, outlay : float
        A forecast that is less sure than the first ends no race before all probes together
        have cost so many times what training the winner on all rows does.
    budget : float
        Part of all full runs that probes below the full size may cost, if all are needed.
    relied_on : float
        Part of a saving by exclusion that may be spent.
    doubt : float
        A candidate is counted as needing its full run with this multiple of its threat.
    power : float
        The spread of a forecast falls with this power of the doublings left.
    concave : float
        Exponent of the risk whose expectation a probe is to lower.
    far : float
        While more doublings are left, steps are fourfold.
    enough : float
        A simulated race that is so sure goes no further, whatever level is asked.
    """

    epsilon: float = 0.01
    n_draws: int = 600
    shared: float = 0.07
    shared_by_kind: float = 0.35
    other_kind: float = 0.25
    own_past: float = 0.5
    prior_bias: float = 4.0
    prior_width: float = 6.0
    narrowest: float = 0.7
    widest: float = 4.0
    cut: float = 2.5
    largest_surprise: float = 4.0
    caution: float = 1.0
    sure: float = 0.8
    smooth: float = 0.001
    confirm: float = 0.25
    small: float = 1 / 32
    earliest: float = 1 / 64
    follow: float = 0.12
    ahead: float = 1.0
    keep_up: float = 0.5
    reach: float = 2.0
    plain: float = 0.9
    outlay: float = 1.5
    budget: float = 0.06
    relied_on: float = 0.4
    doubt: float = 10.0
    power: float = 0.75
    concave: float = 0.5
    far: float = 2.5
    enough: float = 0.9997
