"""What has to be done before another process can take its first task."""

from __future__ import annotations

import os
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from uuid import uuid4

from nearbest.data.files.urls import is_url
from nearbest.data.store.published import publish_store
from nearbest.data.store.store import Store, write_store
from nearbest.errors import CannotRead, InvalidInput, NotSupported
from nearbest.running.executors import Processes
from nearbest.running.problem.problem import Problem
from nearbest.running.run_dir.names import STORE
from nearbest.running.workers.remote_probe import RemoteProbe, SavingProbe


@dataclass(frozen=True)
class StorePlace:
    """Where the shuffled data of a problem goes: to `chosen`, or else into `folder`.

    Unless the folder is a `lasting` one nobody will ask what the store was made from.
    """

    problem: Problem
    chosen: str | os.PathLike[str] | None
    folder: Path
    lasting: bool

    def write(self, stopped: Event) -> Store:
        """The store, written unless an earlier run did; given up when `stopped`."""
        if self.chosen is not None and is_url(str(self.chosen)):
            return publish_store(self._local(self.folder / STORE, stopped), str(self.chosen))
        return self._local(Path(self.chosen or self.folder / STORE), stopped)

    def _local(self, path: Path, stopped: Event) -> Store:
        samples = self.problem.samples
        if isinstance(samples, Store):
            return samples
        is_asked = self.lasting or self.chosen is not None
        fingerprint = self.problem.fingerprint if is_asked else ""
        if path.exists():
            store = Store(path, samples.n_search)
            if store.manifest.fingerprint != fingerprint:
                raise InvalidInput(
                    f"`store` {path} holds other data, or the same with another "
                    "`random_state` or `test_size`; choose another directory."
                )
            return store

        def check() -> None:
            if stopped.is_set():
                raise CancelledError("the run has ended")

        return write_store(samples, path.absolute(), fingerprint, check)


@dataclass(frozen=True)
class SettingUp:
    """Puts the data where other processes find it, and waits until one is ready.

    Workers of our own (`workers`) are waited for; others are somebody else's. `memory` is
    what a probe may allocate; `hurried` says that time is limited, by which nothing that
    can be imported beforehand may be left to a probe.
    """

    probe: SavingProbe
    store: StorePlace
    workers: Processes | None
    memory: int | None = None
    hurried: bool = False
    stopped: Event = field(default_factory=Event)

    def __call__(self) -> RemoteProbe:
        """The probe for other processes, one of which is ready."""
        probe = self.write()
        self.wait(probe)
        return probe

    def write(self) -> RemoteProbe:
        """The probe for other processes, with the data where they find it."""
        prober = self.probe.prober.on(self.store.write(self.stopped)).without_candidates()
        saving = SavingProbe(prober, self.probe.models)
        return RemoteProbe(saving, uuid4().hex, self.memory)

    def stop(self) -> None:
        """Have a call in another thread end soon; workers are shut down."""
        self.stopped.set()
        if self.workers is not None:
            self.workers.shutdown(cancel_futures=True)

    def wait(self, probe: RemoteProbe) -> None:
        """Wait for the first worker of ours, and say why if it cannot open the probe.

        Where each probe has so much time and no more, wait for all: none may spend its
        own on preparations.
        """
        workers = self.workers
        if workers is None:
            return
        prepare = probe.prepare if self.hurried else probe.unpack
        try:
            workers.warm_up(prepare, 1 if workers.timeout is None else workers.n_workers)
        except CannotRead:
            raise
        except Exception as error:
            raise NotSupported(
                f"A worker process cannot open the run ({type(error).__name__}: {error}); "
                "leave `n_jobs` out."
            ) from error
