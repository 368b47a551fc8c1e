"""Writes python/knap/_settings.py, the types of keyword arguments, from the library's tables of settings:
build/venv/bin/python scripts/python_settings.py >python/knap/_settings.py"""

import keyword

import knap

HEAD = '''"""Types of keyword arguments. scripts/python_settings.py writes this file from the library's tables, and a test compares them."""

from __future__ import annotations

from typing import Optional, Sequence, TypedDict, Union

Words = Union[str, Sequence[str]]
'''


WITH_UNIT = {"half-life"}  # numbers that may be written with a unit: "30d"


def type_of(name, default):
    if name in WITH_UNIT:
        return "Union[float, str]"
    if default in ("yes", "no"):
        return "bool"
    try:
        float(default)
    except ValueError:
        return "Words"
    return "float"


def members(table):
    for setting in knap.settings(table):
        name = setting.name.replace("-", "_")
        yield name + "_" * keyword.iskeyword(name), type_of(setting.name, setting.default)


def made():
    text = HEAD
    for table in ("train", "text", "rouge", "passages"):
        text += f'\n\nclass {table.capitalize()}(TypedDict, total=False):\n    """knap.settings("{table}")"""\n\n'
        text += "".join(f"    {name}: Optional[{kind}]\n" for name, kind in members(table))
    return text


if __name__ == "__main__":
    print(made(), end="")
