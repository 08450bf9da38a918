import resource

from nearbest.running.executors.limits import memory_limit


def test_threads_that_overlap_leave_the_limit_as_it_was():
    """Whoever ends first, the last restores what was there before the first."""
    before = resource.getrlimit(resource.RLIMIT_DATA)
    first, second = memory_limit(1 << 30), memory_limit(2 << 30)
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert resource.getrlimit(resource.RLIMIT_DATA) != before
    second.__exit__(None, None, None)
    assert resource.getrlimit(resource.RLIMIT_DATA) == before
