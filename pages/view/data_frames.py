"""Tables that Streamlit draws as data frames."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pandas import DataFrame


def data_frame(rows: Iterable[Sequence[object]], titles: Sequence[str]) -> "DataFrame":
    """A data frame. The first one loads pandas, which takes 0.2 s and 40 MB.

    >>> data_frame([("hug", 10)], ["Word", "Count"]).values.tolist()
    [['hug', 10]]
    """
    import pandas as pd

    return pd.DataFrame(list(rows), columns=list(titles))
