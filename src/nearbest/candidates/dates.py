"""Dates as numbers."""

from __future__ import annotations

from typing import Any, Self

import pandas as pd
from sklearn.base import BaseEstimator, TransformerMixin

PARTS = ("day", "month", "weekday", "minute")


class Dates(TransformerMixin, BaseEstimator):
    """Replace each column of dates by four of numbers, which learners can take.

    Days since 1970 show a trend; month, weekday (Monday is 0) and minute of the day
    what repeats. Missing dates are missing numbers. Zones keep their local time. A name
    that another column has is given underscores until it is free.

    Examples
    --------
    >>> import pandas as pd
    >>> from nearbest.candidates.dates import Dates
    >>> frame = pd.DataFrame({"at": pd.to_datetime(["1970-02-01 12:00", None])})
    >>> Dates().fit_transform(frame)
       at_day  at_month  at_weekday  at_minute
    0    31.5       2.0         6.0      720.0
    1     NaN       NaN         NaN        NaN
    """

    def fit(self, X: pd.DataFrame, y: object = None) -> Self:
        """Note which columns hold dates, and what to call their numbers."""
        dates = X.select_dtypes(include=["datetime", "datetimetz"])
        self.dates_ = list(dates.columns)
        taken = {str(column) for column in X.columns if column not in self.dates_}
        self.names_ = {column: _free_names(column, taken) for column in self.dates_}
        self.n_features_in_ = X.shape[1]
        return self

    def transform(self, X: pd.DataFrame) -> pd.DataFrame:
        """The other columns, and the numbers of each date."""
        if not self.dates_:
            return X
        parts = [X.drop(columns=self.dates_).rename(columns=str)]  # of one type
        for column in self.dates_:
            at: pd.Series = pd.to_datetime(X[column]).dt.tz_localize(None)
            days = (at - pd.Timestamp(0)) / pd.Timedelta(days=1)
            minute = at.dt.hour * 60 + at.dt.minute
            numbers = (days, at.dt.month, at.dt.day_of_week, minute)
            floats = {
                name: values.astype(float)
                for name, values in zip(self.names_[column], numbers, strict=True)
            }
            parts.append(pd.DataFrame(floats, index=X.index))
        return pd.concat(parts, axis=1)


def _free_names(column: Any, taken: set[str]) -> list[str]:
    """A name for each number of a date, which is taken from then on."""
    names = [f"{column}_{part}" for part in PARTS]
    while taken & set(names):
        names = [f"{name}_" for name in names]
    taken.update(names)
    return names
