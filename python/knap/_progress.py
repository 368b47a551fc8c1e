"""Progress of long work: a bar of tqdm, in terminals and notebooks, where tqdm is installed."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional, Union

Progress = Union[bool, None, Callable[[float, str, float], object]]


def _is_shown() -> bool:
    return "ipykernel" in sys.modules or sys.stderr.isatty()


class _Bar:
    """A bar that appears after a second, so that short work shows nothing."""

    def __init__(self) -> None:
        self.start = time.monotonic()
        self.bar: Any = None

    def show(self, fraction: float, stage: str, reward: float) -> None:
        if self.bar is None:
            if time.monotonic() - self.start < 1:
                return
            try:
                from tqdm.auto import tqdm
            except ImportError:
                self.start = float("inf")
                return
            self.bar = tqdm(total=100, leave=False, bar_format="{desc} {percentage:3.0f}%|{bar}| {elapsed}")
        self.bar.set_description_str(stage if reward != reward else f"{stage} {reward:.4f}", refresh=False)
        self.bar.n = round(100 * fraction)
        self.bar.refresh()

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()


@contextmanager
def progress_of(progress: Progress) -> Iterator[Optional[Callable[[float, str, float], object]]]:
    """What the library calls with a fraction, the name of the stage and the reward so far (perhaps nan).

    None shows a bar where there is someone to see it, True always, False never. A callable gets the calls itself; an exception
    that it raises ends the work.
    """
    if callable(progress):
        yield progress
        return
    if progress is False or (progress is None and not _is_shown()):
        yield None
        return
    bar = _Bar()
    try:
        yield bar.show
    finally:
        bar.close()
