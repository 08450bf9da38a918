"""The scores that candidates can be compared by, each a value."""

from nearbest.probing.metrics.named import METRICS, metric_named
from nearbest.probing.metrics.row_score import RowScore

__all__ = ["METRICS", "RowScore", "metric_named"]
