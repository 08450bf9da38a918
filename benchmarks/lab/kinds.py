"""What kind of learner a candidate is, by its name."""

from __future__ import annotations

from nearbest.forecast.features import KINDS

WORDS = {
    "network": ("mlp", "neural", "tabnet"),
    "online": ("sgd", "perceptron", "passive"),
    "boosting": ("boost", "lightgbm", "lgbm", "hgb", "xgb"),
    "tree": ("decisiontree", "extratreecl", "tree-", "tree("),
    "forest": ("forest", "extratrees", "extra-"),
    "kernel": ("svc_rbf", "svc_poly", "svc_sig"),
    "neighbours": ("neighb", "knn", "centroid"),
    "bayes": ("nb", "quadratic", "bayes"),
    "linear": ("logistic", "linear", "ridge", "discriminant"),
}
assert (*WORDS, "other") == KINDS  # the trees know kinds by their position


def kind_of(name: str) -> int:
    """The position in `KINDS` of the learner of this name."""
    lower = name.lower()
    for i, words in enumerate(WORDS.values()):
        if any(word in lower for word in words):
            return i
    return len(WORDS)
