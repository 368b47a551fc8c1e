"""knap picks the best list of items that fits a budget: the sentences of a summary, passages for a prompt, ads on a page.

    >>> import knap
    >>> summary = knap.summarize(["The dam broke on Monday. Two towns were evacuated.", "It rained all week."], budget="12w")
    >>> packing = knap.pack([{"text": "a passage", "score": 0.9, "cost": 3}], budget=10)
    >>> scores = knap.rouge(["the cat sat"], ["the cat sat down"])

docs/PYTHON.md describes the package. Long work releases the GIL, shows progress and ends at Ctrl-C.
"""

from __future__ import annotations

from typing import List, NamedTuple

from . import _knap
from ._errors import FileError, InputError, KnapError, ModelError, SkippedWarning, UsageError
from ._evaluate import Evaluation, evaluate, tune
from ._experiment import Experiment, experiment
from ._pack import Packing, Packings, Passage, pack, pack_all, systems
from ._policy import Policy, Report
from ._rouge import Rouge, Score, rouge
from ._summarize import Summarizer, summarize, summarize_all, summarize_iter
from ._summary import Sentence, Summaries, Summary

__version__: str = _knap.version()


class Setting(NamedTuple):
    name: str
    default: str
    help: str


def settings(of: str = "train") -> List[Setting]:
    """The settings of "train", "text", "rouge", "passages" or "context": name, default and help."""
    if of not in ("train", "text", "rouge", "passages", "context"):
        raise UsageError(f"there are no settings of '{of}': expected train, text, rouge, passages or context")
    return [Setting(*row) for row in _knap.table(of)]


__all__ = [
    "Evaluation", "Experiment", "FileError", "InputError", "KnapError", "ModelError", "Packing", "Packings", "Passage", "Policy", "Report", "Rouge",
    "Score", "Sentence", "Setting", "SkippedWarning", "Summaries", "Summarizer", "Summary", "UsageError", "evaluate", "experiment", "pack", "pack_all", "rouge",
    "settings", "summarize", "summarize_all", "summarize_iter", "systems", "tune",
]
