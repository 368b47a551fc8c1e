"""Spark: pack, summarize, rouge and train on DataFrames.

Rows are worked on in the executors, which need this package and nothing else; models are broadcast. A row that is wrong gets a
message in the column "error" and does not fail the job. Training makes the same model, byte for byte, whatever the partitions.

    from knap import spark as knap_spark

    packed = knap_spark.pack(frame, budget=1000, model=policy)
"""

from __future__ import annotations

import contextlib
import gc
import json
import pickle
import uuid
import warnings
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple

from . import _knap
from ._common import Reading, pairs, reading
from ._errors import InputError, KnapError, UsageError
from ._pack import default_system
from ._policy import Policy, Report
from ._progress import Progress, progress_of
from ._settings import Rouge as RougeSettings, Train

if TYPE_CHECKING:
    from typing_extensions import Unpack
    from pyspark.sql import DataFrame

# ---- Rows in, rows and new columns out ----


Rows = List[Dict[str, Any]]
Columns = Dict[str, List[Any]]


def _with_columns(frame: "DataFrame", columns: Dict[str, str], prefix: str, needs: Optional[Sequence[str]],
                  work: Callable[[Rows], Columns]) -> "DataFrame":
    """Adds columns (names and types, as in DDL) that `work` computes from the rows of a batch, of which it gets the columns `needs`."""
    from pyspark.sql.types import StructType

    for name in needs or ():
        if name not in frame.columns:
            raise UsageError(f"the frame has no column '{name}'; its columns are {', '.join(frame.columns)}")
    # StructType.fromDDL came with PySpark 4
    ddl = ", ".join(f"`{prefix}{name}` {kind}" for name, kind in columns.items())
    added = frame.sparkSession.createDataFrame([], ddl).schema
    taken = set(frame.columns) & set(added.names)
    if taken:
        raise UsageError(f"the frame has a column '{sorted(taken)[0]}' already: rename or drop it, or give a prefix")
    schema = StructType([*frame.schema.fields, *added.fields])
    made_names = list(columns)

    def run(batches: Iterable[Any]) -> Iterator[Any]:
        import pyarrow
        from pyspark.sql.pandas.types import to_arrow_schema

        types = to_arrow_schema(added)
        for batch in batches:
            with _without_collector():
                made = work((batch if needs is None else batch.select(list(needs))).to_pylist())
                arrays = [_array(made[name], field.type) for name, field in zip(made_names, types)]
            yield pyarrow.RecordBatch.from_arrays([*batch.columns, *arrays], names=[*batch.schema.names, *types.names])

    return frame.mapInArrow(run, schema)


@contextlib.contextmanager
def _without_collector() -> Iterator[None]:
    """A batch makes many objects and no cycles; looking for cycles takes 4% of the time of summaries."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _array(values: List[Any], kind: Any) -> Any:
    """An array of Arrow. Lists of structs are given as lists of tuples and made column by column, which is faster than by dicts."""
    import pyarrow

    if not (pyarrow.types.is_list(kind) and pyarrow.types.is_struct(kind.value_type)):
        return pyarrow.array(values, kind)
    offsets, at = [], 0
    for one in values:
        offsets.append(None if one is None else at)
        at += len(one or ())
    flat = [list(column) for column in zip(*(row for one in values for row in one or ()))]
    fields = list(kind.value_type)
    columns = [pyarrow.array(flat[number] if flat else [], field.type) for number, field in enumerate(fields)]
    return pyarrow.ListArray.from_arrays(pyarrow.array([*offsets, at], pyarrow.int32()), pyarrow.StructArray.from_arrays(columns, fields=fields))


def _without_nulls(value: Any) -> Any:
    """A row as an instance: missing values are left out; Arrow's maps are lists of pairs."""
    if isinstance(value, dict):
        return {name: _without_nulls(one) for name, one in value.items() if one is not None}
    if isinstance(value, list):
        if value and all(isinstance(one, tuple) and len(one) == 2 for one in value):
            return {name: _without_nulls(one) for name, one in value}
        return [_without_nulls(one) for one in value]
    return value


def _instance(row: Dict[str, Any], column: Optional[str]) -> Any:
    if column is None:
        return _without_nulls(row)
    try:
        return json.loads(row[column])
    except (TypeError, ValueError) as wrong:
        return {"not JSON": str(wrong)}


def pack(frame: "DataFrame", budget: Optional[float] = None, *, model: Optional[Policy] = None, system: Optional[str] = None,
         column: Optional[str] = None, seed: int = 1, prefix: str = "", **options: Unpack[Reading]) -> "DataFrame":
    """Packs one instance per row, and adds the columns picked (numbers of items from 0), packed_cost, packed_reward and error; ``prefix``
    is put before their names.

    The columns of the frame are the members of an instance (items, budget, id, ...: docs/FORMATS.md), or ``column`` has instances as
    JSON. The other arguments are those of `knap.pack_all`. Every row is packed by itself, so that its list does not depend on the
    partitions; systems with random choices use the same seed for every row.
    """
    context = frame.sparkSession.sparkContext
    how = reading(budget, **options)
    if how[4] is not None:
        raise UsageError("a tokenizer cannot be sent to the executors: count the costs before")
    if model is not None and system is not None:
        raise UsageError("model and system cannot be given together")
    if model is None:
        _model(None, system)  # a wrong name is refused here and not in every row
    shared = context.broadcast(None if model is None else model.to_bytes())

    def work(rows: Rows) -> Columns:
        made = _model(shared.value, system)
        raw = [_knap.pack_list(made, [_instance(row, column)], how, [], [], 1, seed, None, [], False)[0] for row in rows]
        good = [not isinstance(one, BaseException) for one in raw]
        return {"picked": [one[0] if ok else None for one, ok in zip(raw, good)],
                "packed_cost": [one[1] if ok else None for one, ok in zip(raw, good)],
                "packed_reward": [one[3] if ok else None for one, ok in zip(raw, good)],
                "error": [None if ok else one.message for one, ok in zip(raw, good)]}

    return _with_columns(frame, {"picked": "array<int>", "packed_cost": "double", "packed_reward": "double", "error": "string"}, prefix,
                         None if column is None else [column], work)


_kept: Dict[Any, Any] = {}  # of a worker process: models, and shares of training


def _keep(key: Any, make: Callable[[], Any], most: int = 16) -> Any:
    if key not in _kept:
        while len(_kept) >= most:
            del _kept[next(iter(_kept))]
        _kept[key] = make()
    return _kept[key]


def _keep_part(key: Any, part: Iterable[Any], make: Callable[[List[Any]], Any]) -> Any:
    """What was made of the rows of a partition. They are read to the end even where it is known: Spark ends a worker that leaves rows
    unread, and what it has kept is made again by the next one."""
    if key in _kept:
        for _ in part:
            pass
    return _keep(key, lambda: make(list(part)), most=64)


def _model(data: Optional[bytes], system: Optional[str]) -> Any:
    if data is not None:
        return _keep(("model", data), lambda: _knap.model_parse(data, "broadcast model"))
    return _keep(("system", system), lambda: _knap.system(system or default_system(), [], None, 1, None))


def summarize(frame: "DataFrame", budget: Optional[str] = None, *, column: str = "documents", summarizer: Any = None,
              language: Optional[str] = None, order: str = "depend", prefix: str = "") -> "DataFrame":
    """Summarizes the texts in ``column`` (a string, or an array of strings about one topic), and adds the columns summary,
    sentences (with the text, the number of its document and its place there) and error; ``prefix`` is put before their names.
    ``summarizer`` is a `knap.Summarizer`."""
    from ._summarize import Summarizer
    from ._summary import why_empty

    # wrong constants are refused here and not in every row
    (summarizer or Summarizer())._raw(["One sentence."], budget, language, order)
    # pickled here, because a broadcast object would be read again by every task
    shared = frame.sparkSession.sparkContext.broadcast(None if summarizer is None else pickle.dumps(summarizer))

    def work(rows: Rows) -> Columns:
        data = shared.value
        model = _keep(("summarizer", data), lambda: Summarizer() if data is None else pickle.loads(data))
        made: Columns = {name: [None] * len(rows) for name in ("summary", "sentences", "error")}
        good = []
        for number, row in enumerate(rows):
            texts = _texts(row[column])
            if any(isinstance(text, str) and text.strip() for text in texts):
                good.append((number, {"documents": [{"text": text} for text in texts]}))
            else:
                made["error"][number] = "there is no text"
        # Many at once are faster, but after 256 clusters memory goes back to the system, and the next ones would ask for it again. A mixture
        # draws a policy by the number of a row, which may not depend on the rows beside it.
        most = 1 if model.settings["result"] == "mixture" else 128
        for first in range(0, len(good), most):
            part = good[first : first + most]
            length, raw, wrong = model._raw([cluster for _, cluster in part], budget, language, order)
            for place, error in wrong.items():
                made["error"][part[place][0]] = error.message
            right = [number for place, (number, _) in enumerate(part) if place not in wrong]
            for number, one in zip(right, raw):
                made["summary"][number] = one[2].rstrip("\n")
                made["error"][number] = why_empty(one, length) or None
                made["sentences"][number] = [(s["text"], s["source"], s["begin"], s["end"]) for s in one[4]]
        return made

    places = "array<struct<text:string,document:int,begin:int,end:int>>"
    return _with_columns(frame, {"summary": "string", "sentences": places, "error": "string"}, prefix, [column], work)


def _texts(value: Any) -> List[Any]:
    """A column of strings, or of arrays of them."""
    return [value] if isinstance(value, str) else list(value or [])


def rouge(frame: "DataFrame", *, prediction: str = "prediction", reference: str = "reference",
          rouge_types: Sequence[str] = ("rouge1", "rouge2", "rougeL", "rougeLsum"), prefix: str = "", **options: Unpack[RougeSettings]) -> "DataFrame":
    """Scores each row: adds a column of F per measure, and error; ``prefix`` is put before their names. ``reference`` is a string or an
    array of strings.

    The other arguments are those of `knap.rouge`. Without ``language``, a row whose references are not in ASCII letters is scored with the
    words of its own language.
    """
    from ._rouge import rouge as score

    names = list(rouge_types)
    language = options.get("language")
    score("a", "a", rouge_types=names, use_aggregator=False, progress=False, **options)  # wrong options are refused here

    def work(rows: Rows) -> Columns:
        made: Columns = {name: [None] * len(rows) for name in [*names, "error"]}
        plain: List[int] = []  # scored at once
        single: List[int] = []  # by themselves: the words of a row may not depend on the rows beside it
        for number, row in enumerate(rows):
            texts = _texts(row[reference])
            if not isinstance(row[prediction], str) or not texts or None in texts:
                made["error"][number] = f"'{prediction}' or '{reference}' is missing"
            else:
                alone = language == "auto" or not (language or all(map(str.isascii, texts)))
                (single if alone else plain).append(number)
        for numbers in [plain, *([number] for number in single)]:
            if not numbers:
                continue
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                scores = score([rows[n][prediction] for n in numbers], [_texts(rows[n][reference]) for n in numbers],
                               rouge_types=names, use_aggregator=False, jobs=1, progress=False, **options)
            for name in names:
                for number, value in zip(numbers, scores[name]):
                    made[name][number] = value
        return made

    return _with_columns(frame, {**{name: "double" for name in names}, "error": "string"}, prefix, [prediction, reference], work)


# ---- Training ----


def _has_texts(instance: Any) -> bool:
    items = instance.get("items") if isinstance(instance, dict) else None
    return isinstance(items, list) and any(isinstance(item, dict) and item.get("text") is not None for item in items)


def _read(rows: List[Tuple[Any, int]], column: Optional[str], how: Any, names: Sequence[str], drop_texts: bool) -> Any:
    """The data of a partition, with features in the order of `names`, and rewards."""
    instances = []
    for row, number in rows:
        instance = _instance(row.asDict(recursive=True), column)
        if _has_texts(instance):
            if not drop_texts:
                raise InputError("the items have texts, which are not learned from in Spark: drop_texts=True leaves them out",
                                 "instances", number + 1)
            instance = {**instance, "items": [{k: v for k, v in item.items() if k != "text"} for item in instance["items"]]}
        instances.append(instance)
    like = _knap.data_arrays([], list(names), None)
    try:
        data = _knap.data_list(instances, how, like)
        good = _knap.data_label(data)
    except KnapError as wrong:
        if wrong.line:
            wrong.line = rows[wrong.line - 1][1] + 1
            wrong.args = (wrong.message, wrong.file, wrong.line)
        raise
    if not good:
        raise InputError("an instance has no reward, answer or useful items to learn from")
    return data


def train(frame: "DataFrame", *, order: str, budget: Optional[float] = None, column: Optional[str] = None,
          drop_texts: bool = False, progress: Progress = None, retries: int = 3, options: Optional[Reading] = None,
          **settings: Unpack[Train]) -> Policy:
    """Trains a policy on one instance per row, in batches: the executors compute gradients, the driver makes the steps.

    ``batch`` is the number of lists that are built with one policy. ``order`` names a column without equal values; the instances are numbered
    in its order. The model has the same bytes with any
    number of partitions and executors, and those of ``knap train --batch N`` on a file of the instances in that order. This holds if
    no two rows are equal in ``order``, if all rows have the same features, and if numbers are of type double: a float, or a decimal that
    was rounded, is another number than the one in the file. The other arguments are those of
    `Policy.train`. Work of an executor that is lost is done again by another one; after ``retries`` failures
    of a step the exception of Spark is raised, and nothing is written.
    """
    from pyspark import StorageLevel

    if order not in frame.columns:
        raise UsageError(f"the frame has no column '{order}'")
    if settings.get("batch") is None:
        raise UsageError("give batch: the number of lists that the executors build with one policy, from 2")
    policy = Policy(progress=progress, **settings)
    given = pairs({name: getattr(policy, name) for name in policy.get_params() if name in _training_names()}, "train")
    how = reading(budget, **(options or {}))
    members = [name for name in frame.columns if name != order or name == "id"]
    rows = frame.orderBy(order).select(*members).rdd.zipWithIndex().persist(StorageLevel.MEMORY_AND_DISK)
    try:
        return _train(rows, policy, given, how, column, drop_texts, progress, retries)
    finally:
        rows.unpersist()


def _training_names() -> List[str]:
    from ._policy import setting_names

    return setting_names()


def _again(job: Callable[[], Any], retries: int) -> Any:
    """Spark tries tasks again by itself; a job that failed as a whole, as when all executors were lost, is tried again here."""
    from py4j.protocol import Py4JJavaError  # type: ignore[import-untyped]
    from pyspark.errors import PySparkException

    for attempt in range(retries + 1):
        try:
            return job()
        except (Py4JJavaError, PySparkException) as failure:
            wrong = _own_error(failure)
            if wrong is not None:
                raise wrong from None
            if attempt == retries:
                raise KnapError(f"a job of Spark failed {retries + 1} times, the last time with: "
                                f"{str(failure).splitlines()[0][:300]}. Nothing was written: see that executors are left, and "
                                "train again") from failure
    raise AssertionError


def _own_error(failure: BaseException) -> Optional[KnapError]:
    """The error of knap that failed a task, from the text of Spark's exception."""
    for line in str(failure).splitlines():
        for kind in ("InputError: ", "ModelError: ", "UsageError: "):
            if line.strip().startswith("knap._errors." + kind):
                return InputError(line.split(kind, 1)[1].strip())
    return None


def _train(rows: Any, policy: Policy, given: List[str], how: Any, column: Optional[str], drop_texts: bool,
           progress: Progress, retries: int) -> Policy:
    job = uuid.uuid4().hex
    first = _again(lambda: rows.take(1), retries)
    if not first:
        raise InputError("there are no instances to learn from")
    named = _read(first, column, how, [], drop_texts)
    names = _knap.data_info(named)[1]
    count = _again(rows.count, retries)

    def data_of(partition: int, part: Iterable[Tuple[Any, int]]) -> Tuple[Any, List[int]]:
        def make(kept: List[Tuple[Any, int]]) -> Tuple[Any, List[int]]:
            return _read(kept, column, how, names, drop_texts), [number for _, number in kept]

        made: Tuple[Any, List[int]] = _keep_part(("data", job, partition), part, make)
        return made

    def views_of(partition: int, part: Iterable[Tuple[Any, int]]) -> Iterator[Tuple[int, List[str]]]:
        data, _ = data_of(partition, part)
        yield _knap.data_views(data), _knap.data_info(data)[1]

    found = _again(lambda: rows.mapPartitionsWithIndex(views_of).collect(), retries)
    views = 0
    for one, here in found:
        views |= one
        if here != names:
            raise InputError(f"the instances have different features: {', '.join(map(str, here))}")

    def sums(task: Optional[bytes]) -> List[bytes]:
        def work(partition: int, part: Iterable[Tuple[Any, int]]) -> Iterator[bytes]:
            def make(kept: List[Tuple[Any, int]]) -> Any:
                data, numbers = data_of(partition, kept)
                return _knap.share(data, numbers, given, views)

            yield _knap.share_sums(_keep_part(("share", job, partition), part, make), task)

        return list(_again(lambda: rows.mapPartitionsWithIndex(work).collect(), retries))

    trainer = _knap.trainer(named, count, given, views, sums(None))
    with progress_of(progress) as tell:
        while True:
            task = _knap.trainer_task(trainer)
            if not task:
                break
            fraction, reward = _knap.trainer_step(trainer, sums(task))
            if tell is not None:
                tell(fraction, "train", reward)
    policy._model, report = _knap.trainer_model(trainer)
    policy.report_ = Report(*report)
    return policy
