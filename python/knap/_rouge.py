"""ROUGE with the names of rouge_score and Hugging Face's evaluate, and the figures of ROUGE-1.5.5."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _knap
from ._common import jobs_of, listed, pairs, warn
from ._errors import UsageError
from ._progress import Progress, progress_of
from ._settings import Rouge as RougeSettings

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Score(NamedTuple):
    """The fields of rouge_score's Score."""

    precision: float
    recall: float
    fmeasure: float


class Rouge(Dict[str, Any]):
    """F by name: {"rouge1": 0.41, ...}, or lists of F with ``use_aggregator=False``.

    ``mean``, ``low`` and ``high`` have a Score per name: the bootstrap mean and its interval; they are empty without the aggregator.
    ``scores`` has, per name, the Score of each pair. ``language`` is the language whose words were counted; None means those of the
    script.
    """

    language: Optional[str]
    mean: Dict[str, Score]
    low: Dict[str, Score]
    high: Dict[str, Score]
    _parts: Dict[str, Tuple["array[float]", "array[float]", "array[float]"]]

    @property
    def scores(self) -> Dict[str, List[Score]]:
        """The Score of each pair, by name."""
        return {name: [Score(p, r, f) for r, p, f in zip(*parts)] for name, parts in self._parts.items()}

    def _repr_html_(self) -> str:
        def row(name: str) -> str:
            mean, low, high = self.mean[name], self.low[name], self.high[name]
            cells = "".join(f"<td>{value:.5f}</td>" for value in (mean.recall, mean.precision, mean.fmeasure))
            return f"<tr><th>{name}</th>{cells}<td>{low.fmeasure:.5f} to {high.fmeasure:.5f}</td></tr>"

        head = "<tr><th></th><th>recall</th><th>precision</th><th>F</th><th>95% of F</th></tr>"
        return f"<table><thead>{head}</thead><tbody>{''.join(map(row, self.mean))}</tbody></table>"


def _score(triple: Sequence[float]) -> Score:
    return Score(triple[1], triple[0], triple[2])


def _texts(given: Any, called: str) -> List[str]:
    made = listed(given, called, "a list of str, or one str")
    for number, one in enumerate(made):
        if not isinstance(one, str):
            raise UsageError(f"{called}[{number}] is {one!r}: expected str")
    return made


def _pairs(predictions: Any, references: Any) -> Tuple[List[str], List[List[str]]]:
    """Predictions, and the references of each. A str is one prediction."""
    if isinstance(predictions, str):
        predictions, references = [predictions], [references]
    predictions = _texts(predictions, "predictions")
    grouped = [_texts([one] if isinstance(one, str) or not isinstance(one, Iterable) else one, f"references[{number}]")
               for number, one in enumerate(listed(references, "references", "a reference, or a list of them, for each prediction"))]
    if len(predictions) != len(grouped):
        raise UsageError(f"{len(predictions)} predictions and {len(grouped)} references: expected as many of both")
    if not predictions:
        raise UsageError("there are no predictions")
    return predictions, grouped


def _warn_of_language(language: str, unseen: float) -> None:
    """What the command prints where it changes the words by itself."""
    if unseen > 0:
        known = "" if language != "und" else " (not recognised; words of ICU, without stems)"
        warn(f"{100 * unseen:.0f}% of the letters of the references are not ASCII, which ROUGE-1.5.5's words leave out; "
             f"using the words of their language: {language}{known}. language={language!r} makes this choice without a warning")


def rouge(
    predictions: Union[str, Sequence[str]],
    references: Union[str, Sequence[Union[str, Sequence[str]]]],
    *,
    rouge_types: Sequence[str] = ("rouge1", "rouge2", "rougeL", "rougeLsum"),
    use_aggregator: bool = True,
    use_stemmer: bool = False,
    language: Optional[str] = None,
    jobs: int = 0,
    progress: Progress = None,
    **options: Unpack[RougeSettings],
) -> Rouge:
    """Scores predictions against references as ROUGE-1.5.5 does.

    A prediction has one reference or a list of them. A str is one prediction, with its references. "rougeLsum" is the ROUGE-L of the script, with one sentence per line; "rougeL"
    takes the whole text as one sentence. Several references are pooled, as the script does by default (``formula="best"`` takes the
    best one, as rouge_score does). Words are those of the script, which are ASCII; ``language`` (such as "de") uses ICU's words,
    and "auto" those of the language that the references seem to have. Where most letters of the references are not ASCII, that is
    done by itself, with a warning. Further options are those of ``knap rouge``: alpha, confidence, samples, max_words, max_bytes, formula.

    >>> import knap
    >>> knap.rouge(["the cat sat on the mat"], ["the cat was on the mat"])["rouge1"]
    0.83333
    """
    names = [rouge_types] if isinstance(rouge_types, str) else list(rouge_types)
    given, grouped = _pairs(predictions, references)
    for name in names:
        if not re.fullmatch(r"rouge([1-9]|L|Lsum)", name):
            raise UsageError(f"there is no measure '{name}': expected rouge1 to rouge9, rougeL or rougeLsum")
    most = max([int(name[5:]) for name in names if name[5:].isdigit()], default=0)
    lines = any("\n" in text for text in given) or any("\n" in text for refs in grouped for text in refs)
    if not use_aggregator:
        options["samples"] = 1  # no bootstrap
    fixed = pairs({"stem": use_stemmer, **options}, "rouge")
    found: Dict[str, tuple[Any, Any]] = {}
    unseen = 0.0

    def measure(form: str, ngrams: int, lcs: bool, called: str) -> None:
        nonlocal language, unseen
        with progress_of(progress) as tell:
            real, averages, scores, language, changed = _knap.rouge(
                given, grouped, [*fixed, f"ngrams={ngrams}", f"lcs={'yes' if lcs else 'no'}"], form, language, True,
                jobs_of(jobs), tell)
        unseen = max(unseen, changed)
        numbers = array("d", scores)
        for place, name in enumerate(real):
            key = called if name == "ROUGE-L" else "rouge" + name[6:]
            parts = tuple(numbers[3 * place + part :: 3 * len(real)] for part in range(3))
            found[key] = (averages[place], parts)

    sums = "rougeLsum" in names
    whole = "rougeL" in names
    if most or sums or not lines:
        measure("SPL" if lines else "PLAIN", most, sums or (whole and not lines), "rougeLsum")
    if whole and lines:
        measure("PLAIN", 0, True, "rougeL")
    elif whole:
        found["rougeL"] = found["rougeLsum"]
    if language is not None:
        _warn_of_language(language, unseen)
    made = Rouge()
    made.language = language
    averaged = names if use_aggregator else []
    made.mean = {name: _score(found[name][0][0]) for name in averaged}
    made.low = {name: _score(found[name][0][1]) for name in averaged}
    made.high = {name: _score(found[name][0][2]) for name in averaged}
    made._parts = {name: found[name][1] for name in names}
    for name in names:
        made[name] = made.mean[name].fmeasure if use_aggregator else found[name][1][2].tolist()
    return made
