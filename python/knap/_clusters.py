"""Clusters of documents: from texts, tables, generators and paths."""

from __future__ import annotations

import os
import re
import reprlib
from collections.abc import Iterable, Mapping
from typing import Any, Dict, List, NamedTuple, Optional, Protocol, Tuple, Union

from . import _knap
from ._common import warn
from ._errors import InputError, KnapError, SkippedWarning, UsageError
from ._tables import columns_of, is_table

Path = Union[str, "os.PathLike[str]"]


class Stream(Protocol):
    """A table that gives its columns by Arrow's PyCapsule interface."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...


Texts = Union[str, Mapping[str, Any], "os.PathLike[str]", Iterable[Any], Stream]
"""One or several documents: a str, dicts, paths, or a table."""

_EXPECTED = "expected a str, a list of documents, or a dict with 'documents'"


def is_path(value: Any) -> bool:
    return isinstance(value, os.PathLike)


# ---- Texts ----


def _refuse_path(text: str) -> None:
    """A str is a text. One that names a file, or that can be nothing but a path or an address, is a mistake."""
    if len(text) > 1024 or "\n" in text or "\0" in text:
        return
    if re.fullmatch(r"https?://[!-~]+", text):
        raise UsageError(f"{text!r} is an address: knap does not use the network. Fetch the page, and give its text")
    if os.path.exists(text) or re.fullmatch(r"[!-~]*([/\\][!-~]*|\.[A-Za-z][0-9A-Za-z]{0,4})", text):
        raise UsageError(f"{text!r} is a path and not a text: write pathlib.Path({text!r}) to read it, or {{'text': {text!r}}} if these "
                         "are the words to summarize")


def _text(text: Any, called: str) -> str:
    if not isinstance(text, str):
        raise UsageError(f"{called} is {text!r}: expected str")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError(f"{called} has half of a surrogate pair, which is no character") from None
    return text


def _document(one: Any, number: int) -> Dict[str, str]:
    if isinstance(one, str):
        _refuse_path(one)
        return {"id": str(number), "text": _text(one, f"document {number}")}
    if isinstance(one, Mapping) and "text" in one:
        return {"id": str(one.get("id", number)), "text": _text(one["text"], f"the text of document {number}")}
    kind = repr(one) if one is None else "a dict without 'text'" if isinstance(one, Mapping) else type(one).__name__
    raise UsageError(f"document {number} is {kind}: expected str or a dict with 'text' and 'id'")


def _cluster(given: Any, number: int, references: bool) -> Dict[str, Any]:
    if isinstance(given, str):
        given = [given]
    if not isinstance(given, Mapping):
        given = {"documents": given}
    if "documents" not in given and "text" in given:
        given = {"documents": [given]}
    if "documents" not in given:
        raise UsageError(f"cluster {number} has no 'documents': {_EXPECTED}")
    documents = given["documents"]
    if not isinstance(documents, Iterable):
        raise UsageError(f"cluster {number} is {documents!r}: {_EXPECTED}")
    documents = [documents] if isinstance(documents, str) else documents
    made: Dict[str, Any] = {"id": str(given.get("id", number)),
                            "documents": [_document(one, place) for place, one in enumerate(documents, 1)]}
    if not any(one["text"].strip() for one in made["documents"]):
        raise InputError(f"cluster '{made['id']}' has no text", "texts", number)
    refs = given.get("references")
    if isinstance(refs, str) or (refs is not None and len(refs)):
        made["references"] = [_text(one, "a reference") for one in ([refs] if isinstance(refs, str) else refs)]
    elif references:
        raise InputError(f"cluster '{made['id']}' has no references to learn from", "texts", number)
    return made


# ---- Tables ----


def documents_of_table(table: Any, column: Optional[str]) -> List[Dict[str, Any]]:
    """The rows of a table as documents: the column of texts, and the column "id" if there is one."""
    columns = columns_of(table)
    names = [column] if column is not None else [name for name in ("text", "documents") if name in columns]
    if not names or names[0] not in columns:
        wanted = f"column '{column}'" if column is not None else "column 'text' or 'documents'"
        raise UsageError(f"the table has no {wanted}; its columns are {', '.join(map(str, columns))}: name one with column=")
    rows = [{"text": text} for text in columns[names[0]]]
    if "id" in columns and names[0] != "id":
        rows = [{**row, "id": one} for row, one in zip(rows, columns["id"])]
    return rows


def _clusters_of_table(table: Any, column: Optional[str], by: Optional[str]) -> List[Any]:
    """A cluster per row, or per value of the column `by`."""
    rows = documents_of_table(table, column)
    columns = columns_of(table)
    if by is None:
        made: List[Any] = [{"id": row.get("id", number), "documents": [{"text": row["text"]}] if isinstance(row["text"], str)
                            else row["text"]} for number, row in enumerate(rows, 1)]
        for name in ("references", "reference"):
            if name in columns:
                return [{**one, "references": refs} for one, refs in zip(made, columns[name])]
        return made
    if by not in columns:
        raise UsageError(f"the table has no column '{by}'; its columns are {', '.join(map(str, columns))}")
    groups: Dict[Any, List[Any]] = {}
    for key, row in zip(columns[by], rows):
        groups.setdefault(key, []).append(row)
    return [{"id": key, "documents": group} for key, group in groups.items()]


# ---- All of them ----


class Clusters(NamedTuple):
    """Clusters as the extension takes them, and the names of documents that were given in memory."""

    made: Any
    total: int
    names: Optional[List[List[str]]]
    skipped: List[Tuple[str, str]]
    wrong: Dict[int, KnapError]
    """Of those that were given in memory: what is wrong with a cluster, by its number among all. They are not in `made`."""

    def documents(self, cluster: int) -> List[Tuple[str, str]]:
        return [(self.name(cluster, name), text) for name, text in _knap.clusters_documents(self.made, cluster)]

    def name(self, cluster: int, document: str) -> str:
        """The name of a document: in memory the library calls it LINE.NUMBER."""
        return document if self.names is None else self.names[cluster][int(document.split(".")[1]) - 1]


def _warn_of(skipped: List[Tuple[str, str]]) -> List[Tuple[str, str]]:
    if skipped:
        count = "a file was" if len(skipped) == 1 else f"{len(skipped)} files were"
        warn(f"{count} skipped: {'; '.join(f'{file}: {message}' for file, message in skipped[:3])}"
             f"{'; ...' if len(skipped) > 3 else ''}. The attribute 'skipped' of a summary lists all", SkippedWarning)
    return skipped


def several(given: Any, column: Optional[str] = None, by: Optional[str] = None, called: str = "clusters") -> Iterable[Any]:
    """What was given for clusters, as an iterable of clusters or of paths."""
    if isinstance(given, str):
        _refuse_path(given)
        raise UsageError("clusters is one str: expected a list of clusters. knap.summarize takes one text")
    if isinstance(given, Mapping):
        raise UsageError("clusters is one dict: expected a list of clusters. knap.summarize takes one cluster")
    if is_table(given):
        return _clusters_of_table(given, column, by)
    if column is not None or by is not None:
        raise UsageError(f"{'column' if column is not None else 'by'} is for tables: pandas, Polars or Arrow")
    if hasattr(given, "to_pylist"):  # an array of Arrow
        return given.to_pylist()  # type: ignore[no-any-return]
    if is_path(given):
        return [given]
    if isinstance(given, bytes) or not isinstance(given, Iterable):
        expected = "a list of clusters" if called == "clusters" else "a str, a list of documents"
        raise UsageError(f"{called} is {reprlib.repr(given)}: expected {expected}, a table or paths (pathlib.Path)")
    return given


def clusters_of(given: Any, *, encoding: Optional[str] = None, format: Optional[str] = None, each: bool = False,
                references: bool = False, first: int = 1, keep_wrong: bool = False, column: Optional[str] = None,
                by: Optional[str] = None) -> Clusters:
    """Clusters of paths (pathlib.Path), of a table or of an iterable of clusters, whose numbers begin with `first`."""
    given = list(several(given, column, by))
    paths = sum(map(is_path, given))
    if 0 < paths < len(given):
        raise UsageError(f"{paths} of {len(given)} clusters are paths and the others are not: give paths only, or texts only")
    if paths:
        made = _knap.clusters_paths([os.fsencode(one) for one in given], encoding, format, each)
        return Clusters(made, _knap.clusters_count(made), None, _warn_of(_knap.clusters_skipped(made)), {})
    if format is not None:
        raise UsageError(f"format={format!r} is for files: give their paths (pathlib.Path); texts in memory are plain text")
    read, wrong = [], {}
    for number, one in enumerate(given):
        try:
            read.append(_cluster(one, first + number, references))
        except KnapError as problem:
            if not keep_wrong:
                raise
            wrong[number] = problem
    if not read and not wrong and not keep_wrong:
        raise InputError("there is no text to summarize", "texts")
    names = [[one["id"] for one in cluster["documents"]] for cluster in read]
    return Clusters(_knap.clusters_list(read) if read else None, len(read), names, [], wrong)
