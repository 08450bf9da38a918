"""Dates as numbers."""

from __future__ import annotations

from typing import Self

import pandas as pd
from sklearn.base import BaseEstimator, TransformerMixin


class Dates(TransformerMixin, BaseEstimator):
    """Replace each column of dates by four of numbers, which learners can take.

    Days since 1970 show a trend; month, weekday (Monday is 0) and minute of the day
    what repeats. Missing dates are missing numbers. Zones keep their local time.

    Examples
    --------
    >>> import pandas as pd
    >>> from nearbest.dates import Dates
    >>> frame = pd.DataFrame({"at": pd.to_datetime(["1970-02-01 12:00", None])})
    >>> Dates().fit_transform(frame)
       at_day  at_month  at_weekday  at_minute
    0    31.5       2.0         6.0      720.0
    1     NaN       NaN         NaN        NaN
    """

    def fit(self, X: pd.DataFrame, y: object = None) -> Self:
        """Note which columns hold dates."""
        dates = X.select_dtypes(include=["datetime", "datetimetz"])
        self.dates_ = list(dates.columns)
        self.n_features_in_ = X.shape[1]
        return self

    def transform(self, X: pd.DataFrame) -> pd.DataFrame:
        """The other columns, and the numbers of each date."""
        if not self.dates_:
            return X
        parts = [X.drop(columns=self.dates_)]
        for column in self.dates_:
            at: pd.Series = pd.to_datetime(X[column]).dt.tz_localize(None)
            days = (at - pd.Timestamp(0)) / pd.Timedelta(days=1)
            minute = at.dt.hour * 60 + at.dt.minute
            numbers = {
                "day": days,
                "month": at.dt.month,
                "weekday": at.dt.day_of_week,
                "minute": minute,
            }
            floats = {
                f"{column}_{part}": values.astype(float) for part, values in numbers.items()
            }
            parts.append(pd.DataFrame(floats, index=X.index))
        return pd.concat(parts, axis=1)
