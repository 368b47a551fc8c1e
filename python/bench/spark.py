"""Summaries on Spark's local[2] beside the command with two threads: build/venv/bin/python python/bench/spark.py [TOPICS]

Topics are drawn from the sentences of sample/. Spark reads them from Parquet and counts the characters of the summaries: from eight files, as
Spark writes them, and from one file that is divided by repartition. The session and a first small job, which starts the workers, are not
measured. It fails if the summaries differ. CPU time, that of all processes of Spark, depends less on what else the machine does."""

import json
import os
import pathlib
import random
import resource
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


FILES = 8


def cpu_time():
    """CPU seconds of this process and of all below it: the JVM and the Python workers."""
    parent, used = {}, {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = pathlib.Path("/proc", name, "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:  # it has ended
            continue
        parent[int(name)], used[int(name)] = int(fields[1]), (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    total = 0.0
    for process in used:
        at = process
        while at in parent and at != os.getpid():
            at = parent[at]
        total += used[process] if at == os.getpid() else 0
    return total


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
    topics = make_topics(count)
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    with tempfile.TemporaryDirectory() as folder:
        jsonl, parquet = os.path.join(folder, "topics.jsonl"), os.path.join(folder, "topics.parquet")
        with open(jsonl, "w") as file:
            file.writelines(json.dumps({"id": str(n), "documents": one}) + "\n" for n, one in enumerate(topics))
        os.mkdir(parquet)
        table = pyarrow.table({"n": list(range(count)), "documents": topics})
        for number in range(FILES):
            pyarrow.parquet.write_table(table.slice(number * count // FILES, (number + 1) * count // FILES - number * count // FILES),
                                        os.path.join(parquet, f"part-{number}.parquet"))
        pyarrow.parquet.write_table(table, parquet + ".one")
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        printed = subprocess.run([_command.path(), "summarize", jsonl, "--json", "-q", "-b", "60w", "-j", "2"], check=True,
                                 capture_output=True, text=True).stdout
        command, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
        command_cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        expected = sum(len(json.loads(line)["summary"]) - 1 for line in printed.splitlines())
        spark = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.log.level", "ERROR")
                 .config("spark.ui.showConsoleProgress", "false").getOrCreate())
        total = functions.sum(functions.length("summary"))
        print(f"{count} topics, command with 2 threads: {command:.1f} s, CPU {command_cpu:.1f} s")
        for name, frame in ((f"{FILES} files", spark.read.parquet(parquet)),
                            ("1 file, repartition", spark.read.parquet(parquet + ".one").repartition(FILES))):
            knap_spark.summarize(frame.where(f"n % {max(1, count // 64)} = 0"), "60w").agg(total).collect()  # both workers start
            cpu, start = cpu_time(), time.perf_counter()
            found = knap_spark.summarize(frame, "60w").agg(total).collect()[0][0]
            wall, cpu = time.perf_counter() - start, cpu_time() - cpu
            assert found == expected, (found, expected)
            print(f"Spark local[2], {name}: {wall:.1f} s, {wall / command:.2f} times; CPU {cpu:.1f} s, {cpu / command_cpu:.2f} times; "
                  f"{count / wall:.0f} topics per second")
        spark.stop()


if __name__ == "__main__":
    main()
