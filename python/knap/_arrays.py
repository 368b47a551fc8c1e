"""Instances given as numpy arrays or tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, List, Optional, Tuple

from . import _knap
from ._common import budget_of
from ._errors import InputError, UsageError
from ._tables import columns_of, is_frame

_KNOWN = {"cost", "features", "feature_names", "vector", "score", "p", "value", "group", "pin", "ban", "id", "budget", "query_vector"}


def is_arrays(value: Any) -> bool:
    """Whether this is one instance as a mapping of arrays: {"cost": array, "features": matrix, "vector": matrix, ...}."""
    return isinstance(value, Mapping) and hasattr(value.get("cost"), "__array_interface__")


def _array(value: Any, kind: str, dimensions: int, name: str, rows: Optional[int]) -> Any:
    import numpy

    made = numpy.ascontiguousarray(value, dtype=kind)  # the array itself where it is of this kind already
    if made.ndim != dimensions:
        raise InputError(f"'{name}' has {made.ndim} dimensions: expected {dimensions}")
    if rows is not None and len(made) != rows:
        raise InputError(f"'{name}' has {len(made)} rows, and 'cost' has {rows}")
    return made


def _address(array: Any) -> int:
    return 0 if array is None else int(array.__array_interface__["data"][0])


def _cosines(vector: Any, query: Any) -> Any:
    """The cosine of the query's vector and each row."""
    import numpy

    query = _array(query, "f8", 1, "query_vector", None)
    if vector is None or vector.shape[1] != len(query):
        raise InputError(f"'query_vector' has {len(query)} numbers, and 'vector' has {0 if vector is None else vector.shape[1]} in a row")
    lengths = numpy.linalg.norm(vector, axis=1) * numpy.linalg.norm(query)
    return numpy.divide(vector @ query, lengths, out=numpy.zeros(len(vector)), where=lengths > 0)


def _row(instance: Mapping[str, Any], budget: Optional[float], keep: List[Any]) -> Tuple[Any, ...]:
    unknown = set(instance) - _KNOWN
    if unknown:
        raise UsageError(f"there is no array '{sorted(unknown)[0]}'; the arrays are {', '.join(sorted(_KNOWN))}")
    cost = _array(instance["cost"], "f8", 1, "cost", None)
    count = len(cost)

    def get(name: str, kind: str, dimensions: int) -> Any:
        value = instance.get(name)
        return None if value is None else _array(value, kind, dimensions, name, count)

    features, vector = get("features", "f4", 2), get("vector", "f8", 2)
    worth = get("p", "f8", 1) if instance.get("p") is not None else get("value", "f8", 1)
    score, group = get("score", "f8", 1), get("group", "u8", 1)
    if score is None and instance.get("query_vector") is not None:
        score = _cosines(vector, instance["query_vector"])
    keep.append((cost, features, vector))
    copied = (worth, score, group, get("pin", "?", 1), get("ban", "?", 1))
    keep.append(copied)
    limit = budget if budget is not None else instance.get("budget")
    name = instance.get("id")
    return (
        None if name is None else str(name),
        budget_of(limit),
        count,
        _address(cost),
        _address(features),
        _address(vector),
        0 if vector is None else vector.shape[1],
        *map(_address, copied),
    )


def data_of_arrays(instances: Iterable[Mapping[str, Any]], budget: Optional[float]) -> Any:
    """Data whose costs, features and vectors are the arrays themselves where these are float64, float32 and float64."""
    keep: List[Any] = []
    instances = list(instances)
    names: List[str] = []
    for instance in instances:
        features = instance.get("features")
        width = 0 if features is None else features.shape[1]
        given = instance.get("feature_names")
        here = [str(n) for n in given] if given is not None else [str(i) for i in range(width)]
        if len(here) != width:
            raise InputError(f"{len(here)} names for {width} features")
        if names and here != names:
            raise InputError("all instances need the same features in the same order")
        names = here
    rows = [_row(instance, budget, keep) for instance in instances]
    return _knap.data_arrays(rows, names, keep)


def _plain(value: Any) -> Any:
    """A date as text, and None for NaT and NA."""
    if hasattr(value, "isoformat"):
        return value.isoformat() if value == value else None
    return None if type(value).__name__ == "NAType" else value


def items_of_table(table: Any) -> List[dict[str, Any]]:
    """The rows of a table as items. Columns "features.NAME" are features; missing values are left out."""
    columns, features = {}, {}
    for name, values in columns_of(table).items():
        if name.startswith("features."):
            features[name[len("features.") :]] = values
        else:
            columns[name] = [_plain(value) for value in values]
    rows = [dict(zip(columns, row)) for row in zip(*columns.values())]
    if features:
        for row, numbers in zip(rows, zip(*features.values())):
            row["features"] = dict(zip(features, numbers))
    return rows


def instances_of_table(table: Any, by: Optional[str]) -> Tuple[List[dict[str, Any]], List[Any]]:
    """Instances, and what their items came from: frames of pandas, or the items of other tables. `by` names the column that tells
    instances apart; None: one instance."""
    items = items_of_table(table)
    if by is None:
        return [{"items": items}], [table if is_frame(table) else items]
    names = list(columns_of(table)) if not items else list(items[0])
    if by not in names:
        raise UsageError(f"the table has no column '{by}'")
    places: dict[Any, List[int]] = {}
    for place, item in enumerate(items):
        key = item.pop(by)
        if key is not None and key == key:
            places.setdefault(key, []).append(place)
    parts = [[items[place] for place in group] for group in places.values()]
    sources = [table.iloc[group] for group in places.values()] if is_frame(table) else parts
    return [{"id": str(key), "items": part} for key, part in zip(places, parts)], sources
