"""Tables: pandas, Polars, Arrow, and whatever else gives its columns by Arrow's PyCapsule interface."""

from __future__ import annotations

from typing import Any, Dict, List

from ._errors import UsageError


def is_frame(value: Any) -> bool:
    """Whether this is a frame of pandas."""
    return hasattr(value, "columns") and hasattr(value, "iloc") and hasattr(value, "groupby")


def is_table(value: Any) -> bool:
    """Whether this has named columns. Polars' Series and Arrow's arrays, which give one column, have not."""
    if is_frame(value):
        return True
    streams = hasattr(value, "__arrow_c_stream__") or hasattr(value, "__arrow_c_array__")
    return streams and any(hasattr(value, name) for name in ("columns", "column_names", "schema"))


def columns_of(table: Any) -> Dict[str, List[Any]]:
    """The columns of a table as lists of Python objects. A missing value is None, or nan in pandas."""
    if is_frame(table):
        return {str(name): table[name].tolist() for name in table.columns}
    if hasattr(table, "get_columns"):  # Polars
        return {column.name: column.to_list() for column in table.get_columns()}
    try:
        import pyarrow
    except ImportError:
        raise UsageError(f"a table of type {type(table).__name__} needs pyarrow: pip install pyarrow") from None
    made = pyarrow.table(table)  # its buffers are used where they are
    return {name: made.column(name).to_pylist() for name in made.column_names}
