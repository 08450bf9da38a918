"""What settings must not be given together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearbest.errors import InvalidInput, NotSupported

if TYPE_CHECKING:
    from nearbest.running.settings.settings import Settings


def check_together(settings: Settings) -> None:
    """Refuse settings that cannot be given together, and names that nothing goes by."""
    from nearbest.race.bounds import Hoeffding
    from nearbest.race.sizes import check_growth
    from nearbest.race.stop_at import check_stop_at
    from nearbest.race.strategies import bounds_named, scheduler_named
    from nearbest.running.settings.tolerance import check_epsilon

    check_epsilon(settings.epsilon, settings.scoring)
    check_growth(settings.growth)
    check_stop_at(settings.stop_at, settings.delta)
    if settings.run_dir is None:
        scheduler_named(settings.scheduler, settings.stop_at)
    else:
        scheduler_named(settings.scheduler)  # a run that goes on may have a rule of its own
    if settings.extend and settings.run_dir is None:
        raise InvalidInput(
            "`extend` needs the directory of the run that gets more candidates; got none."
        )
    if isinstance(bounds_named(settings.bounds), Hoeffding) and settings.stratify:
        raise NotSupported(
            "`stratify=True` needs `bounds='exact'`; Hoeffding has no such bound."
        )
