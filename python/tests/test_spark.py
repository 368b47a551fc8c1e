"""knap.spark on a cluster of two workers on this machine (local-cluster mode)."""

import json
import os
import signal
import sys

import pytest

import knap
from conftest import ROOT, random_instances

pyspark = pytest.importorskip("pyspark")
pytest.importorskip("pyarrow")

SCHEMA = ("n int, id string, budget int, reward struct<kind:string>, items array<struct<id:string,cost:int,score:double,"
          "p:double,features:map<string,double>,vector:array<double>>>")


@pytest.fixture(scope="module")
def spark():
    import shutil

    if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
        pytest.skip("Spark needs Java")
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    os.environ.setdefault("SPARK_HOME", os.path.dirname(pyspark.__file__))
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    from pyspark.sql import SparkSession

    active = SparkSession.getActiveSession()  # of another test: its executors are threads of the driver, which must not be killed
    if active:
        active.stop()
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("knap tests")
    for name, value in {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "3", "spark.log.level": "ERROR",
                        "spark.ui.showConsoleProgress": "false",
                        "spark.executorEnv.PYTHONPATH": os.environ.get("PYTHONPATH", "")}.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


@pytest.fixture(scope="module")
def numbered():
    return [{"n": n, **one} for n, one in enumerate(random_instances(40))]


def test_pack(spark, numbered):
    from knap import spark as knap_spark

    bare = [{k: v for k, v in one.items() if k != "n"} for one in numbered]
    frame = spark.createDataFrame(numbered, SCHEMA)
    expected = knap.pack_all(bare)
    rows = knap_spark.pack(frame).orderBy("n").collect()
    assert [row.picked for row in rows] == expected.indices
    assert [row.packed_reward for row in rows] == expected.rewards and all(row.error is None for row in rows)
    assert rows[0].id == bare[0]["id"] and len(rows[0]["items"]) == 8
    policy = knap.Policy.train(bare, epochs=2)
    packed = knap_spark.pack(frame, 20, model=policy).orderBy("n").collect()
    assert [row.picked for row in packed] == policy.predict(bare, 20)
    with pytest.raises(knap.UsageError, match="column 'error' already"):
        knap_spark.pack(knap_spark.pack(frame))


def test_a_bad_row_becomes_an_error(spark, numbered):
    from knap import spark as knap_spark

    lines = [(n, json.dumps(one)) for n, one in enumerate(numbered)]
    lines[3], lines[5], lines[7] = (3, "not JSON"), (5, None), (7, '{"budget": 3, "items": [{"cost": -1}]}')
    rows = knap_spark.pack(spark.createDataFrame(lines, "n int, line string"), column="line").orderBy("n").collect()
    assert [row.n for row in rows if row.error is not None] == [3, 5, 7]
    assert "cost" in rows[7].error and rows[7].picked is None and "items" in rows[3].error
    good = knap.pack_all([one for n, one in enumerate(numbered) if n not in (3, 5, 7)])
    assert [row.picked for row in rows if row.error is None] == good.indices


def test_summarize_and_rouge(spark, sample):
    from knap import spark as knap_spark

    topics = sorted(path for path in sample.iterdir() if (path / "docs").is_dir())[:3]
    texts = [[path.read_text() for path in sorted((topic / "docs").iterdir())] for topic in topics]
    refs = [[path.read_text() for path in sorted((topic / "refs").iterdir())] for topic in topics]
    rows = [(n, text, ref) for n, (text, ref) in enumerate(zip(texts, refs))] + [(3, [""], ["x"]), (4, None, None)]
    frame = spark.createDataFrame(rows, "n int, documents array<string>, reference array<string>")
    made = knap_spark.summarize(frame, "60w")
    found = made.orderBy("n").collect()
    assert [row.summary for row in found[:3]] == [str(knap.summarize(text, "60w")) for text in texts]
    first = found[0].sentences[0]
    assert " ".join(texts[0][first.document][first.begin:first.end].split()).startswith(first.text[:20])
    assert "no text" in found[3].error and found[4].error == "there is no text"
    scored = knap_spark.rouge(made.drop("error"), prediction="summary", rouge_types=["rouge1", "rougeL"]).orderBy("n").collect()
    expected = knap.rouge([row.summary for row in found[:3]], refs, use_aggregator=False)
    assert [row.rouge1 for row in scored[:3]] == expected["rouge1"]
    assert [row.rougeL for row in scored[:3]] == expected["rougeL"]
    assert scored[4].rouge1 is None and "missing" in scored[4].error


def test_references_are_strings_or_arrays(spark):
    """Words of other scripts are counted by row, whatever rows are beside it."""
    from knap import spark as knap_spark

    rows = [(0, "the cat sat", "the cat ran"), (1, "Плотина прорвалась", "Плотина прорвалась вчера"), (2, "the dam", None),
            (3, None, "the dam"), (4, "a café", "a café")]
    frame = spark.createDataFrame(rows, "n int, summary string, reference string")
    expected = [knap.rouge([p], [r], language="ru" if n == 1 else None)["rouge1"] if p and r else None for n, p, r in rows]
    for made in (frame, frame.selectExpr("n", "summary", "array(reference) reference")):
        found = knap_spark.rouge(made.coalesce(1), prediction="summary", reference="reference", rouge_types=["rouge1"])
        found = found.orderBy("n").collect()
        assert [row.rouge1 for row in found] == expected and expected[1] > 0.5
        assert [row.error is None for row in found] == [True, True, False, False, True]


def test_options_of_a_summarizer_are_kept(spark, sample):
    from knap import spark as knap_spark

    texts = [[path.read_text() for path in sorted((topic / "docs").iterdir())] for topic in sorted(sample.iterdir())
             if (topic / "docs").is_dir()]
    frame = spark.createDataFrame(list(enumerate(texts)), "n int, documents array<string>")
    plain, made = knap.Summarizer(), knap.Summarizer(max_rouge=True, trim="none", decode="greedy")
    found = [row.summary for row in knap_spark.summarize(frame, "60w", summarizer=made).orderBy("n").collect()]
    assert found == [str(made.summarize(text, "60w")) for text in texts]
    assert found != [str(plain.summarize(text, "60w")) for text in texts]


def test_summaries_do_not_depend_on_partitions(spark, sample):
    """A mixture draws a policy by the number of a row."""
    from knap import spark as knap_spark

    texts = [path.read_text() for path in sorted(sample.glob("*/docs/*"))]
    frame = spark.createDataFrame(list(enumerate(texts)), "n int, documents string")
    mixture = knap.Summarizer.train(sample, "100w", epochs=2, result="mixture")
    for summarizer in (None, mixture):
        model = summarizer or knap.Summarizer()
        expected = [str(model.summarize({"text": text}, "40w")) for text in texts]
        for partitions in (1, 5):
            found = knap_spark.summarize(frame.repartition(partitions), "40w", summarizer=summarizer).orderBy("n").collect()
            assert [row.summary for row in found] == expected


def test_constants_are_refused_on_the_driver(spark, numbered):
    from knap import spark as knap_spark

    frame = spark.createDataFrame([(0, "The dam broke.", "It broke.")], "n int, documents string, reference string")
    packs = spark.createDataFrame(numbered, SCHEMA)
    wrong = [(lambda: knap_spark.summarize(frame, "100"), "write 100w"), (lambda: knap_spark.summarize(frame, order="x"), "no order"),
             (lambda: knap_spark.summarize(frame, language="xx"), "xx"), (lambda: knap_spark.summarize(frame, column="x"), "no column 'x'"),
             (lambda: knap_spark.rouge(frame, prediction="documents", rouge_types=["rougeX"]), "rougeX"),
             (lambda: knap_spark.rouge(frame, prediction="documents", alfa=1), "alfa"),
             (lambda: knap_spark.rouge(frame, prediction="summary"), "no column 'summary'"),
             (lambda: knap_spark.pack(packs, system="covr"), "covr"), (lambda: knap_spark.pack(packs, column="x"), "no column 'x'")]
    for call, message in wrong:
        with pytest.raises(knap.UsageError, match=message):
            call()
    made = knap_spark.rouge(knap_spark.summarize(frame, "9w", prefix="my_"), prediction="my_summary", prefix="r_", rouge_types=["rouge1"])
    assert made.columns == ["n", "documents", "reference", "my_summary", "my_sentences", "my_error", "r_rouge1", "r_error"]
    assert made.collect()[0].r_rouge1 > 0
    assert "a_picked" in knap_spark.pack(knap_spark.pack(packs), prefix="a_").columns


def test_partitions_are_read_to_the_end():
    """Spark ends a worker that leaves rows unread, and all that it keeps is lost."""
    from knap import spark as knap_spark

    made = []
    for _ in range(3):
        part = iter(range(5))
        assert knap_spark._keep_part(("test", "part"), part, lambda rows: made.append(rows) or rows) == [0, 1, 2, 3, 4]
        assert list(part) == []
    assert len(made) == 1


def executors(spark):
    """The process ids of the executors."""

    def parents(_):
        def parent(pid):
            with open(f"/proc/{pid}/stat") as file:
                return int(file.read().rsplit(")", 1)[1].split()[1])

        yield parent(os.getppid())  # of the daemon that forks Python workers

    return sorted(set(spark.sparkContext.parallelize(range(8), 8).mapPartitions(parents).collect()))


def weights_of(model):
    """The model without the comparison with the untrained default, which training on Spark does not make, and the checksum."""
    lines, kept, skipped = model.decode().split("\n"), [], 0
    for line in lines:
        if line.startswith("section choice "):
            skipped = 1 + int(line.split()[2])
        if skipped:
            skipped -= 1
        elif not line.startswith("checksum "):
            kept.append(line)
    return kept


def test_training_does_not_depend_on_partitions_or_losses(spark, numbered, command, jsonl, tmp_path):
    from knap import spark as knap_spark

    bare = [{k: v for k, v in one.items() if k != "n"} for one in numbered]
    command("train", jsonl(bare), "-o", tmp_path / "c.knap", "-q", "--batch", "16", "--epochs", "2")
    expected = (tmp_path / "c.knap").read_bytes()
    assert knap.Policy.train(bare, batch=16, epochs=2).to_bytes() == expected
    frame = spark.createDataFrame(list(reversed(numbered)), SCHEMA)
    for partitions in (1, 3, 8):
        spark.conf.set("spark.sql.shuffle.partitions", partitions)
        spark.conf.set("spark.sql.adaptive.enabled", "false")
        policy = knap_spark.train(frame.repartition(partitions), order="n", batch=16, epochs=2)
        assert weights_of(policy.to_bytes()) == weights_of(expected), partitions
    assert policy.report_.reward > 0

    # An executor is killed in the middle.
    killed = []

    def kill(fraction, stage, reward):
        if fraction > 0.3 and not killed:
            killed.append(executors(spark)[0])
            os.kill(killed[0], signal.SIGKILL)

    policy = knap_spark.train(frame.repartition(3), order="n", batch=16, epochs=2, progress=kill)
    assert killed and weights_of(policy.to_bytes()) == weights_of(expected)
    assert [row.picked for row in knap_spark.pack(frame, model=policy).orderBy("n").collect()] == policy.predict(bare)


def test_errors_of_training(spark, numbered):
    from knap import spark as knap_spark

    frame = spark.createDataFrame(numbered, SCHEMA)
    with pytest.raises(knap.UsageError, match="no column 'm'"):
        knap_spark.train(frame, order="m", batch=4)
    with pytest.raises(knap.UsageError, match="give batch"):
        knap_spark.train(frame, order="n")
    with pytest.raises(knap.KnapError, match="batch"):
        knap_spark.train(frame, order="n", batch=1)
    lines = spark.createDataFrame([(n, json.dumps(one)) for n, one in enumerate(numbered)] + [(99, '{"items": 3}')],
                                  "n int, line string")
    with pytest.raises(knap.InputError, match="instance 40"):
        knap_spark.train(lines, order="n", column="line", batch=4)
    texts = spark.createDataFrame([(0, '{"budget": 1, "items": [{"cost": 1, "text": "x", "useful": 1}]}')], "n int, line string")
    with pytest.raises(knap.InputError, match="drop_texts"):
        knap_spark.train(texts, order="n", column="line", batch=4)
