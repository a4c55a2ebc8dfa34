"""Tables and columns that are no arrays: a stand-in for those of pandas, and pandas' own where it is installed."""

import numpy as np

try:
    import pandas
except ImportError:
    pandas = None


class Table:
    """As much of a table, or of a column, as pandas gives to whoever asks for an array."""

    def __init__(self, values):
        self._values = np.array(values)

    def __len__(self):
        return len(self._values)

    def __array__(self, dtype=None, copy=None):
        return np.array(self._values, dtype=dtype)

    def to_numpy(self):
        return self._values


TABLES = [Table, *([pandas.DataFrame] if pandas else [])]
COLUMNS = [Table, *([pandas.Series, pandas.Index] if pandas else [])]
