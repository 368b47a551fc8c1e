"""Columns of lists, as Chroma's `query` and `get` return them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Dict, List

from ._errors import InputError

_COLUMNS = {"ids": "id", "documents": "text", "metadatas": "metadata", "embeddings": "vector", "distances": "score"}


def is_columns(value: Any) -> bool:
    """Whether this is {"ids": [...], "documents": [...], ...}, with a list, or a list of lists for several queries, in each column."""
    return isinstance(value, Mapping) and "items" not in value and isinstance(value.get("ids"), (list, tuple)) and any(
        name in value for name in ("documents", "metadatas", "distances", "embeddings"))


def instances_of_columns(value: Mapping[str, Any]) -> List[Dict[str, Any]]:
    """One instance for each query. A smaller distance is a higher score."""
    given = {name: value[name] for name in _COLUMNS if value.get(name) is not None}
    several = all(isinstance(one, (list, tuple)) for one in value["ids"]) and len(value["ids"]) > 0
    queries = len(value["ids"]) if several else 1
    instances = []
    for query in range(queries):
        columns = {}
        for name, column in given.items():
            if several and len(column) != queries:
                raise InputError(f"the column '{name}' is of {len(column)} queries, and 'ids' of {queries}")
            columns[name] = column[query] if several else column
            if len(columns[name]) != len(columns["ids"]):
                raise InputError(f"the column '{name}' has {len(columns[name])} values, and 'ids' has {len(columns['ids'])}")
        items = [{_COLUMNS[name]: one for name, one in zip(columns, row)} for row in zip(*columns.values())]
        for item in items:
            if item.get("score") is not None:
                item["score"] = -float(item["score"])
        instances.append({**{name: one for name, one in value.items() if name in ("budget", "query")}, "items": items})
    return instances
