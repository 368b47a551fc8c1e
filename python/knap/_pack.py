"""Packing: the best list of items that fits a budget."""

from __future__ import annotations

import html
import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union, overload

from . import _knap
from ._arrays import data_of_arrays, instances_of_table, is_arrays
from ._columns import instances_of_columns, is_columns
from ._common import Reading, jobs_of, listed, natural, pairs, reading
from ._errors import UsageError
from ._progress import Progress, progress_of
from ._tables import is_frame, is_table

if TYPE_CHECKING:
    from typing_extensions import Unpack

_ITEMS = ("items", "passages", "candidates", "chunks", "contexts", "documents", "source_documents", "nodes",
          "source_nodes", "results", "hits", "matches", "docs", "points", "result", "response", "data")


class Passage(NamedTuple):
    """A passage of a context: its number, the items that it consists of, and, of one that was cut, which bytes of the UTF-8 text."""

    number: int
    indices: List[int]
    text: str
    spans: List[Tuple[int, int]]


class Packing:
    """The list that was picked for one instance, in the order of the picks."""

    __slots__ = ("_raw", "_source")

    def __init__(self, raw: Tuple[Any, ...], source: Any) -> None:
        self._raw = raw
        self._source = source

    @property
    def indices(self) -> List[int]:
        """The numbers of the picked items, from 0."""
        return self._raw[0]  # type: ignore[no-any-return]

    @property
    def cost(self) -> float:
        return self._raw[1]  # type: ignore[no-any-return]

    @property
    def budget(self) -> float:
        return self._raw[2]  # type: ignore[no-any-return]

    @property
    def reward(self) -> Optional[float]:
        """What the list earns, where the data have a reward."""
        return self._raw[3]  # type: ignore[no-any-return]

    @property
    def scores(self) -> Optional[List[float]]:
        """The model's score of each picked item, where the system scores what it picks."""
        return self._raw[4]  # type: ignore[no-any-return]

    @property
    def duplicates(self) -> List[Tuple[int, int]]:
        """Items that were left out because they repeat another one: (item, of)."""
        flat = self._raw[5] or []
        return list(zip(flat[::2], flat[1::2]))

    @property
    def context(self) -> Optional[str]:
        """The passages as one text, with ``format``, ``merge`` or ``compress``. ``cost`` is its count where costs are counted."""
        return self._raw[6]  # type: ignore[no-any-return]

    @property
    def passages(self) -> List[Passage]:
        """The passages of the context, in its order; the first has the number 1."""
        return [Passage(at + 1, indices, text, list(zip(flat[::2], flat[1::2])) if flat else [])
                for at, (indices, text, flat) in enumerate(self._raw[7] or [])]

    @property
    def left(self) -> dict[int, str]:
        """Why the other items are not in the list, with ``explain=True``: "no-room", "duplicate" and so on, by number."""
        return {i: reason for i, reason in enumerate(self._raw[8] or []) if reason != "picked"}

    @property
    def items(self) -> Any:
        """The picked items as they were given: dicts, or rows of the frame. None for arrays."""
        if is_frame(self._source):
            return self._source.iloc[self.indices]
        if self._source is None or is_arrays(self._source):
            return None
        items = _items(self._source)
        return [items[i] for i in self.indices]

    @property
    def texts(self) -> List[str]:
        """The texts of the picked items that have one under a usual name."""
        names = ("text", "content", "passage", "page_content", "body", "chunk", "snippet", "sentence")
        if is_frame(self._source):
            name = next((n for n in names if n in self._source.columns), None)
            return [] if name is None else [str(t) for t in self.items[name]]
        return [str(next(item[n] for n in names if item.get(n) is not None))
                for item in self.items or [] if any(item.get(n) is not None for n in names)]

    def __len__(self) -> int:
        return len(self.indices)

    def __iter__(self) -> Iterator[int]:
        return iter(self.indices)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Packing) and self._raw == other._raw

    def __repr__(self) -> str:
        reward = "" if self.reward is None else f", reward {self.reward:.4f}"
        return f"<Packing: items {self.indices}, cost {self.cost:g} of {self.budget:g}{reward}>"

    def _repr_html_(self) -> str:
        texts = self.texts if len(self.texts) == len(self) else [""] * len(self)
        columns = [("item", [str(index) for index in self.indices])]
        if self.scores is not None:
            columns.append(("score", [f"{score:.4f}" for score in self.scores]))
        columns.append(("text", [html.escape(text) for text in texts]))
        head = "".join(f"<th style='text-align:left'>{name}</th>" for name, _ in columns)
        rows = "".join("<tr>" + "".join(f"<td style='text-align:left'>{cell}</td>" for cell in row) + "</tr>"
                       for row in zip(*(cells for _, cells in columns)))
        reward = "" if self.reward is None else f", reward {self.reward:.4f}"
        return (f"<table><caption>cost {self.cost:g} of {self.budget:g}{reward}</caption><thead><tr>{head}</tr></thead>"
                f"<tbody>{rows}</tbody></table>")


class Packings(Sequence[Packing]):
    """The lists of many instances. An instance that is wrong has an exception in ``errors``, and an empty list."""

    def __init__(self, raw: List[Any], sources: Sequence[Any]) -> None:
        self._raw = raw
        self._sources = sources

    @property
    def errors(self) -> dict[int, BaseException]:
        """What is wrong with instances, by their number."""
        return {i: raw for i, raw in enumerate(self._raw) if isinstance(raw, BaseException)}

    @property
    def indices(self) -> List[List[int]]:
        return [[] if isinstance(raw, BaseException) else raw[0] for raw in self._raw]

    @property
    def rewards(self) -> List[Optional[float]]:
        return [None if isinstance(raw, BaseException) else raw[3] for raw in self._raw]

    def __len__(self) -> int:
        return len(self._raw)

    @overload
    def __getitem__(self, index: int) -> Packing: ...

    @overload
    def __getitem__(self, index: slice) -> "Packings": ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Packing, "Packings"]:
        if isinstance(index, slice):
            return Packings(self._raw[index], self._sources[index])
        raw = self._raw[index]
        if isinstance(raw, BaseException):
            raw = ([], 0.0, float("nan"), None, None, None, None, None, None)
        return Packing(raw, self._sources[index])

    def __repr__(self) -> str:
        bad = len(self.errors)
        return f"<Packings: {len(self)} lists{f', {bad} errors' if bad else ''}>"


def _items(instance: Any) -> Any:
    if not isinstance(instance, Mapping):
        return instance
    for name in _ITEMS:
        if isinstance(instance.get(name), (list, tuple)):
            return instance[name]
        if isinstance(instance.get(name), Mapping) and (found := _items(instance[name])):
            return found
    return []


def systems() -> dict[str, str]:
    """The systems that pick lists, and what they are."""
    return {name: help for name, help, _ in _knap.systems()}


def default_system() -> str:
    """The system that packs where none is named: the first of the library's table."""
    return str(_knap.systems()[0][0])


def make_model(model: Any, system: Optional[str], settings: Optional[Mapping[str, Any]]) -> Any:
    """The model to pack with: that of a Policy or a file, or a system that needs no training."""
    from ._policy import Policy

    if model is not None:
        if system is not None or settings:
            raise UsageError("model and system cannot be given together")
        if isinstance(model, Policy):
            return model.model_
        if isinstance(model, (str, os.PathLike)):
            return _knap.model_load(model)
        if type(model).__name__ != "PyCapsule":
            raise UsageError(f"model is {model!r}: expected a Policy or a model file")
        return model
    name = system or default_system()
    made = [f"{key.rstrip('_').replace('_', '-')}={_plain(value)}" for key, value in (settings or {}).items()]
    return _knap.system(name, made, None, 1, None)


def _plain(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _chosen(given: Iterable[int], argument: str) -> List[Tuple[int, int]]:
    """Numbers of items as the extension takes them."""
    return [(0, natural(one, f"{argument}[{at}]", "the number of an item, from 0"))
            for at, one in enumerate(listed(given, argument, "a list of numbers of items, from 0"))]


def pack_all(
    instances: Any,
    budget: Optional[float] = None,
    *,
    model: Any = None,
    system: Optional[str] = None,
    settings: Optional[Mapping[str, Any]] = None,
    by: Optional[str] = None,
    pins: Iterable[int] = (),
    bans: Iterable[int] = (),
    errors: str = "raise",
    format: Optional[str] = None,
    merge: bool = False,
    compress: bool = False,
    order: Optional[str] = None,
    explain: bool = False,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
    **options: Unpack[Reading],
) -> Packings:
    """Packs many instances, in the order given.

    ``instances`` is an iterable of instances (dicts with "items", see docs/FORMATS.md, or mappings of arrays), or a pandas frame
    with one item per row, whose column ``by`` tells instances apart. ``budget`` replaces the budgets of the instances.

    ``model`` is a Policy or a model file; otherwise ``system`` (default "relevance", see `systems`) picks, with ``settings``.
    Items whose member "pin" is true are in their list, and those whose member "ban" is true are not. For one instance, ``pins`` and
    ``bans`` are numbers of such items.

    ``format`` ("text", "markdown", "xml", "json") makes one text of each list, ``context``, whose count fits the budget where costs are
    counted (``cost``, ``tokenizer``). ``merge`` joins picked items of a group whose positions follow each other, ``compress`` cuts items
    that do not fit to their best sentences, ``order`` is "picked", "relevance", "source" or "edges". ``explain`` keeps why other items
    are left out, as ``left``.

    ``errors="return"`` keeps exceptions of wrong instances in ``errors`` of the result instead of raising the first.
    ``jobs`` is the number of threads; 0 means one per CPU. The lists do not depend on it.

    Further options: ``cost`` ("bytes", "chars", "words", "tokens": count the cost in the text), ``tokenizer`` (a vocabulary file),
    ``per_item``, ``map`` ({"cost": "len"}), ``duplicates``, ``min_score``, ``min_ratio``, ``half_life`` ("30d"), ``per_group``, ``max_items``, as the options of ``knap pack``.
    """
    if errors not in ("raise", "return"):
        raise UsageError(f"errors={errors!r}: expected 'raise' or 'return'")
    made, jobs = make_model(model, system, settings), jobs_of(jobs)
    context = pairs({"format": format, "merge": merge or None, "compress": compress or None, "order": order}, "context")
    pinned, banned = _chosen(pins, "pins"), _chosen(bans, "bans")
    sources: Sequence[Any]
    if is_table(instances):
        instances, sources = instances_of_table(instances, by)
    elif is_columns(instances):
        instances = sources = instances_of_columns(instances)
    else:
        instances = sources = instances if isinstance(instances, list) else listed(instances, "instances", "a list of instances, or a table")
    if (pinned or banned) and len(instances) != 1:
        raise UsageError(f"pins and bans need one instance; these are {len(instances)}: mark the items with 'pin' and 'ban'")
    with progress_of(progress) as tell:
        if instances and is_arrays(instances[0]):
            if options or context or explain:
                name = next(iter(options), "explain" if explain else "format")
                raise UsageError(f"'{name}' is for items with texts, not for arrays")
            raw = _knap.pack_data(made, data_of_arrays(instances, budget), [], pinned, banned, jobs, seed, tell)
        else:
            raw = _knap.pack_list(made, instances, reading(budget, **options), pinned, banned, jobs, seed, tell, context,
                                  explain)
    if errors == "raise":
        for one in raw:
            if isinstance(one, BaseException):
                raise one
    return Packings(raw, sources)


class Listing(Reading, total=False):
    """How lists are made. `pack_all` describes the options."""

    format: Optional[str]
    merge: bool
    compress: bool
    order: Optional[str]
    explain: bool
    seed: int
    jobs: int
    progress: Progress


class PackOptions(Listing, total=False):
    """The options of `pack`."""

    model: Any
    system: Optional[str]
    settings: Optional[Mapping[str, Any]]


def pack(items: Any, budget: Optional[float] = None, *, query: Optional[str] = None, query_vector: Any = None, pins: Iterable[int] = (),
         bans: Iterable[int] = (), **options: Unpack[PackOptions]) -> Packing:
    """Picks the best list of items that fits the budget.

    ``items`` is a list of dicts (docs/FORMATS.md lists their members; the output of most retrievers is understood as it is), a pandas
    frame with one item per row, one instance as a dict with "items", or a mapping of numpy arrays: "cost" [n], "score" [n],
    "features" [n, d], "vector" [n, d], "p" [n], "group" [n], "pin" [n], "ban" [n]. Costs and vectors of float64 and features of
    float32 are not copied.

    Where items have texts and no scores, ``query`` makes them; where they have vectors, ``query_vector``, the embedding of the query,
    does. ``pins`` and ``bans`` are numbers of items that must, or must not,
    be in the list; members "pin" and "ban" of the items mean the same. See `pack_all` for the options.

    >>> import knap
    >>> knap.pack([{"cost": 3, "score": 0.9}, {"cost": 2, "score": 0.8}, {"cost": 2, "score": 0.7}], 4).indices
    [0]
    >>> knap.pack([{"cost": 3, "score": 0.9}, {"cost": 2, "score": 0.8}, {"cost": 2, "score": 0.7}], 5, pins=[2], bans=[1]).indices
    [2, 0]
    """
    source: Any
    if is_table(items):
        instances, sources = instances_of_table(items, None)
        instance, source = instances[0], sources[0]
    elif is_columns(items):
        made = instances_of_columns(items)
        if len(made) != 1:
            raise UsageError(f"these are the results of {len(made)} queries: pack_all packs a list for each")
        source = instance = made[0]
    elif isinstance(items, Mapping):
        source = instance = items  # type: ignore[assignment]
    else:
        items = listed(items, "items", "a list of items (dicts, or texts with cost='words'), a table or arrays")
        source, instance = items, {"items": items}
    if query is not None:
        if is_arrays(instance):
            raise UsageError("a query needs items with texts")
        instance = {**instance, "query": query}
    if query_vector is not None:
        instance = {**instance, "query_vector": query_vector}
    return Packing(pack_all([instance], budget, pins=pins, bans=bans, **options)._raw[0], source)
