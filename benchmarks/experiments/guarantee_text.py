"""The parts of the page about the guarantee: where it failed, and post-processing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from experiments import postprocessing
from experiments.failures import losses, wrong_intervals
from experiments.markdown import ranges, table
from experiments.replays import OURS, RULES


def failures(
    failed: pd.DataFrame, certified: pd.DataFrame, titles: Mapping[str, str]
) -> dict[str, str]:
    """How many bounds were wrong in the replays that promise something, which, and why."""
    return {
        "n_intervals": f"{int(certified['probes'].sum()):,}",
        "n_certified": f"{len(certified):,}",
        "failure_summary": _summary(failed, certified) if len(failed) else "None failed.",
        "failures": _intervals_table(failed, titles) if len(failed) else "",
        "lost": _losses_table(losses(failed), titles) if len(failed) else "",
    }


def _summary(failed: pd.DataFrame, certified: pd.DataFrame) -> str:
    lost, wrong = failed[failed["what"] == "loss"], failed[failed["what"] != "loss"]
    n_ours = int((certified["rule"] == OURS).sum())
    ours = wrong[wrong["rule"] == OURS]
    keys = ["table", "n", "seed", "epsilon"]
    last = ours[ours["to_the_end"].astype(bool)]
    n_wrong, n_last = ours.groupby(keys).ngroups, last.groupby(keys).ngroups
    return (
        f"Replays that were decided and lost more than ε: {len(lost)} in all, and "
        f"{(lost['rule'] == OURS).sum()} of the {n_ours:,} under this rule. A wrong "
        f"bound need not lead to a wrong choice: {n_wrong:,} of these {n_ours:,} had one at "
        f"some time, {n_last:,} to the end."
        f"{_remark(lost[lost['rule'] == OURS])}"
    )


def _remark(lost: pd.DataFrame) -> str:
    """What the losses have in common, if there are any."""
    if lost.empty or not (lost["training_accuracy"] > lost["training_accuracy_seen"]).all():
        return ""
    return (
        " In every loss under this rule the best configuration was pruned on a "
        "training accuracy that rose afterwards: fitness failed beyond its last probe, where "
        "the self-check cannot look. The table says what it had reported by then."
    )


def _losses_table(lost: pd.DataFrame, titles: Mapping[str, str]) -> str:
    if lost.empty:
        return "No replay that was decided lost more than ε."
    rows = [
        (
            titles[row.table],
            row.better,
            f"{row.training_accuracy_seen:.4f} on {row.rows_seen:,.0f} rows",
            f"{row.training_accuracy:.4f}",
            f"{row.reported:.4f}" if row.reported else "nothing",
            ", ".join(row.chosen),
            f"{row.by:.4f}",
            row.cause,
            _rules(row.rules),
            f"{row.replays} ({', '.join(map(str, row.numbers))})",
            ranges(row.seeds),
        )
        for row in lost.itertuples()
    ]
    columns = (
        "table", "best", "its training accuracy at its last probe", "in its full run",
        "violation of fitness reported", "chosen instead", "largest loss", "cause", "rules",
        "replays (configurations)", "seeds",
    )  # fmt: skip
    return "Decided, and lost more than ε:\n\n" + table(columns, rows)


def _intervals_table(failed: pd.DataFrame, titles: Mapping[str, str]) -> str:
    rows = [
        (
            titles[row.table],
            row.configuration,
            row.what,
            row.cause,
            _rules(row.rules),
            row.replays,
            row.to_the_end,
            ranges(row.seeds),
            f"{row.by:.6f}",
        )
        for row in wrong_intervals(failed).itertuples()
    ]
    columns = (
        "table", "configuration", "bound", "cause", "rules", "replays",
        "wrong to the end", "seeds", "by at most",
    )  # fmt: skip
    return "Every bound that was wrong at some time:\n\n" + table(columns, rows)


def _rules(names: Sequence[str]) -> str:
    return "all" if len(names) == len(RULES) else "; ".join(names)


def post_processing(post: pd.DataFrame) -> dict[str, str]:
    """Which model was delivered where the full run is the worse one."""
    kept = post[post["trained_on"] == "a sample"]
    rows = [
        (
            name,
            f"{post[column].mean():.3f} ({post[column].min():.3f}–{post[column].max():.3f})",
        )
        for name, column in (
            ("accuracy of the model delivered", "accuracy"),
            ("accuracy of the choice trained on all rows", "full_accuracy"),
        )
    ]
    kept_rows = ", ".join(str(n) for n in sorted(kept["n_train"].unique()))
    rows += [
        ("the sample's model was delivered", f"{len(kept)} of {len(post)}"),
        ("rows it was trained on", f"{kept_rows} of {postprocessing.N_ROWS * 4 // 5}"),
        ("decided", f"{int(post['decided'].sum())} of {len(post)}"),
        ("largest gap certified for the model delivered", f"{post['gap'].max():.4f}"),
    ]
    return {
        "n_seeds_post": str(len(post)),
        "post_rows": f"{postprocessing.N_ROWS:,}",
        "post_features": str(postprocessing.N_FEATURES),
        "post": table((f"ε = {postprocessing.EPSILON:g}", "mean (range)"), rows),
    }
