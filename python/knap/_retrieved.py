"""What retrievers of other packages found, as items of knap."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Dict, List, Optional, Set

from ._pack import pack

_SCORES = ("score", "relevance", "relevance_score", "similarity", "similarity_score", "rerank_score", "_score")
_COSTS = ("cost", "tokens", "token_count", "n_tokens", "num_tokens", "length", "len")


def _number(value: Any) -> Optional[float]:
    """The value as a finite number; None for what is none, and for truth values and strings."""
    if value is None or isinstance(value, (bool, str, bytes)):
        return None
    try:
        made = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return made if abs(made) < float("inf") else None


def item_of(text: str, metadata: Mapping[str, Any], *, source: Any = None, score: Any = None, vector: Any = None) -> Dict[str, Any]:
    """An item of knap. Its score is the one given or one of the metadata; its group that of the metadata, or its source."""
    scores = [score, *(metadata.get(name) for name in _SCORES)]
    group = source if metadata.get("group") is None else metadata["group"]
    return {"text": text, "metadata": metadata, "group": None if group is None else str(group),
            "score": next((made for made in map(_number, scores) if made is not None), None),
            "vector": vector if vector is not None and len(vector) > 0 else None}


def _taken(cost: Any, model: Any, map: Optional[Mapping[str, str]]) -> Set[str]:
    """The members of metadata that say how to pack. Others can have any type, and a name that means something else to knap."""
    names = {"pin", "ban"}
    names.update(_COSTS if cost == "given" else (), ("features",) if model is not None else ())
    names.update(path.lstrip("-").partition(".")[2].partition(".")[0] for path in (map or {}).values())
    return names


def picked(items: List[Dict[str, Any]], budget: float, keep_order: bool, **options: Any) -> List[int]:
    """The numbers of the picked items. Where not all of them have a score, the query's vector makes it if all of them have a vector, or else
    the order of the retriever is the score."""
    taken = _taken(options.get("cost"), options.get("model"), options.get("map"))
    ranked = any(item["score"] is None for item in items)
    width = {len(item["vector"]) if item["vector"] is not None else 0 for item in items}
    query = options.get("query_vector")
    if query is not None and not (ranked and width == {len(query)}):
        options["query_vector"] = None
    for rank, item in enumerate(items):
        if ranked:
            item["score"] = 1 - rank / len(items) if options.get("query_vector") is None else None
        if len(width) > 1:
            item["vector"] = None
        item["metadata"] = {name: value for name, value in item["metadata"].items() if name in taken}
    indices = pack(items, budget, **{"jobs": 1, "progress": False, **options}).indices
    return sorted(indices) if keep_order else indices
