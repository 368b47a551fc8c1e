"""Exceptions: what went wrong, and for input the file and the line."""

from __future__ import annotations


class KnapError(Exception):
    """An error of knap.

    ``message`` says what is wrong and what to do; ``file`` is None, or the file (or "instances" for objects of Python);
    ``line`` is None, or the line of the file, or the number of the instance from 1.
    """

    def __init__(self, message: str, file: str | None = None, line: int | None = None) -> None:
        super().__init__(message, file, line)
        self.message = message
        self.file = file
        self.line = line

    def __str__(self) -> str:
        if self.file == "instances":
            place = f"instance {self.line - 1}: " if self.line else ""
        else:
            place = f"{self.file}:" if self.file else ""
            place += f"{self.line}: " if self.line else (" " if place else "")
        return place + self.message


class InputError(KnapError, ValueError):
    """A file or a value that was read is wrong."""


class ModelError(KnapError, ValueError):
    """A model is damaged, or does not belong to the data."""


class FileError(KnapError, OSError):
    """A file could not be opened, read or written."""

    def __init__(self, message: str, file: str | None = None, line: int | None = None) -> None:
        KnapError.__init__(self, message, file, line)

    __str__ = KnapError.__str__


class UsageError(KnapError, ValueError):
    """An argument is wrong."""


class SkippedWarning(UserWarning):
    """Files in a folder or an archive could not be read and were skipped."""


_CLASSES = {2: InputError, 3: ModelError, 4: FileError, 5: UsageError}


def make(status: int, message: str, file: str, line: int) -> BaseException:
    """The exception for an error of the library. The extension module calls it."""
    if status == 6:
        return KeyboardInterrupt(message)
    return _CLASSES.get(status, KnapError)(message, file or None, line or None)
