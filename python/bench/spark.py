"""Summaries on Spark's local[2] beside the command with two threads: build/venv/bin/python python/bench/spark.py [TOPICS]

Topics are drawn from the sentences of sample/. Spark reads them from Parquet and counts the characters of the summaries. The session and
a first small job, which starts the workers, are not measured. It fails where the summaries differ."""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import pyarrow
import pyarrow.parquet
from pyspark.sql import SparkSession, functions

from knap import _command
from knap import spark as knap_spark

ROOT = pathlib.Path(__file__).resolve().parents[2]


def make_topics(count):
    rng = random.Random(1)
    lines = [line for path in sorted(ROOT.glob("sample/*/docs/*")) for line in path.read_text().split("\n") if len(line) > 60]
    return [["\n".join(rng.sample(lines, 8)) for _ in range(2)] for _ in range(count)]


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
    topics = make_topics(count)
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    with tempfile.TemporaryDirectory() as folder:
        jsonl, parquet = os.path.join(folder, "topics.jsonl"), os.path.join(folder, "topics.parquet")
        with open(jsonl, "w") as file:
            file.writelines(json.dumps({"id": str(n), "documents": one}) + "\n" for n, one in enumerate(topics))
        pyarrow.parquet.write_table(pyarrow.table({"n": list(range(count)), "documents": topics}), parquet)
        start = time.perf_counter()
        printed = subprocess.run([_command.path(), "summarize", jsonl, "--json", "-q", "-b", "60w", "-j", "2"], check=True,
                                 capture_output=True, text=True).stdout
        command = time.perf_counter() - start
        expected = sum(len(json.loads(line)["summary"]) - 1 for line in printed.splitlines())
        spark = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.log.level", "ERROR")
                 .config("spark.ui.showConsoleProgress", "false").getOrCreate())
        frame = spark.read.parquet(parquet).repartition(8)
        total = functions.sum(functions.length("summary"))
        knap_spark.summarize(frame.where("n < 64"), "60w").agg(total).collect()  # in all partitions, so that both workers start
        start = time.perf_counter()
        found = knap_spark.summarize(frame, "60w").agg(total).collect()[0][0]
        wall = time.perf_counter() - start
        spark.stop()
    assert found == expected, (found, expected)
    print(f"{count} topics: command with 2 threads {command:.1f} s, Spark local[2] {wall:.1f} s: {wall / command:.2f} times, "
          f"{count / wall:.0f} topics per second")


if __name__ == "__main__":
    main()
