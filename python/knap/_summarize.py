"""Summarizers: models that summarize clusters of documents within a budget."""

from __future__ import annotations

import inspect
import itertools
import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Optional, Tuple, TypedDict, TypeVar, Union

from . import _knap
from ._clusters import Clusters, Path, Texts, clusters_of, documents_of_table, is_path, several
from ._common import Tokenizer, jobs_of, natural, pairs, tokenizer_of, warn
from ._errors import KnapError, UsageError
from ._policy import Report
from ._progress import Progress, progress_of
from ._settings import Text, Train
from ._summary import Sentence, Summaries, Summary, why_empty
from ._tables import is_table

if TYPE_CHECKING:
    from typing_extensions import Unpack

Place = Union[Sentence, Tuple[Union[int, Path], int]]
"""A sentence: one of a summary, or the document, by its number from 0 or by its name, and the number of the sentence in it, from 0."""

BLOCK = 256  # clusters that are in memory as instances at once

_OPTIONS = """
``budget`` is such as "100w" (words), "665b" (bytes; the default), "600c" (characters), "5s" (sentences), "10%" or, with ``tokenizer``, "1000t".

Options, all by name: ``tokenizer`` is a vocabulary file, an object with `encode` such as an encoding of tiktoken, or a function that
counts the tokens of a str. ``order`` is "depend", "source" or "picked". ``query`` makes it a summary of what the documents say about it.
``system`` names a system that picks instead of the model. ``each`` makes each file a cluster. ``column`` and ``by`` are columns of tables.
``language`` is a code such as "de", ``encoding`` and ``format`` ("markdown", "rst", "pdf") are those of all files; they are recognised
without. ``jobs`` is the number of threads, 0 means one per CPU. ``seed`` is that of random choices. ``progress`` is True, False, or a
function that gets the fraction, the stage and the reward.
"""

F = TypeVar("F", bound=Callable[..., Any])


def _described(function: F) -> F:
    """Adds the options to the help of a function that has them."""
    function.__doc__ = f"{inspect.cleandoc(function.__doc__ or '')}\n{_OPTIONS}"
    return function


class Options(TypedDict, total=False):
    """The options of summaries. `_OPTIONS` describes them."""

    tokenizer: Tokenizer
    language: Optional[str]
    order: str
    system: Optional[str]
    query: Optional[str]
    encoding: Optional[str]
    format: Optional[str]
    each: bool
    column: Optional[str]
    by: Optional[str]
    seed: int
    jobs: int
    progress: Progress


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


class Picking(TypedDict, total=False):
    """The options of a `Summarizer`."""

    max_rouge: bool
    trim: Optional[str]
    filter: Optional[str]
    decode: Optional[str]


class Summarizer:
    """A model that summarizes: the one that comes with knap, a file, or one that `train` made.

    ``max_rouge`` picks for ROUGE-1 alone instead of for readers, ``trim`` is "none" (whole sentences), "safe" or "clauses", ``filter`` names what is never
    picked ("quotes,fragments"), ``decode`` is "greedy", "swap" or "mbr".
    """

    def __init__(self, model: Optional[Path] = None, *, max_rouge: bool = False, trim: Optional[str] = None,
                 filter: Optional[str] = None, decode: Optional[str] = None) -> None:
        self._open(_knap.summarizer_parse(None, "") if model is None else _knap.summarizer_load(model), max_rouge, trim,
                   filter, decode)

    def _open(self, made: Any, max_rouge: bool = False, trim: Optional[str] = None, filter: Optional[str] = None,
              decode: Optional[str] = None) -> "Summarizer":
        self._made = made
        self._options = (max_rouge, trim, filter, decode)
        self.report_: Optional[Report] = None
        self.trials_: List[Dict[str, Any]] = []
        """What `knap.tune` tried: the settings and the score of each trial."""
        _knap.summarizer_set(made, max_rouge, trim, filter, decode)
        return self

    @classmethod
    def load(cls, path: Path, **options: Unpack[Picking]) -> "Summarizer":
        """Reads a model file of ``knap train`` or `save`."""
        return cls(path, **options)

    @classmethod
    def from_bytes(cls, data: bytes, **options: Unpack[Picking]) -> "Summarizer":
        made: Summarizer = cls.__new__(cls)
        return made._open(_knap.summarizer_parse(data, "bytes"), **options)

    @classmethod
    def train(cls, clusters: Any, budget: str = "665b", *, validate: Any = None, tokenizer: Tokenizer = None,
              language: Optional[str] = None, max_rouge: bool = False, text: Optional[Text] = None,
              encoding: Optional[str] = None, jobs: int = 0, progress: Progress = None,
              **settings: Unpack[Train]) -> "Summarizer":
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
        return {"bytes": self.to_bytes(), "options": self._options, "report": self.report_, "trials": self.trials_}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self._open(_knap.summarizer_parse(state["bytes"], "pickled summarizer"), *state["options"])
        self.report_, self.trials_ = state["report"], state.get("trials", [])

    @property
    def budget(self) -> str:
        """The budget that it was trained for."""
        return _knap.summarizer_info(self._made)[0]

    @property
    def settings(self) -> Dict[str, str]:
        return {**_knap.summarizer_info(self._made)[1], **_knap.summarizer_info(self._made)[2]}

    @_described
    def summarize(self, texts: Texts, budget: Optional[str] = None, *,
                  pins: Iterable[Place] = (), bans: Iterable[Place] = (), **options: Unpack[Options]) -> Summary:
        """One summary of one document, or of several about one topic.

        ``texts`` is a str, a list of documents (str, or dicts with "text" and "id"), a dict with "documents", a table with a document per
        row (pandas, Polars, Arrow; ``column`` names the texts), or paths (pathlib.Path). ``pins`` and ``bans`` are sentences that must, or
        must not, be in the summary: sentences of an earlier summary of the same texts, or tuples (document, sentence) with numbers from
        0. A document can be named instead. `Summary.documents` has the documents, and `Sentence.position` the number of a sentence.
        """
        given: Any = texts
        if is_table(given):
            given = documents_of_table(given, options.pop("column", None))
        elif isinstance(given, (str, Mapping)):
            given = given if isinstance(given, Mapping) and "documents" in given else [given]
        elif not is_path(given):
            given = list(several(given, called="texts"))
        paths = is_path(given) or (given and all(map(is_path, given)))
        made = self._all(given if paths else [given], budget, pins, bans, "raise", 0, options)
        if len(made) != 1:
            raise UsageError(f"the input has {len(made)} clusters: use summarize_all")
        return made[0]

    @_described
    def summarize_all(self, clusters: Any, budget: Optional[str] = None, *, pins: Iterable[Place] = (), bans: Iterable[Place] = (),
                      errors: str = "raise", **options: Unpack[Options]) -> Summaries:
        """A summary per cluster, in a list.

        ``clusters`` is a path or several (pathlib.Path: files and folders in any format of docs/FORMATS.md; a file in them that cannot be
        read is skipped with a `SkippedWarning`), an iterable of clusters, or a table (pandas, Polars, Arrow). A cluster is a str, a
        list of documents, or a dict with "id" and "documents"; a document is a str or a dict with "text" and "id". A table has a
        cluster per row in the column "documents" or "text", or in the one that ``column`` names; with ``by``, rows with the same value of
        that column are the documents of one cluster. Columns "id" and "references" are used. ``pins`` and ``bans`` are for one cluster: see
        `summarize`.

        ``errors="return"`` gives a cluster in memory that is wrong (None, no text) an empty summary with the exception in ``error``, and
        `Summaries.errors` has all of them; otherwise the first one is raised.
        """
        return self._all(clusters, budget, pins, bans, errors, 0, options)

    @_described
    def summarize_iter(self, clusters: Any, budget: Optional[str] = None, *, errors: str = "raise", batch: int = BLOCK,
                       **options: Unpack[Options]) -> Iterator[Summary]:
        """The summaries of clusters one after the other, in little memory: for generators, and for more than fits.

        It takes ``batch`` clusters at a time from an iterable, and summarizes them with all threads. The summaries are those of
        `summarize_all`, whose arguments it has. Each path of an iterable of paths is summarized by itself.
        """
        if batch < 1:
            raise UsageError(f"batch={batch}: expected a number from 1")
        given = iter(several(clusters, options.pop("column", None), options.pop("by", None)))
        done = 0
        while part := list(itertools.islice(given, batch)):
            for piece in ([[one] for one in part] if all(map(is_path, part)) else [part]):
                made = self._all(piece, budget, (), (), errors, done, options)
                done += len(made)
                yield from made

    def _all(self, clusters: Any, budget: Optional[str], pins: Iterable[Place], bans: Iterable[Place], errors: str, done: int,
             given: Options) -> Summaries:
        """Summaries of clusters before which `done` others were summarized."""
        options: Dict[str, Any] = {"tokenizer": None, "language": None, "order": "depend", "system": None, "query": None,
                                   "encoding": None, "format": None, "each": False, "column": None, "by": None, "seed": 1, "jobs": 0,
                                   "progress": None}
        for name in given:
            if name not in options:
                raise UsageError(f"there is no option '{name}'; the options are {', '.join(options)}")
        options.update(given)
        if errors not in ("raise", "return"):
            raise UsageError(f"errors={errors!r}: expected 'raise' or 'return'")
        if budget is not None and not isinstance(budget, str):
            budget = str(budget)  # the library says which units there are
        jobs = jobs_of(options["jobs"])
        counter = tokenizer_of(options["tokenizer"])
        on = clusters_of(clusters, encoding=options["encoding"], format=options["format"], each=options["each"], first=done + 1,
                         keep_wrong=errors == "return", column=options["column"], by=options["by"])
        pins, bans = list(pins), list(bans)
        if (pins or bans) and on.total != 1:
            raise UsageError(f"pins and bans need one cluster; these are {on.total}")
        pinned, banned = _places(pins, "pins", on), _places(bans, "bans", on)
        made: List[Summary] = []
        empty: List[str] = []
        with progress_of(options["progress"]) as tell:
            for first in range(0, on.total, BLOCK):
                count = min(BLOCK, on.total - first)
                length, raw = _knap.summarize(self._made, on.made, budget, counter, options["language"], options["order"],
                                              options["system"], options["query"], pinned, banned, jobs, options["seed"] + done,
                                              first, count, tell and _part(tell, first / on.total, count / on.total))
                made += [Summary(one, length, on, first + number) for number, one in enumerate(raw)]
                empty += [f"{one[0]}: {why}" for one in raw if (why := why_empty(one, length))]
        if empty:
            warn(f"{'a summary is' if len(empty) == 1 else f'{len(empty)} summaries are'} empty: {'; '.join(empty[:3])}{'; ...' if len(empty) > 3 else ''}")
        for number, error in on.wrong.items():
            made.insert(number, Summary._of_error(error, on))
        return Summaries(made, on.skipped)

    def _raw(self, clusters: List[Any], budget: Optional[str], language: Optional[str], order: str) -> Tuple[str, List[Any], Dict[int, KnapError]]:
        """The budget, the summaries of clusters in memory as the extension gives them, by one thread, and what is wrong with the others."""
        on = clusters_of(clusters, keep_wrong=True)
        if not on.total:
            return "", [], on.wrong
        length, raw = _knap.summarize(self._made, on.made, budget if budget is None else str(budget), None, language, order, None, None, [], [], 1, 1,
                                 0, on.total, None)
        return length, raw, on.wrong

    def __repr__(self) -> str:
        budget, _, _, columns = _knap.summarizer_info(self._made)
        report = "" if self.report_ is None else f", reward {self.report_.reward:.4f}"
        return f"<Summarizer: {columns} columns, trained for {budget}{report}>"


Tell = Callable[[float, str, float], object]


def _part(tell: Tell, start: float, share: float) -> Tell:
    """Progress of a part of the work, as progress of all."""
    return lambda fraction, stage, reward: tell(start + share * fraction, stage, reward)


_default: List[Summarizer] = []


def _embedded() -> Summarizer:
    if not _default:
        _default.append(Summarizer())
    return _default[0]


@_described
def summarize(texts: Texts, budget: Optional[str] = None, *,
              pins: Iterable[Place] = (), bans: Iterable[Place] = (), **options: Unpack[Options]) -> Summary:
    """Summarizes one document, or several about one topic, with the model that comes with knap.

    ``texts`` is a str, a list of documents (str, or dicts with "text" and "id"), a dict with "documents", a table, or paths
    (pathlib.Path). ``pins`` and ``bans`` are sentences that must, or must not, be in the summary: see `Summarizer.summarize`.

    >>> import knap
    >>> str(knap.summarize("The dam broke on Monday. It rained.", budget="6w"))
    'The dam broke on Monday.'
    """
    return _embedded().summarize(texts, budget, pins=pins, bans=bans, **options)


@_described
def summarize_all(clusters: Any, budget: Optional[str] = None, *, pins: Iterable[Place] = (), bans: Iterable[Place] = (),
                  errors: str = "raise", **options: Unpack[Options]) -> Summaries:
    """A summary per cluster, with the model that comes with knap. See `Summarizer.summarize_all`."""
    return _embedded().summarize_all(clusters, budget, pins=pins, bans=bans, errors=errors, **options)


@_described
def summarize_iter(clusters: Any, budget: Optional[str] = None, *, errors: str = "raise", batch: int = BLOCK,
                   **options: Unpack[Options]) -> Iterator[Summary]:
    """The same one after the other, in little memory. See `Summarizer.summarize_iter`."""
    return _embedded().summarize_iter(clusters, budget, errors=errors, batch=batch, **options)
