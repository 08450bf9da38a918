"""Where the probes of a selection run, and where their models are kept."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nearbest.candidates import fingerprint
from nearbest.candidates.configuration import Configuration
from nearbest.data.files.urls import is_url
from nearbest.errors import NotSupported
from nearbest.probing.model_files import ModelFiles, digest_of
from nearbest.race.observation import Observation, Task
from nearbest.running.ctrl_c import cleaning_up
from nearbest.running.executors import Processes, Serial, reason
from nearbest.running.problem.problem import Problem
from nearbest.running.run_dir.names import MODELS
from nearbest.running.run_dir.run_dir import RunDir
from nearbest.running.workers.first_probes import FirstProbesHere, may_go_first
from nearbest.running.workers.kept_models import Keeper, KeptModels, SavedModels
from nearbest.running.workers.remote_probe import PackedCandidates, SavingProbe
from nearbest.running.workers.resources import Resources, starting_workers
from nearbest.running.workers.setting_up import SettingUp, StorePlace


@dataclass(frozen=True)
class Execution:
    """A probe, the executor that runs it, and the keeper of its models.

    `elsewhere` says that workers may die for reasons of their own, as on a cluster, so
    that a probe lost with one deserves a second try. `limits` are those of each probe.
    `packed` is where workers get their candidates from. `waited` are the seconds that it
    took until the first was ready, which the first probe is granted beyond a timeout.
    """

    probe: Callable[..., tuple[Observation, Any]]
    executor: Executor
    n_workers: int
    keeper: KeptModels
    elsewhere: bool = False
    limits: Mapping[str, float | None] = field(default_factory=dict)
    packed: PackedCandidates | None = None
    waited: float = 0.0

    def submit(self, task: Task) -> Future[Any]:
        """Have `task` carried out; one whose candidate cannot be packed fails at once."""
        if self.packed is None:
            return self.executor.submit(self.probe, task)
        try:
            candidate = self.packed.packed(task.configuration)
        except Exception as error:
            failed: Future[Any] = Future()
            failed.set_exception(
                NotSupported(f"It cannot be sent to a worker: {type(error).__name__}: {error}")
            )
            return failed
        return self.executor.submit(self.probe, task, candidate)

    def admit(self, configuration: Configuration) -> None:
        """Be ready for tasks of a candidate that came just now."""
        if self.packed is not None:
            self.packed.admit(configuration)
        self.keeper.admit(configuration)

    def reason(self, error: BaseException) -> str:
        """Why a task came to nothing, in words."""
        return reason(error, self.limits.get("probe_timeout"))

    @property
    def in_this_thread(self) -> bool:
        """Whether submitting a probe is carrying it out."""
        return isinstance(self.executor, Serial)

    def stop(self, running: Iterable[Future[Any]], *, needed_again: bool = False) -> None:
        """Stop what still runs; and workers of our own, unless the winner is trained there."""
        if not (self.elsewhere or needed_again):
            self.executor.shutdown(cancel_futures=True)
        for future in running:
            future.cancel()


@contextmanager
def execution(
    problem: Problem,
    resources: Resources,
    run_dir: RunDir | None,
    workers: Processes | None = None,
    *,
    idle: bool = False,
) -> Iterator[Execution]:
    """Set up workers, store and model folder; take down what is not the user's.

    `workers` are those of `starting_workers`, where somebody has started them already.
    Where nothing is left to probe (`idle`) none are needed.
    """
    with ExitStack() as stack:
        if resources.in_this_process and run_dir is None:
            yield Execution(problem.prober, Serial(), 1, Keeper())
            return
        lasting = run_dir is not None
        folder = run_dir.path if run_dir else stack.enter_context(_scratch())
        files = _model_files(problem, resources, folder, lasting)
        if files is not None:
            stack.enter_context(_made_folder(files.folder, lasting))
        models: KeptModels = Keeper() if files is None else SavedModels(files)
        if resources.in_this_process or idle:
            yield Execution(SavingProbe(problem.prober, files), Serial(), 1, models)
            return
        if workers is None:
            workers = stack.enter_context(starting_workers(resources))
        if workers is not None:
            workers.start()
        saving = SavingProbe(problem.prober, files)
        store = StorePlace(problem, resources.store, folder, lasting=lasting)
        set_up = SettingUp(
            saving, store, workers, resources.probe_memory, resources.limits_time
        )
        packed = PackedCandidates(problem.configurations)
        common = resources.n_workers, models, workers is None, resources.limits, packed
        if workers is not None and _may_begin_here(problem, resources):
            here = stack.enter_context(FirstProbesHere(workers, set_up))
            yield Execution(saving, here, *common)
            return
        executor = workers or resources.executor
        assert executor is not None
        probe, begun = set_up.write(), time.perf_counter()
        set_up.wait(probe)
        yield Execution(probe, executor, *common, waited=time.perf_counter() - begun)


def _may_begin_here(problem: Problem, resources: Resources) -> bool:
    """Whether the first probes need not wait for a worker process.

    Limits of a probe need a process of its own. Where all of them together have so much
    time and no more, it would pass while a candidate that has to waits for a worker.
    """
    if resources.limits_probes:
        return False
    each = map(may_go_first, problem.configurations)
    return all(each) if resources.limits_time else any(each)


def _model_files(
    problem: Problem, resources: Resources, folder: Path, lasting: bool
) -> ModelFiles | None:
    """Where workers save models: in `folder`, or beside a store that they share.

    None where workers share no folder with this process.
    """
    digests = {c.name: digest_of(c) for c in problem.configurations}
    folder = folder.absolute()
    if resources.executor is None or resources.store is None:
        return ModelFiles(folder / MODELS, digests, lasting or not resources.own_workers)
    if is_url(str(resources.store)):
        return None
    store = Path(resources.store).absolute()
    run = fingerprint.of_parts([str(folder)])
    return ModelFiles(store.with_name(f"{store.name}-models") / run, digests)


@contextmanager
def _made_folder(folder: Path, lasting: bool) -> Iterator[None]:
    """Make the folder of models, which goes with the run unless it is lasting."""
    with suppress(OSError):  # then no model is saved, and the winner is trained again
        folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    finally:
        if not lasting:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _scratch() -> Iterator[Path]:
    """A folder that is gone in the end, also where SIGTERM or SIGHUP is the end."""
    folder = tempfile.TemporaryDirectory(prefix="nearbest-", ignore_cleanup_errors=True)
    with cleaning_up(folder.cleanup), folder:
        yield Path(folder.name)
