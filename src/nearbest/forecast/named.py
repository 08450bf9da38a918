"""Which forecast goes with which rule to stop."""

from __future__ import annotations

from nearbest.forecast.calibrated import CalibratedOutlook
from nearbest.forecast.outlook import Outlook
from nearbest.race.cost import Cost
from nearbest.race.forecaster import Forecaster
from nearbest.race.plan import Plan
from nearbest.race.stop_at import StopAt
from nearbest.race.stopping import rule_named


def forecaster_named(stop_at: StopAt, plan: Plan, cost: Cost = "seconds") -> Forecaster:
    """The forecast that races by this rule go by, or have beside them."""
    if rule_named(stop_at).is_calibrated:
        return CalibratedOutlook(plan, cost=cost)
    return Outlook(plan)
