"""Measures of models and systems on instances, estimates from logs, and the choice of settings."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Union

from . import _command, _knap
from ._arrays import instances_of_table
from ._common import jobs_of, pairs
from ._errors import UsageError
from ._policy import Policy
from ._settings import Train
from ._summarize import Summarizer
from ._tables import is_table

if TYPE_CHECKING:
    from typing_extensions import Unpack

Path = Union[str, "os.PathLike[str]"]


class Evaluation:
    """What ``knap evaluate --json`` prints: ``systems`` has a dict of measures per model or system, by its name.

    A measure is a dict with "mean", "low" and "high": the mean over the instances, and its 95% interval. ``about`` has the rest:
    "instances", "oracle" and "bound". For logs a measure is an estimate ("ips", "snips", "model", "dr") with "value", "low" and "high",
    and ``about`` has "logs", "logged" and "clip". docs/FORMATS.md describes them all.
    """

    def __init__(self, printed: Dict[str, Any], names: Mapping[str, str]) -> None:
        self.systems: Dict[str, Dict[str, Any]] = {}
        for row in printed.pop("systems"):
            name = row.pop("name")
            self.systems[names.get(name, name)] = row
        self.about: Dict[str, Any] = printed

    @property
    def is_estimate(self) -> bool:
        """Whether the rewards are estimated from logs."""
        return "logs" in self.about

    def __getitem__(self, name: str) -> Dict[str, Any]:
        return self.systems[name]

    def frame(self) -> Any:
        """A pandas frame, one row per system; columns such as ("reward", "mean")."""
        import pandas

        flat = [{(measure, part): value for measure, figures in row.items() if isinstance(figures, dict)
                 for part, value in figures.items()} for row in self.systems.values()]
        made = pandas.DataFrame(flat, index=list(self.systems))
        made.columns = pandas.MultiIndex.from_tuples(made.columns)
        return made

    def __repr__(self) -> str:
        measure, part = ("dr", "value") if self.is_estimate else ("reward", "mean")
        lines = [f"{name:<20} {row[measure][part]:8.4f}" for name, row in self.systems.items()]
        return "\n".join([f"{'':<20} {measure:>8}", *lines])


def _instances_file(given: Any, by: Optional[str], folder: str, name: str) -> List[str]:
    """The file of instances, as arguments of the command; instances in memory are written to one."""
    if isinstance(given, (str, os.PathLike)):
        return [os.fspath(given), *(["--by", by] if by is not None else [])]
    instances = instances_of_table(given, by)[0] if is_table(given) else list(given)
    if not instances:
        raise UsageError("there are no instances")
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.writelines(_knap.json(instance) + b"\n" for instance in instances)
    return [path]


def _model_files(models: Any, folder: str) -> Dict[str, str]:
    """Model files, and the names by which they are known."""
    if isinstance(models, (Policy, str, os.PathLike)):
        models = [models]
    if not isinstance(models, Iterable):
        raise UsageError(f"models is {models!r}: expected a Policy, a model file, or several")
    if not isinstance(models, Mapping):
        models = {os.fspath(one) if isinstance(one, (str, os.PathLike)) else f"model {number}": one
                  for number, one in enumerate(models, 1)}
    made = {}
    for number, (name, model) in enumerate(models.items()):
        path = os.fspath(model) if isinstance(model, (str, os.PathLike)) else os.path.join(folder, f"{number}.knap")
        if isinstance(model, Policy):
            model.save(path)
        elif not isinstance(model, (str, os.PathLike)):
            raise UsageError(f"model {name!r} is {type(model).__name__}: expected a Policy or a model file")
        made[path] = str(name)
    return made


def evaluate(instances: Any, *, models: Any = (), systems: Union[str, Sequence[str]] = (), train: Any = None,
             budget: Optional[float] = None, base: Optional[str] = None, by: Optional[str] = None, clip: Optional[float] = None,
             seed: int = 1, jobs: int = 0) -> Evaluation:
    """Measures models and systems on instances with a reward, or estimates from instances with logs what each would have earned.

    ``instances`` is a list of dicts, a table (pandas, Polars, Arrow; ``by`` tells instances apart) or a file. ``models`` is a Policy, a model
    file, a list of them, or a dict of them by name; ``systems`` are names such as "mmr" or "mmr:lambda=0.7". ``train`` has
    instances for systems that need training. Differences are taken from ``base``, a name; default: the first. It runs the command
    ``knap evaluate``.
    """
    arguments = ["evaluate", "--json", "--seed", str(seed), "--jobs", str(jobs_of(jobs))]
    with tempfile.TemporaryDirectory(prefix="knap-") as folder:
        names = _model_files(models, folder)
        paths = {name: path for path, name in names.items()}
        for path in names:
            arguments += ["--model", path]
        for system in [systems] if isinstance(systems, str) else systems:
            arguments += ["--system", system]
        if train is not None:
            arguments += ["--train", _instances_file(train, by, folder, "train.jsonl")[0]]
        for option, value in (("--budget", budget), ("--clip", clip), ("--base", None if base is None else paths.get(base, base))):
            if value is not None:
                arguments += [option, str(value)]
        printed = _command.run(arguments + _instances_file(instances, by, folder, "instances.jsonl"))
    return Evaluation(json.loads(printed), names)


def tune(clusters: Path, budget: str = "665b", *, grid: Optional[str] = None, folds: int = 5, output: Optional[Path] = None,
         jobs: int = 0, **settings: Unpack[Train]) -> Summarizer:
    """Chooses settings by cross-validation on clusters with references, and trains a summarizer with them.

    ``clusters`` is a folder or file of clusters. ``grid`` names grids that are searched one after the other ("views,benefit,learner,
    decode", the default), or lists values: "r=0.7,1 lambda=-1,0; eta=0.05,0.2". ``settings`` are those of training, and are
    not changed. ``trials_`` of the result has a dict per trial: its settings, and "f", the ROUGE-1 F on held-out clusters. ``output``
    keeps the model in a file. It runs the command ``knap tune``.
    """
    arguments = ["tune", os.fspath(clusters), "--json", "--quiet", "--budget", budget, "--folds", str(folds), "--jobs", str(jobs_of(jobs))]
    if grid is not None:
        arguments += ["--grid", grid]
    for pair in pairs(settings, "train"):
        name, value = pair.split("=", 1)
        arguments += {"yes": [f"--{name}"], "no": [f"--no-{name}"]}.get(value, [f"--{name}", value])
    with tempfile.TemporaryDirectory(prefix="knap-") as folder:
        path = os.path.join(folder, "model.knap") if output is None else os.fspath(output)
        printed = _command.run([*arguments, "--output", path])
        made = Summarizer.load(path)
    made.trials_ = [json.loads(line) for line in printed.splitlines()]
    return made
