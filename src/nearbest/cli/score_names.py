"""Scores as users name them on the command line."""

from __future__ import annotations


def score_names(text: str) -> str | list[str]:
    """One name, or a list of those between commas.

    Examples
    --------
    >>> score_names("roc_auc"), score_names("roc_auc, neg_log_loss")
    ('roc_auc', ['roc_auc', 'neg_log_loss'])
    """
    names = [name.strip() for name in text.split(",")]
    return names[0] if len(names) == 1 else names
