"""Summaries: the chosen sentences, and their places in the documents."""

from __future__ import annotations

import html
import os
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Tuple, Union, overload

from ._clusters import Clusters
from ._errors import KnapError


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


def why_empty(raw: Tuple[Any, ...], budget: str) -> str:
    """Why a summary has no sentence, in the words of the command; empty for one that has some."""
    if raw[6] != raw[6]:
        return ""
    if raw[6] == float("inf"):
        return "no sentence in it, only code, tables or references: there is nothing to summarize"
    return f"no sentence fits the budget {budget}; the shortest costs {raw[6]:.0f}"


class Summary:
    """A summary. ``str(summary)`` is its text, one sentence per line; a notebook shows it beside its sources.

    It is a sequence of its sentences: ``for sentence in summary``, ``summary[0]``, ``len(summary)``.
    """

    def __init__(self, raw: Tuple[Any, ...], budget: str, clusters: Clusters, number: int) -> None:
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
        self.error: Optional[KnapError] = None
        """With ``errors="return"``: what is wrong with the cluster, whose summary is then empty."""
        self._clusters: Optional[Clusters] = clusters
        self._number = number
        self._documents: List[Tuple[str, str]] = []

    @classmethod
    def _of_error(cls, error: KnapError, clusters: Clusters) -> "Summary":
        made = cls(("", "und", "", 0.0, [], float("nan"), float("nan")), "", clusters, 0)
        made.error, made._clusters = error, None
        return made

    @property
    def documents(self) -> List[Tuple[str, str]]:
        """The name and the text of each document. Copies were left out."""
        return list(self._documents) if self._clusters is None else self._clusters.documents(self._number)

    def to_dict(self) -> Dict[str, Any]:
        """What ``knap summarize --json`` prints, as far as it is known here: for json.dumps, or a row of a table."""
        made: Dict[str, Any] = {"id": self.id, "language": self.language, "budget": self.budget, "cost": self.cost,
                                "summary": self.text, "sentences": [sentence._asdict() for sentence in self.sentences]}
        if self.recall is not None:
            made["rouge1_recall"] = self.recall
        if self.error is not None:
            made["error"] = str(self.error)
        return made

    def __getstate__(self) -> Dict[str, Any]:
        """The texts of its own documents go with a summary, without those of the other clusters."""
        return {**self.__dict__, "_clusters": None, "_documents": self.documents}

    def __str__(self) -> str:
        return self.text

    def __len__(self) -> int:
        return len(self.sentences)

    def __iter__(self) -> Iterator[Sentence]:
        return iter(self.sentences)

    @overload
    def __getitem__(self, index: int) -> Sentence: ...

    @overload
    def __getitem__(self, index: slice) -> List[Sentence]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Sentence, List[Sentence]]:
        return self.sentences[index]

    def __repr__(self) -> str:
        if self.error is not None:
            return f"<Summary: {type(self.error).__name__}: {self.error}>"
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


class Summaries(List[Summary]):
    """The summaries of many clusters, in their order."""

    def __init__(self, summaries: Iterable[Summary] = (), skipped: Iterable[Tuple[str, str]] = ()) -> None:
        super().__init__(summaries)
        self.skipped: List[Tuple[str, str]] = list(skipped)
        """Files in the folders and archives that were given which could not be read: (file, what is wrong)."""

    @property
    def errors(self) -> Dict[int, KnapError]:
        """With ``errors="return"``: what is wrong with clusters, by their number from 0."""
        return {number: one.error for number, one in enumerate(self) if one.error is not None}

    def __repr__(self) -> str:
        bad = len(self.errors)
        return f"<Summaries: {len(self)}{f', {bad} errors' if bad else ''}>"
