"""What the parts of the package share: settings, tokenizers, options of reading."""

from __future__ import annotations

import operator
import os
import reprlib
import sys
import warnings
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Tuple, Union

from . import _knap
from ._errors import UsageError
from ._settings import Passages

if TYPE_CHECKING:
    from typing_extensions import Unpack

UNITS = ("given", "bytes", "chars", "words", "tokens")


def pairs(settings: Mapping[str, Any], table: str) -> list[str]:
    """Settings as the library reads them: ["eta=0.5", "guided=yes"]. None is the default."""
    known = {name for name, _, _ in _knap.table(table)}
    made = []
    for name, value in settings.items():
        real = name.rstrip("_").replace("_", "-")
        if real not in known:
            raise UsageError(f"there is no setting '{name}'; the settings are {', '.join(sorted(known))}")
        if value is None:
            continue
        if isinstance(value, bool):
            value = "yes" if value else "no"
        elif isinstance(value, (list, tuple, set, frozenset)):
            value = ",".join(map(str, value))
        elif isinstance(value, float):
            value = repr(value)
        made.append(f"{real}={value}")
    return made


@lru_cache(maxsize=8)
def _tokenizer(name: str, changed: float) -> Any:
    scheme, colon, path = name.partition(":")
    try:
        return _knap.tokenizer(name, None) if not colon or os.path.exists(name) else _knap.tokenizer(path, scheme)
    except UsageError:
        if not colon:
            raise
        return _knap.tokenizer(name, None)


Tokenizer = Union[None, str, "os.PathLike[str]", Callable[[str], int], Any]
"""A vocabulary file, an object with `encode` or `encode_ordinary`, or a function that counts the tokens of a str."""


def counter_of(tokenizer: Any) -> Callable[[str], int]:
    """A function that counts tokens, of a function that does or of an encoding (tiktoken, tokenizers, transformers, sentencepiece)."""
    for name in ("encode_ordinary", "encode"):
        encode = getattr(tokenizer, name, None)
        if callable(encode):
            return lambda text: len(getattr(made := encode(text), "ids", made))
    if not callable(tokenizer):
        raise UsageError(f"tokenizer is {tokenizer!r}: expected a vocabulary file, an object with 'encode', or a function that counts")
    return tokenizer  # type: ignore[no-any-return]


def tokenizer_of(name: Tokenizer) -> Any:
    """The tokenizer of a vocabulary file, or of SCHEME:FILE, which is kept for the next call; or of a callable or encoding."""
    if name is None:
        return None
    if not isinstance(name, (str, os.PathLike)):
        return _knap.counter(counter_of(name))
    name = os.fspath(name)
    path = name if os.path.exists(name) else name.partition(":")[2]
    return _tokenizer(name, os.stat(path).st_mtime if os.path.exists(path) else 0.0)


def warn(message: str, category: type[Warning] = UserWarning) -> None:
    """Warns at the line that called the package."""
    level, frame = 1, sys._getframe()
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] == __package__:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, category, stacklevel=level)


def natural(value: Any, argument: str, expected: str) -> int:
    """A number from 0, of any type of integer."""
    try:
        made = operator.index(value)
    except TypeError:
        made = -1
    if not 0 <= made <= sys.maxsize:
        raise UsageError(f"{argument} is {value!r}: expected {expected}")
    return made


def listed(value: Any, argument: str, expected: str) -> List[Any]:
    """A list of what an iterable has. A text would give its characters."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise UsageError(f"{argument} is {reprlib.repr(value)}: expected {expected}")
    return list(value)


def budget_of(budget: Any) -> float:
    """A budget in the unit of the costs, or nan for None."""
    try:
        return float("nan") if budget is None else float(budget)
    except (TypeError, ValueError):
        raise UsageError(f"budget is {budget!r}: expected a number; cost='words' counts words, and costs are otherwise in the items") from None


def jobs_of(jobs: int) -> int:
    return natural(jobs, "jobs", "the number of threads, or 0 for one per CPU")


class Reading(Passages, total=False):
    """How instances are read. `pack_all` describes the options."""

    map: Optional[Mapping[str, str]]
    cost: Union[None, str, Callable[[str], int]]
    tokenizer: Tokenizer
    per_item: float


def reading(budget: Optional[float] = None, *, by: Optional[str] = None, **given: Unpack[Reading]) -> Tuple[Any, ...]:
    """How instances are read, as the extension takes it."""
    options: Dict[str, Any] = {**given}
    map, cost, tokenizer = options.pop("map", None), options.pop("cost", None), options.pop("tokenizer", None)
    per_item = options.pop("per_item", 0)
    if callable(cost):
        if tokenizer is not None:
            raise UsageError("cost is a function, and so needs no tokenizer")
        cost, tokenizer = None, cost
    unit = cost if cost is not None else ("tokens" if tokenizer is not None else "given")
    if unit not in UNITS:
        raise UsageError(f"cost={unit!r}: expected one of {', '.join(UNITS)}")
    if unit == "tokens" and tokenizer is None:
        raise UsageError("cost='tokens' needs a vocabulary: tokenizer=FILE")
    if unit != "tokens" and tokenizer is not None:
        raise UsageError(f"cost={unit!r} needs no tokenizer")
    mapped = ",".join(f"{field}={member}" for field, member in map.items()) if map else None
    for name in options:
        if name not in Passages.__annotations__:
            raise UsageError(f"there is no option '{name}'; the options are map, cost, tokenizer, per_item, "
                             f"{', '.join(Passages.__annotations__)}")
    limits = pairs(options, "passages")
    return (mapped, by, budget_of(budget), UNITS.index(unit), tokenizer_of(tokenizer), float(per_item), limits)
