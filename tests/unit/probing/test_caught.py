"""Whose warnings are whose, where probes run in several threads of one process."""

import pickle
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor

import cloudpickle
import pytest
from sklearn.exceptions import ConvergenceWarning

from nearbest.probing.caught import caught_warnings
from nearbest.race.observation import Task
from nearbest.running.prepare import prepare


def texts(caught):
    return [str(warning.message) for warning in caught]


@pytest.fixture(autouse=True)
def as_it_was():
    """However probes overlap, filters and display are afterwards what they were before."""
    before = warnings.showwarning, warnings.filters, list(warnings.filters)
    yield
    assert (warnings.showwarning, warnings.filters, list(warnings.filters)) == before


@pytest.fixture
def elsewhere():
    """Another thread, in which a block of probing is begun and ended step by step."""

    class Elsewhere:
        def __init__(self, pool):
            self.block, self.pool = caught_warnings(), pool

        def begin(self):
            return self.pool.submit(self.block.__enter__).result()

        def warn(self, text, category=UserWarning):
            self.pool.submit(warnings.warn, text, category).result()

        def end(self):
            self.pool.submit(self.block.__exit__, None, None, None).result()

    with ThreadPoolExecutor(1) as pool:
        yield Elsewhere(pool)


@pytest.mark.parametrize("order", ["first in, last out", "first in, first out"])
def test_each_thread_has_its_own(elsewhere, order):
    """Of two probes that overlap each has what it warned of, in either order of ending."""
    its = elsewhere.begin()
    with caught_warnings() as mine:
        elsewhere.warn("its")
        warnings.warn("mine", stacklevel=1)
        if order == "first in, first out":
            elsewhere.end()
        warnings.warn("mine again", stacklevel=1)
    if order == "first in, last out":
        elsewhere.warn("its again")
        elsewhere.end()
    assert texts(mine) == ["mine", "mine again"]
    assert texts(its)[:1] == ["its"]
    assert not {"mine", "mine again"} & set(texts(its))


def test_a_probe_in_a_thread_does_not_take_the_warnings_of_the_run(elsewhere):
    """What the main thread warns of meanwhile reaches the user, by the user's own filters."""
    with warnings.catch_warnings(record=True) as shown:
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", RuntimeWarning)
        its = elsewhere.begin()
        warnings.warn("a callback failed", stacklevel=1)
        warnings.warn("not of interest", RuntimeWarning, stacklevel=1)
        elsewhere.warn("its", RuntimeWarning)
        elsewhere.end()
    assert texts(shown) == ["a callback failed"]
    assert texts(its) == ["its"]


def test_threads_of_a_learner(elsewhere):
    """They belong to the only probe there is; to none where it may be another's."""
    with warnings.catch_warnings(record=True) as shown:
        warnings.simplefilter("always")
        with caught_warnings() as mine:
            elsewhere.warn("of my thread")
            with ThreadPoolExecutor(1) as third:
                its = elsewhere.begin()
                third.submit(warnings.warn, "whose?").result()
            elsewhere.end()
    assert (texts(mine), texts(its), texts(shown)) == (["of my thread"], [], ["whose?"])


def test_a_learner_that_catches_warnings_itself():
    """It sees what it asked for, also after a selection of its own, and silences the rest."""
    with caught_warnings() as outer:
        with warnings.catch_warnings(record=True) as own:
            warnings.simplefilter("always")
            with caught_warnings() as inner:
                warnings.warn("inner", stacklevel=1)
            warnings.warn("own", stacklevel=1)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.warn("silenced", stacklevel=1)
        warnings.warn("outer", stacklevel=1)
    assert (texts(outer), texts(own), texts(inner)) == (["outer"], ["own"], ["inner"])


def test_a_learner_elsewhere_that_leaves_filters_behind(elsewhere):
    """Two that overlap leave each other's filters behind; the next probe is not deaf to it."""
    first, second = warnings.catch_warnings(record=True), warnings.catch_warnings()
    elsewhere.begin()
    first.__enter__()
    warnings.simplefilter("ignore")
    second.__enter__()
    first.__exit__()
    second.__exit__()  # now all is ignored, and the rest goes to the first one's list
    with caught_warnings() as mine:
        warnings.warn("mine", stacklevel=1)
    elsewhere.end()
    assert texts(mine) == ["mine"]


def test_ctrl_c(elsewhere):
    """A probe that is interrupted takes no warnings any more."""
    its = elsewhere.begin()
    with pytest.raises(KeyboardInterrupt), caught_warnings():
        raise KeyboardInterrupt
    with pytest.warns(UserWarning, match="mine"):
        warnings.warn("mine", stacklevel=1)
    elsewhere.end()
    assert not its


@pytest.mark.parametrize("module", [pickle, cloudpickle])
def test_filters_travel(module):
    """As scikit-learn sends them to the processes of `n_jobs`; there all warnings count."""
    with caught_warnings():
        packed = module.dumps(warnings.filters[0])
    assert b"nearbest" not in packed
    assert pickle.loads(packed) == ("always", None, Warning, None, 0)


def test_who_did_not_converge(stub, coins):
    """Of two probes in threads only the one whose learner says so has not converged."""
    both, warned = threading.Barrier(2, timeout=30), threading.Event()

    def stop_early(n_rows):
        both.wait()
        warnings.warn("too few steps", ConvergenceWarning, stacklevel=1)
        warned.set()

    def converge(n_rows):
        both.wait()
        warned.wait(30)

    candidates = {"early": stub(on_fit=stop_early), "fine": stub(on_fit=converge)}
    prober = prepare(candidates, *coins(2_000), random_state=0, min_train_size=100).prober
    with ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda name: prober(Task(name, 200, 100))[0], candidates)
    assert {o.configuration: o.converged for o in found} == {"early": False, "fine": True}
