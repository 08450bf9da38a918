import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from nearbest.datasets import ngrams_of, sentiment140
from nearbest.errors import InvalidInput

ROWS = [
    '"0","1467810369","Mon Apr 06 22:19:45 PDT 2009","NO_QUERY","_TheSpecialOne_",'
    '"@switchfoot - Awww, that\'s a bummer."',
    '"4","1467822272","Mon Apr 06 22:22:45 PDT 2009","NO_QUERY","ersle","I love caf\xe9"',
    '"2","3","Mon May 11 03:17:40 UTC 2009","kindle2","tpryan","a kindle"',
]


@pytest.fixture
def file(tmp_path):
    """Everything quoted, no header, Latin-1."""
    path = tmp_path / "training.1600000.processed.noemoticon.csv"
    path.write_bytes("\n".join(ROWS).encode("latin-1"))
    return path


def test_form(file):
    """Text and whether it is positive; neutral tweets are left out."""
    X, y = sentiment140(file, return_X_y=True)
    assert X["text"].tolist() == ["@switchfoot - Awww, that's a bummer.", "I love café"]
    assert y.tolist() == [False, True]


def test_another_file(tmp_path):
    """Other polarities are refused."""
    (tmp_path / "t.csv").write_text("7,1,a,b,c,d\n")
    with pytest.raises(InvalidInput, match="polarity of 0, 2 or 4"):
        sentiment140(tmp_path / "t.csv")


def test_top_ngrams():
    """The pipeline keeps the most useful n-grams, scaled, and fewer where there are less."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 400)
    texts = [f"{['sad', 'glad'][c]} word{rng.integers(50)} tweet" for c in y]
    model = ngrams_of(LogisticRegression(), n_features=20).fit(texts, y)
    rows = model[:-1].transform(texts)
    assert rows.shape == (400, 20)
    assert rows.max() == 1
    assert model.score(texts, y) == 1
    assert ngrams_of(LogisticRegression(), n_features=10**6).fit(texts, y).score(texts, y) == 1
