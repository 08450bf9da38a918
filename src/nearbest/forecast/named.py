"""Which forecast goes with which rule to stop."""

from __future__ import annotations

from nearbest.forecast.calibrated import CalibratedOutlook
from nearbest.forecast.outlook import Outlook
from nearbest.forecast.shipped import shipped_levels
from nearbest.race.forecaster import Forecaster
from nearbest.race.plan import Plan
from nearbest.race.stopping import StopAt


def forecaster_named(stop_at: StopAt, plan: Plan) -> Forecaster:
    """The forecast that races by this rule go by, or have beside them."""
    return CalibratedOutlook(plan) if stop_at == "calibrated" else Outlook(plan)


def check_calibrated(stop_at: StopAt, epsilon: float, delta: float) -> None:
    """Raise where a race is to be calibrated and no level is known for what is asked."""
    if stop_at == "calibrated":
        shipped_levels().level(epsilon, delta)
