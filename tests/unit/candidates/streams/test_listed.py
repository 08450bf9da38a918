from sklearn.tree import DecisionTreeClassifier

from nearbest.candidates.streams import Generated


def test_a_generator_is_asked_for_no_more_than_needed():
    """It may be endless."""

    def trees():
        depth = 0
        while True:
            depth += 1
            yield DecisionTreeClassifier(max_depth=depth)

    stream = Generated(trees())
    assert [c.build().max_depth for c in stream.ask(3)] == [1, 2, 3]
    assert not stream.exhausted
    assert not stream.adaptive
