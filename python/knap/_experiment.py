"""Experiments: many systems on the same clusters, with ROUGE, intervals and paired tests."""

from __future__ import annotations

import html
import json
import os
from typing import Any, Dict, List, Optional, Sequence, Union

from . import _command

Path = Union[str, "os.PathLike[str]"]


class Experiment:
    """The table of an experiment. ``rows`` has one dict per system; `frame` makes a pandas frame of them."""

    def __init__(self, table: Dict[str, Any]) -> None:
        self.rows: List[Dict[str, Any]] = table.pop("systems")
        self.about: Dict[str, Any] = table

    @property
    def measures(self) -> List[str]:
        return [name for name, value in self.rows[0].items() if isinstance(value, dict)] if self.rows else []

    def __getitem__(self, system: str) -> Dict[str, Any]:
        for row in self.rows:
            if row["system"] == system:
                return row
        raise KeyError(system)

    def frame(self) -> Any:
        """A pandas frame, one row per system; columns such as ("rouge1", "f")."""
        import pandas

        flat = [{(m, k): v for m in self.measures for k, v in row[m].items()} for row in self.rows]
        made = pandas.DataFrame(flat, index=[row["system"] for row in self.rows])
        made.columns = pandas.MultiIndex.from_tuples(made.columns)
        return made

    def _line(self, row: Dict[str, Any], measure: str) -> str:
        figures = row[measure]
        p = figures.get("p_value")
        tested = "base" if row["system"] == self.about.get("baseline") else ("" if p is None else f"{p:.4f}")
        return (f"{row['system']:<14} {figures['f']:6.2f} {figures['p']:6.2f} {figures['r']:6.2f}"
                f"  [{figures['f_low']:.2f}, {figures['f_high']:.2f}]  {tested}")

    def __repr__(self) -> str:
        measure = self.measures[0] if self.measures else ""
        head = f"{measure:<14} {'F':>6} {'P':>6} {'R':>6}  95% of F        p"
        return "\n".join([head, *(self._line(row, measure) for row in self.rows)])

    def _repr_html_(self) -> str:
        rows = []
        for measure in self.measures:
            rows.append(f"<tr><th style='text-align:left'>{html.escape(measure)}</th><th>F</th><th>P</th><th>R</th>"
                        "<th>95% of F</th><th>p</th></tr>")
            for row in self.rows:
                f = row[measure]
                p = "" if f.get("p_value") is None else f"{f['p_value']:.4f}"
                rows.append(f"<tr><td style='text-align:left'>{html.escape(row['system'])}</td><td>{f['f']:.2f}</td>"
                            f"<td>{f['p']:.2f}</td><td>{f['r']:.2f}</td><td>{f['f_low']:.2f} to {f['f_high']:.2f}</td>"
                            f"<td>{p}</td></tr>")
        return f"<table><tbody>{''.join(rows)}</tbody></table>"


def experiment(train: Path, *, test: Optional[Path] = None, systems: Union[None, str, Sequence[str]] = None,
               budget: str = "665b", folds: int = 0, seeds: int = 5, rouge: str = "1", against: Optional[str] = None,
               tune: bool = False, stem: bool = False, output: Optional[Path] = None, jobs: int = 0) -> Experiment:
    """Trains and runs systems on clusters with references, and measures their summaries.

    ``train`` is a folder or file of clusters, cut into ``folds`` unless ``test`` has others. ``systems`` are names such as "scp" or
    "scp:views=all:r=1". It runs the command ``knap experiment``, whose help describes the options. ``output`` keeps summaries, scores
    and an HTML report in a folder, and resumes a run that was interrupted.
    """
    arguments = ["experiment", "--train", os.fspath(train), "--json", "--quiet", "--budget", budget, "--folds", str(folds),
                 "--seeds", str(seeds), "--rouge", rouge, "--jobs", str(jobs)]
    if test is not None:
        arguments += ["--test", os.fspath(test)]
    if systems is not None:
        arguments += ["--systems", systems if isinstance(systems, str) else ",".join(systems)]
    if against is not None:
        arguments += ["--against", against]
    if tune:
        arguments.append("--tune")
    if stem:
        arguments.append("--stem")
    if output is not None:
        arguments += ["--output", os.fspath(output)]
    return Experiment(json.loads(_command.run(arguments)))
