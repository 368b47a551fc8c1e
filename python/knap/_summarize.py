"""Summaries of documents: sentences that fit a budget, with their places in the sources."""

from __future__ import annotations

import html
import os
import re
from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from . import _knap
from ._common import natural, pairs, tokenizer_of, warn
from ._errors import InputError, SkippedWarning, UsageError
from ._policy import Report
from ._progress import Progress, progress_of

Path = Union[str, "os.PathLike[str]"]
Document = Union[str, Mapping[str, str]]


class Sentence(NamedTuple):
    """A sentence of a summary. ``begin`` and ``end`` are characters of the document's text."""

    text: str
    document: str
    begin: int
    end: int
    position: int
    picked: int
    cost: float
    trimmed: bool
    flaws: List[str]
    score: Optional[float]
    speaker: Optional[str]
    source: int
    """The number of the document in ``Summary.documents``."""


Place = Union[Sentence, Tuple[Union[int, Path], int]]
"""A sentence: one of a summary, or the document, by its number from 0 or by its name, and the number of the sentence in it, from 0."""


class Summary:
    """A summary. ``str(summary)`` is its text, one sentence per line; a notebook shows it beside its sources."""

    def __init__(self, raw: Tuple[Any, ...], budget: str, clusters: "Clusters", number: int) -> None:
        self.id: str = raw[0]
        self.language: str = raw[1]
        self.text: str = raw[2].rstrip("\n")
        self.cost: float = raw[3]
        self.budget = budget
        self.sentences: List[Sentence] = [
            Sentence(**{"score": None, "speaker": None, **one, "document": clusters.name(number, one["document"])})
            for one in raw[4]]
        self.recall: Optional[float] = None if raw[5] != raw[5] else raw[5]
        """ROUGE-1 recall, where the input has references."""
        self.skipped: List[Tuple[str, str]] = clusters.skipped
        """Files in the folders and archives that were given which could not be read: (file, what is wrong)."""
        self._clusters: Optional[Clusters] = clusters
        self._number = number
        self._documents: List[Tuple[str, str]] = []

    @property
    def documents(self) -> List[Tuple[str, str]]:
        """The name and the text of each document. Copies were left out."""
        return list(self._documents) if self._clusters is None else self._clusters.documents(self._number)

    def __getstate__(self) -> Dict[str, Any]:
        """The texts of its own documents go with a summary, without those of the other clusters."""
        return {**self.__dict__, "_clusters": None, "_documents": self.documents}

    def __str__(self) -> str:
        return self.text

    def __len__(self) -> int:
        return len(self.sentences)

    def __repr__(self) -> str:
        start = self.text[:60] + ("..." if len(self.text) > 60 else "")
        return f"<Summary: {len(self)} sentences, cost {self.cost:g} of {self.budget}: {start!r}>"

    def _repr_html_(self) -> str:
        documents = self.documents
        lines = "".join(
            f"<p style='margin:.3em 0'>{html.escape(s.text)} <sup title='{html.escape(s.document, quote=True)}'>"
            f"{number}</sup></p>" for number, s in enumerate(self.sentences, 1))
        sources = "".join(self._source(index, name, text) for index, (name, text) in enumerate(documents))
        return (
            "<div style='display:flex;flex-wrap:wrap;gap:1.5em;text-align:left;line-height:1.45'>"
            f"<div style='flex:1 1 22em'><b>Summary</b> <small>{len(self)} sentences, {self.cost:g} of "
            f"{html.escape(self.budget)}</small>{lines}</div>"
            f"<div style='flex:1 1 26em;max-height:28em;overflow:auto'><b>Sources</b>{sources}</div></div>")

    def _source(self, index: int, name: str, text: str) -> str:
        """A document with the chosen sentences marked; open where there are some."""
        chosen = sorted((s.begin, s.end, n) for n, s in enumerate(self.sentences, 1) if s.source == index)
        parts, at = [], 0
        for begin, end, number in chosen:
            if begin < at:
                continue
            parts.append(html.escape(text[at:begin]))
            parts.append(f"<mark>{html.escape(text[begin:end])}<sup>{number}</sup></mark>")
            at = end
        parts.append(html.escape(text[at:]))
        count = f"{len(chosen)} chosen" if chosen else "none chosen"
        return (f"<details{' open' if chosen else ''}><summary>{html.escape(os.path.basename(name))} "
                f"<small>{count}</small></summary><div style='white-space:pre-wrap;font-size:90%'>{''.join(parts)}"
                "</div></details>")


def _refuse_path(text: str) -> None:
    """A str is a text. One that names a file, or that can be nothing but a path or an address, is a mistake."""
    if len(text) > 1024 or "\n" in text or "\0" in text:
        return
    if re.fullmatch(r"https?://[!-~]+", text):
        raise UsageError(f"{text!r} is an address: knap does not use the network. Fetch the page, and give its text")
    if os.path.exists(text) or re.fullmatch(r"[!-~]*([/\\][!-~]*|\.[A-Za-z][0-9A-Za-z]{0,4})", text):
        raise UsageError(f"{text!r} is a path and not a text: write pathlib.Path({text!r}) to read it, or {{'text': {text!r}}} if these "
                         "are the words to summarize")


def _documents(texts: Iterable[Document]) -> List[Dict[str, str]]:
    made = []
    for number, one in enumerate(texts, 1):
        if isinstance(one, str):
            _refuse_path(one)
            made.append({"id": str(number), "text": one})
        elif isinstance(one, Mapping) and isinstance(one.get("text"), str):
            made.append({"id": str(one.get("id", number)), "text": one["text"]})
        elif isinstance(one, Mapping) and "text" in one:
            raise UsageError(f"the text of document {number} is {one['text']!r}: expected str")
        else:
            raise UsageError(f"document {number} is {type(one).__name__}: expected str or a dict with 'text' and 'id'")
    return made


def _cluster(given: Any, number: int, references: bool) -> Dict[str, Any]:
    if isinstance(given, str):
        given = [given]
    if not isinstance(given, Mapping):
        given = {"documents": given}
    if "documents" not in given:
        raise UsageError("a cluster is a str, a list of documents, or a dict with 'documents'")
    documents = given["documents"]
    made: Dict[str, Any] = {"id": str(given.get("id", number)),
                            "documents": _documents([documents] if isinstance(documents, str) else documents)}
    if not any(one["text"].strip() for one in made["documents"]):
        raise InputError(f"cluster '{made['id']}' has no text", "texts", number)
    if given.get("references"):
        refs = given["references"]
        made["references"] = [refs] if isinstance(refs, str) else list(refs)
    elif references:
        raise InputError(f"cluster '{made['id']}' has no references to learn from", "texts", number)
    return made


def _is_path(value: Any) -> bool:
    return isinstance(value, os.PathLike)


class Clusters(NamedTuple):
    """Clusters as the extension takes them, and the names of documents that were given in memory."""

    made: Any
    names: Optional[List[List[str]]]
    skipped: List[Tuple[str, str]]

    def documents(self, cluster: int) -> List[Tuple[str, str]]:
        return [(self.name(cluster, name), text) for name, text in _knap.clusters_documents(self.made, cluster)]

    def name(self, cluster: int, document: str) -> str:
        """The name of a document: in memory the library calls it LINE.NUMBER."""
        return document if self.names is None else self.names[cluster][int(document.split(".")[1]) - 1]


def clusters_of(given: Any, *, encoding: Optional[str] = None, each: bool = False, references: bool = False) -> Clusters:
    """Clusters of paths (pathlib.Path), or of an iterable of clusters."""
    if isinstance(given, str):
        _refuse_path(given)
        raise UsageError("clusters is one str: expected a list of clusters. knap.summarize takes one text")
    given = [given] if _is_path(given) else list(given)
    paths = sum(map(_is_path, given))
    if 0 < paths < len(given):
        raise UsageError(f"{paths} of {len(given)} clusters are paths and the others are not: give paths only, or texts only")
    if paths:
        made = _knap.clusters_paths([os.fsencode(one) for one in given], encoding, each)
        return Clusters(made, None, _warn_of(_knap.clusters_skipped(made)))
    read = [_cluster(one, number, references) for number, one in enumerate(given, 1)]
    return Clusters(_knap.clusters_list(read), [[one["id"] for one in cluster["documents"]] for cluster in read], [])


def _warn_of(skipped: List[Tuple[str, str]]) -> List[Tuple[str, str]]:
    if skipped:
        count = "a file was" if len(skipped) == 1 else f"{len(skipped)} files were"
        warn(f"{count} skipped: {'; '.join(f'{file}: {message}' for file, message in skipped[:3])}"
             f"{'; ...' if len(skipped) > 3 else ''}. The attribute 'skipped' of a summary lists all", SkippedWarning)
    return skipped


def _find(name: str, on: Clusters, argument: str) -> int:
    """The number of the document of this name, with its folder or without."""
    names = [document for document, _ in on.documents(0)]
    for known in (names, [os.path.basename(one) for one in names]):
        if known.count(name) == 1:
            return known.index(name)
        if name in known:
            raise UsageError(f"{argument}: {known.count(name)} documents have the name {name!r}: give the number of one")
    raise UsageError(f"{argument}: no document has the name {name!r}; the first is {names[0]!r}")


def _places(given: Iterable[Place], argument: str, on: Clusters) -> List[Tuple[int, int]]:
    """Sentences by their document and their number in it."""
    expected = "a sentence of a summary, or (document, sentence) with numbers from 0, the document by its name too"
    made = []
    for at, one in enumerate(given):
        label = f"{argument}[{at}]"
        if not isinstance(one, tuple) or (len(one) != 2 and not isinstance(one, Sentence)):
            raise UsageError(f"{label} is {one!r}: expected {expected}")
        document, sentence = (one.source, one.position) if isinstance(one, Sentence) else one
        if isinstance(document, (str, os.PathLike)):
            document = _find(os.fsdecode(document), on, label)
        made.append((natural(document, label, expected), natural(sentence, label, expected)))
    return made


class Summarizer:
    """A model that summarizes: the one that comes with knap, a file, or one that `train` made.

    ``max_rouge`` picks for ROUGE-1 alone instead of for readers, ``trim=False`` keeps sentences whole, ``filter`` names what is never
    picked ("quotes,fragments"), ``decode`` is "greedy", "swap" or "mbr".
    """

    def __init__(self, model: Optional[Path] = None, *, max_rouge: bool = False, trim: bool = True,
                 filter: Optional[str] = None, decode: Optional[str] = None) -> None:
        self._open(_knap.summarizer_parse(None, "") if model is None else _knap.summarizer_load(model), max_rouge, trim,
                   filter, decode)

    def _open(self, made: Any, max_rouge: bool = False, trim: bool = True, filter: Optional[str] = None,
              decode: Optional[str] = None) -> "Summarizer":
        self._made = made
        self._options = (max_rouge, trim, filter, decode)
        self.report_: Optional[Report] = None
        _knap.summarizer_set(made, max_rouge, trim, filter, decode)
        return self

    @classmethod
    def load(cls, path: Path, **options: Any) -> "Summarizer":
        """Reads a model file of ``knap train`` or `save`."""
        return cls(path, **options)

    @classmethod
    def from_bytes(cls, data: bytes, **options: Any) -> "Summarizer":
        made: Summarizer = cls.__new__(cls)
        return made._open(_knap.summarizer_parse(data, "bytes"), **options)

    @classmethod
    def train(cls, clusters: Any, budget: str = "665b", *, validate: Any = None, tokenizer: Optional[Path] = None,
              language: Optional[str] = None, max_rouge: bool = False, text: Optional[Mapping[str, Any]] = None,
              encoding: Optional[str] = None, jobs: int = 0, progress: Progress = None,
              **settings: Any) -> "Summarizer":
        """Trains on clusters with references: paths (pathlib.Path), or dicts with "documents" and "references".

        ``settings`` are those of ``knap train`` and ``text`` those of text (`knap.settings`).
        """
        on = clusters_of(clusters, encoding=encoding, references=True)
        held_out = None if validate is None else clusters_of(validate, encoding=encoding, references=True)
        with progress_of(progress) as tell:
            made, report = _knap.summarizer_train(on.made, held_out and held_out.made, budget, tokenizer_of(tokenizer), language,
                                                  pairs(settings, "train"), pairs(text or {}, "text"), max_rouge, jobs,
                                                  tell)
        self: Summarizer = cls.__new__(cls)
        self._open(made)
        self.report_ = Report(*report)
        return self

    def save(self, path: Path) -> None:
        """Writes a model file. The file is complete or absent."""
        _knap.summarizer_save(self._made, path)

    def to_bytes(self) -> bytes:
        return _knap.summarizer_write(self._made)

    def __getstate__(self) -> Dict[str, Any]:
        return {"bytes": self.to_bytes(), "options": self._options, "report": self.report_}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self._open(_knap.summarizer_parse(state["bytes"], "pickled summarizer"), *state["options"])
        self.report_ = state["report"]

    @property
    def budget(self) -> str:
        """The budget that it was trained for."""
        return _knap.summarizer_info(self._made)[0]

    @property
    def settings(self) -> Dict[str, str]:
        return {**_knap.summarizer_info(self._made)[1], **_knap.summarizer_info(self._made)[2]}

    def summarize(self, texts: Union[Document, Path, Iterable[Document], Iterable[Path]], budget: Optional[str] = None, *,
                  pins: Iterable[Place] = (), bans: Iterable[Place] = (), **options: Any) -> Summary:
        """One summary of one document, or of several about one topic.

        ``pins`` and ``bans`` are sentences that must, or must not, be in the summary: sentences of an earlier summary of the same
        texts, or tuples (document, sentence) with numbers from 0. A document can be named instead. `Summary.documents` has the
        documents, and `Sentence.position` the number of a sentence. See `summarize_all` for the options.
        """
        given: Any = texts
        if isinstance(given, (str, Mapping)):
            given = [given]
        elif not _is_path(given):
            given = list(given)
        paths = _is_path(given) or (given and all(map(_is_path, given)))
        made = self.summarize_all(given if paths else [given], budget, pins=pins, bans=bans, **options)
        if len(made) != 1:
            raise UsageError(f"the input has {len(made)} clusters: use summarize_all")
        return made[0]

    def summarize_all(self, clusters: Any, budget: Optional[str] = None, *, tokenizer: Optional[Path] = None,
                      language: Optional[str] = None, order: str = "depend", system: Optional[str] = None, query: Optional[str] = None,
                      pins: Iterable[Place] = (), bans: Iterable[Place] = (), encoding: Optional[str] = None,
                      each: bool = False, seed: int = 1, jobs: int = 0, progress: Progress = None) -> List[Summary]:
        """A summary per cluster.

        ``clusters`` is a path or several (pathlib.Path: files and folders in any format of docs/FORMATS.md; a file in them that cannot be
        read is skipped with a `SkippedWarning`), or an iterable of clusters: a
        str, a list of documents, or a dict with "id" and "documents". A document is a str or a dict with "text" and "id". ``budget`` is
        such as "100w", "665b", "600c", "5s", "10%" or, with ``tokenizer`` (a vocabulary file), "1000t". ``order`` is "depend", "source" or
        "picked". ``query`` makes it a summary of what the documents say about it. ``system`` names a system that picks instead of the model. ``each`` makes each file a cluster.
        ``pins`` and ``bans`` are for one cluster: see `summarize`.
        """
        on = clusters_of(clusters, encoding=encoding, each=each)
        pins, bans = list(pins), list(bans)
        if (pins or bans) and (count := _knap.clusters_count(on.made)) != 1:
            raise UsageError(f"pins and bans need one cluster; these are {count}")
        pinned, banned = _places(pins, "pins", on), _places(bans, "bans", on)
        with progress_of(progress) as tell:
            length, made = _knap.summarize(self._made, on.made, budget, tokenizer_of(tokenizer), language, order, system, query,
                                           pinned, banned, jobs, seed, tell)
        return [Summary(raw, length, on, number) for number, raw in enumerate(made)]

    def __repr__(self) -> str:
        budget, _, _, columns = _knap.summarizer_info(self._made)
        report = "" if self.report_ is None else f", reward {self.report_.reward:.4f}"
        return f"<Summarizer: {columns} columns, trained for {budget}{report}>"


_default: List[Summarizer] = []


def _embedded() -> Summarizer:
    if not _default:
        _default.append(Summarizer())
    return _default[0]


def summarize(texts: Union[Document, Path, Iterable[Document], Iterable[Path]], budget: Optional[str] = None, *,
              pins: Iterable[Place] = (), bans: Iterable[Place] = (), **options: Any) -> Summary:
    """Summarizes one document, or several about one topic, with the model that comes with knap.

    ``texts`` is a str, a list of documents (str, or dicts with "text" and "id"), or paths (pathlib.Path). See
    `Summarizer.summarize` for ``pins`` and ``bans`` and `Summarizer.summarize_all` for the options.

    >>> import knap
    >>> str(knap.summarize("The dam broke on Monday. It rained.", budget="6w"))
    'The dam broke on Monday.'
    """
    return _embedded().summarize(texts, budget, pins=pins, bans=bans, **options)


def summarize_all(clusters: Any, budget: Optional[str] = None, **options: Any) -> List[Summary]:
    """A summary per cluster, with the model that comes with knap. See `Summarizer.summarize_all`."""
    return _embedded().summarize_all(clusters, budget, **options)
