"""Which forecast goes with which rule to stop."""

from __future__ import annotations

from nearbest.forecast.calibrated import CalibratedOutlook
from nearbest.forecast.outlook import Outlook
from nearbest.race.forecaster import Forecaster
from nearbest.race.plan import Plan
from nearbest.race.stop_at import StopAt


def forecaster_named(stop_at: StopAt, plan: Plan) -> Forecaster:
    """The forecast that races by this rule go by, or have beside them."""
    return CalibratedOutlook(plan) if stop_at == "calibrated" else Outlook(plan)
