"""Policies: learn from instances with a reward which list to pick, and pick where the reward is unknown."""

from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Union

from . import _knap
from ._arrays import data_of_arrays, instances_of_table, is_arrays
from ._common import Reading, pairs, reading
from ._errors import UsageError
from ._pack import Listing, Packings, pack_all
from ._progress import Progress, progress_of
from ._settings import Train
from ._tables import is_table

if TYPE_CHECKING:
    from typing_extensions import Unpack

Reward = Union[None, str, Callable[[Any, List[int]], float]]


class Report(NamedTuple):
    """What training saw; see `knap_report` in knap/core.h. ``validation`` is nan without validation data.

    ``learned`` and ``untrained`` are mean rewards of the policy and of the system relevance on instances that the policy was not trained
    on, in so many ``folds`` (0: the validation data); nan without scores. Where the policy is not better, the model packs with relevance.
    """

    reward: float
    regret: float
    bound: float
    oracle: float
    validation: float
    tried: int
    learned: float = math.nan
    untrained: float = math.nan
    folds: int = 0


def setting_names() -> List[str]:
    """The settings of training, as arguments: lambda is lambda_."""
    names = [name.replace("-", "_") for name, _, _ in _knap.table("train")]
    return [name + "_" if name == "lambda" else name for name in names]


def _with_labels(instances: Sequence[Any], labels: Optional[Sequence[Sequence[Any]]]) -> List[Any]:
    if labels is None:
        return list(instances)
    if len(labels) != len(instances):
        raise UsageError(f"{len(instances)} instances and {len(labels)} rows of labels: expected as many of both")
    made = []
    for instance, row in zip(instances, labels):
        if len(row) != len(instance["items"]):
            raise UsageError(f"{len(instance['items'])} items and {len(row)} labels: expected as many of both")
        made.append({**instance, "items": [{**item, "useful": label} for item, label in zip(instance["items"], row)]})
    return made


class ListOptions(Listing, total=False):
    """The options of `Policy.pack`."""

    by: Optional[str]
    pins: Iterable[int]
    bans: Iterable[int]
    errors: str


class Policy:
    """A policy in the way of scikit-learn: `fit`, `predict`, `score`, `get_params`, `set_params`.

    ``reward`` is None (that of the instances: their "reward", "answer", "useful" or "shown"), the name of a built-in reward
    ("coverage", "success", "facility", "modular", "useful", "expected"), or a callable ``f(instance, indices) -> number`` from 0 to 1
    that is 0 for no items and does not fall as items are added. ``submodular=True`` says of a callable that gains shrink as the list
    grows; the oracle then asks it less often.

    The other settings are those of ``knap train`` (``knap.settings("train")`` lists them): epochs, eta, learner, reduction, views, ...
    None stands for the default, which depends on the data.
    """

    def __init__(self, *, reward: Reward = None, submodular: bool = False, jobs: int = 0, progress: Progress = None,
                 **settings: Unpack[Train]) -> None:
        self.reward = reward
        self.submodular = submodular
        self.jobs = jobs
        self.progress = progress
        pairs(settings, "train")  # names are checked here, values by fit
        for name in setting_names():
            setattr(self, name, settings.get(name, settings.get(name.rstrip("_"))))
        self._model: Any = None
        self.report_: Optional[Report] = None

    # ---- scikit-learn ----

    def get_params(self, deep: bool = True) -> Dict[str, Any]:
        names = ["reward", "submodular", "jobs", "progress", *setting_names()]
        return {name: getattr(self, name) for name in names}

    def set_params(self, **params: Any) -> "Policy":
        known = self.get_params()
        for name, value in params.items():
            if name not in known:
                raise UsageError(f"there is no setting '{name}'; the settings are {', '.join(sorted(known))}")
            setattr(self, name, value)
        return self

    def __sklearn_tags__(self) -> Any:
        from sklearn.base import BaseEstimator

        return BaseEstimator().__sklearn_tags__()

    def __sklearn_is_fitted__(self) -> bool:
        return self._model is not None

    def fit(self, X: Any, y: Optional[Sequence[Sequence[Any]]] = None, *, validate: Any = None,
            budget: Optional[float] = None, by: Optional[str] = None, **options: Unpack[Reading]) -> "Policy":
        """Learns from instances: a list of dicts or of mappings of arrays, a frame, or a file.

        ``y`` labels the items of each instance: 1 for a useful one, 0 for others, or grades. ``validate`` has further instances, on which
        settings and policy are chosen. ``budget`` and ``options`` are those of `pack_all`.
        """
        settings = pairs({name: getattr(self, name) for name in setting_names()}, "train")
        how = reading(budget, by=None if is_table(X) else by, **options)
        data = self._data(X, y, how, by, None)
        held_out = None if validate is None else self._data(validate, None, how, by, data)
        with progress_of(self.progress) as tell:
            self._model, report = _knap.train(data, held_out, settings, how[-1], self.jobs, tell)
        self.report_ = Report(*report)
        return self

    def _data(self, given: Any, labels: Any, how: Any, by: Optional[str], like: Any) -> Any:
        instances: Any = given
        if isinstance(given, (str, os.PathLike)):
            if callable(self.reward):
                raise UsageError("a reward that is a callable needs instances as objects, not a file")
            data = _knap.data_file(given, how, like, self.jobs)
        elif is_table(given):
            instances = instances_of_table(given, by)[0]
            data = _knap.data_list(_with_labels(instances, labels), how, like)
        else:
            instances = list(given)
            if instances and is_arrays(instances[0]):
                data = data_of_arrays(instances, None if how[2] != how[2] else how[2])
            else:
                data = _knap.data_list(_with_labels(instances, labels), how, like)
        if callable(self.reward):
            _knap.set_reward(data, self.reward, instances, self.submodular)
        elif self.reward is not None:
            _knap.set_kind(data, self.reward)
        return data

    def pack(self, X: Any, budget: Optional[float] = None, **options: Unpack[ListOptions]) -> Packings:
        """The lists of instances; see `pack_all`."""
        options.setdefault("jobs", self.jobs)
        options.setdefault("progress", self.progress)
        return pack_all(X, budget, model=self.model_, **options)

    def predict(self, X: Any, budget: Optional[float] = None, **options: Unpack[ListOptions]) -> List[List[int]]:
        """The numbers of the items that were picked, for each instance."""
        return self.pack(X, budget, **options).indices

    def score(self, X: Any, y: Optional[Sequence[Sequence[Any]]] = None, *, budget: Optional[float] = None,
              by: Optional[str] = None, **options: Unpack[Reading]) -> float:
        """The mean reward of the lists: the policy's own, else that of the instances or of the labels ``y``, as in `fit`."""
        how = reading(budget, by=None if is_table(X) else by, **options)
        data = self._data(X, y, how, by, None)
        if not _knap.data_label(data):
            raise UsageError("an instance has no reward to measure")
        with progress_of(self.progress) as tell:
            raw = _knap.pack_data(self.model_, data, how[-1], [], [], self.jobs, 1, tell)
        return float(sum(one[3] for one in raw)) / max(1, len(raw))

    # ---- Models ----

    @classmethod
    def train(cls, instances: Any, reward: Reward = None, *, validate: Any = None, budget: Optional[float] = None,
              by: Optional[str] = None, submodular: bool = False, jobs: int = 0, progress: Progress = None,
              options: Optional[Reading] = None, **settings: Unpack[Train]) -> "Policy":
        """Makes a policy and fits it. ``options`` are those of reading, as in `pack_all`."""
        made = cls(reward=reward, submodular=submodular, jobs=jobs, progress=progress, **settings)
        return made.fit(instances, validate=validate, budget=budget, by=by, **(options or {}))

    @property
    def model_(self) -> Any:
        if self._model is None:
            raise UsageError("this policy is not fitted: call fit, or Policy.load")
        return self._model

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes a model file, the same bytes that ``knap train`` writes. The file is complete or absent."""
        _knap.model_save(self.model_, path)

    @classmethod
    def load(cls, path: Union[str, os.PathLike[str]]) -> "Policy":
        """Reads a model file of ``knap train`` or `save`."""
        return cls._of(_knap.model_load(path))

    def to_bytes(self) -> bytes:
        """The bytes of the model file."""
        return _knap.model_write(self.model_)

    @classmethod
    def from_bytes(cls, data: bytes) -> "Policy":
        return cls._of(_knap.model_parse(data, "bytes"))

    @classmethod
    def _of(cls, model: Any) -> "Policy":
        settings: Dict[str, Any] = dict(_knap.model_info(model)[1] or {})
        made = cls(**{name.replace("-", "_"): value for name, value in settings.items()})
        made._model = model
        return made

    def __getstate__(self) -> Dict[str, Any]:
        state = dict(self.__dict__)
        state["_model"] = None if self._model is None else self.to_bytes()
        return state

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state)
        if state["_model"] is not None:
            self._model = _knap.model_parse(state["_model"], "pickled policy")

    @property
    def columns_(self) -> List[str]:
        """The columns of a view."""
        return _knap.model_info(self.model_)[2]

    @property
    def weights_(self) -> List[List[float]]:
        """The weights: a row per position and kept policy, a number per column."""
        return _knap.model_info(self.model_)[3]

    @property
    def effects_(self) -> Dict[str, float]:
        """Weight times deviation of each column of the first row: comparable between columns."""
        _, _, columns, weights, deviations = _knap.model_info(self.model_)
        return {name: w * d for name, w, d in zip(columns, weights[0], deviations)} if weights else {}

    def __repr__(self) -> str:
        settings = ", ".join(f"{k}={v!r}" for k, v in self.get_params().items()
                             if v is not None and v is not False and not (k == "jobs" and v == 0))
        if self._model is None:
            return f"Policy({settings})"
        report = "" if self.report_ is None else f", reward {self.report_.reward:.4f}, oracle {self.report_.oracle:.4f}"
        return f"<Policy: {_knap.model_info(self._model)[0]}, {len(self.columns_)} columns{report}>"

    def _repr_html_(self) -> str:
        import html

        if self._model is None:
            return f"<code>{html.escape(repr(self))}</code>"
        effects = sorted(self.effects_.items(), key=lambda pair: -abs(pair[1]))[:12]
        most = max([abs(value) for _, value in effects], default=1) or 1
        rows = "".join(
            f"<tr><td style='text-align:left'>{html.escape(name)}</td><td>{value:+.4f}</td><td style='text-align:left'>"
            f"<div style='background:{'#2a78d6' if value > 0 else '#d65a2a'};height:.7em;"
            f"width:{100 * abs(value) / most:.0f}px'></div></td></tr>" for name, value in effects)
        return (f"<table><caption>{html.escape(repr(self))}</caption><thead><tr><th style='text-align:left'>column</th>"
                f"<th>effect</th><th></th></tr></thead><tbody>{rows}</tbody></table>")
