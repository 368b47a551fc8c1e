"""The command ``knap``, which comes with the package."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from typing import List

from ._errors import FileError, InputError, KnapError, UsageError


def path() -> str:
    """The program ``knap``: the package's own, or the one in the PATH."""
    own = os.path.join(os.path.dirname(__file__), "bin", "knap")
    found = os.environ.get("KNAP") or (own if os.path.exists(own) else shutil.which("knap"))
    if not found:
        raise FileError("the program knap was not found: install the package knap, or put the program into the PATH")
    return found


def run(arguments: List[str]) -> str:
    """Runs the command and returns what it prints. Its message becomes an exception; Ctrl-C ends it."""
    process = subprocess.Popen([path(), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               encoding="utf-8", errors="replace")
    try:
        out, err = process.communicate()
    except BaseException:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        raise
    if process.returncode:
        lines = [line for line in err.strip().splitlines() if line.startswith("knap: ")] or err.strip().splitlines()
        message = (lines[-1] if lines else f"knap ended with status {process.returncode}").removeprefix("knap: ")
        place = re.match(r"(\S[^:]*):(?:(\d+):)? (.*)", message)
        kind: type[KnapError] = UsageError if process.returncode == 2 else InputError
        if place and os.path.exists(place[1]):
            raise kind(place[3], place[1], int(place[2]) if place[2] else None)
        raise kind(message)
    return out


def main() -> None:
    program = path()
    os.execv(program, [program, *sys.argv[1:]])
