#!/usr/bin/env python3
"""Runs every command with faults: each allocation fails in turn, each system call fails in turn, the program is killed at each
system call that writes. tests/faults/interpose.c makes the faults.

    faults.py KNAP LIBRARY [--kinds alloc,EIO,...,kill] [--only NAME] [--most N] [--jobs N]

After a fault a command has either succeeded with the right output, or it exits with 1 or 2 and a message. Files are then as before
the run or as after an undisturbed one, and no other files are left. Where a file of the input cannot be read, the command
names it as skipped, goes on with the others and exits with 1; the output is then that of the others ("partial"). After a kill the same holds, except that temporary files
(.knap-*.tmp) may be left and that a folder of results may be incomplete; the same command, run again, ends with the right output and
without such files.
A training with a checkpoint goes on from it (`resume`) after a kill or an error, if there is one, and ends with the same model.

--most N tries N faults of each kind and command, spread evenly, instead of all.

--under "TOOL OPTION..." makes no faults: it runs every command once under a tool, such as valgrind, which must exit with 0; the
output must be that of the program alone. --threads N is for that; faults need one thread."""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

KINDS = ["alloc", "EINTR", "EIO", "ENOSPC", "EMFILE", "EACCES", "short", "kill"]
MANY_SECONDS = 40  # a command that takes longer hangs
TEMPORARY = re.compile(r"(^|/)\.knap-[0-9a-f]{16}\.tmp$")

INSTANCES = """\
{"id":"a","budget":3,"items":[{"id":"x","cost":1,"features":{"f":1,"g":0.5},"vector":[1,0],"covers":{"w":1}},\
{"id":"y","cost":2,"features":{"f":0,"g":1},"vector":[0.5,0.5],"covers":{"w":1,"v":2}}],\
"reward":{"kind":"coverage","targets":{"w":1,"v":2}}}
{"id":"b","budget":2,"items":[{"id":"x","cost":1,"features":{"f":0.2,"g":0.5},"vector":[1,0],"covers":{"u":1}},\
{"id":"y","cost":2,"features":{"f":0,"g":0.3},"vector":[0.1,0.5],"covers":{"w":1,"v":2}}],\
"reward":{"kind":"coverage","targets":{"w":1,"v":2}}}
"""
PASSAGES = """\
{"id":"q","query":"when does the boat leave","budget":12,"answer":"The boat leaves at nine.","items":[\
{"id":"p1","score":0.7,"cost":6,"text":"The boat leaves at nine."},{"id":"p2","score":0.2,"cost":7,"text":"It rained for two days."}]}
"""
SHOWN = "".join('{"id":%d,"budget":2,"items":[{"id":"b1","cost":1,"score":%d,"features":{"m":0.%d}},{"id":"b2","cost":1,"score":2,'
                '"features":{"m":0.4}}],"shown":["b%d"],"reward":%d,"propensity":0.5}\n' % (n, n % 4, n, 1 + n % 2, n % 3 == 0)
                for n in range(1, 9))
CLUSTERS = [
    ("storm", ["Storm hits Orsine\n\nA storm hit Orsine on Monday. Two boats sank in the harbour. Mayor Anna Lee said that nobody was "
               "hurt.\n", "The ferry did not leave. It rained for two days, and Mrs. Lee closed the pier.\n"],
     ["A storm sank two boats in Orsine.\n"]),
    ("dam", ["Dam leaks\n\nThe dam above Orrin leaks, the county said on Friday. Forty people left their homes.\n",
             "Engineers lowered the lake by two metres. The dam was built in 1931.\n"], ["A dam leaks above Orrin.\n"]),
    ("mill", ["Mill burns\n\nThe old mill burnt down on Sunday. Nobody was hurt in the fire. It had been empty for ten years.\n",
              "The mill was to be sold. Anna Lee had bought it in March.\n"], ["The old mill burnt down.\n"]),
]
PAGE = ("<!DOCTYPE html><html><body><h1>Mill burns</h1><p>The old mill at the river burnt down on Sunday night, and nobody was hurt "
        "in the fire.</p></body></html>")


# A command line in a folder with the inputs; files that it must leave alone are compared too. `before` are commands that make more
# inputs; one that ends with "kill:N" is killed there. `resume` is the command that goes on from the checkpoint "state".
Scenario = collections.namedtuple("Scenario", "name argv before resume", defaults=[(), None])

CHECKPOINT = ["train", "in.jsonl", "-o", "out.knap", "--epochs", "25", "--checkpoint", "state", "--checkpoint-every", "1e"]
RESUME = CHECKPOINT[:6] + ["--resume", "state", "--checkpoint-every", "1e"]

SCENARIOS = [
    Scenario("pack", ["pack", "in.jsonl", "--json"]),
    Scenario("pack-model", ["pack", "-m", "old.knap", "in.jsonl"], [["train", "in.jsonl", "-o", "old.knap", "-q"]]),
    Scenario("pack-passages", ["pack", "passages.jsonl"]),
    Scenario("oracle", ["pack", "-s", "oracle", "in.jsonl"]),
    Scenario("evaluate", ["evaluate", "-s", "cover", "-s", "random", "in.jsonl"]),
    Scenario("evaluate-logs", ["evaluate", "-s", "cover", "-s", "random", "shown.jsonl"]),
    Scenario("inspect", ["inspect", "old.knap"], [["train", "in.jsonl", "-o", "old.knap", "-q"]]),
    Scenario("train", ["train", "in.jsonl", "-o", "out.knap", "--epochs", "3"],
             [["train", "in.jsonl", "-o", "out.knap", "-q", "--epochs", "1"]]),
    Scenario("train-checkpoint", CHECKPOINT, [["train", "in.jsonl", "-o", "out.knap", "-q", "--epochs", "1"]], RESUME),
    Scenario("train-resume", RESUME, [CHECKPOINT + ["kill:90"]], RESUME),
    Scenario("train-clusters", ["train", "clusters", "-o", "out.knap", "--epochs", "1"]),
    Scenario("tune", ["tune", "clusters", "-o", "out.knap", "-g", "eta=0.1,0.2", "--views", "paper", "--epochs", "1", "-k", "3"]),
    Scenario("summarize", ["summarize", "clusters/storm", "-b", "30w"]),
    Scenario("summarize-files", ["summarize", "clusters", "page.html", "-b", "20w", "--each", "-o", "out"]),
    Scenario("summarize-output", ["summarize", "clusters/storm", "-b", "30w", "-o", "out.txt"],
             [["summarize", "clusters/mill", "-b", "30w", "-o", "out.txt"]]),
    Scenario("convert-jsonl", ["convert", "clusters", "-o", "out.jsonl"], [["convert", "clusters/mill", "-o", "out.jsonl"]]),
    Scenario("convert-folder", ["convert", "clusters", "page.html", "--to", "folder", "-o", "out"]),
    Scenario("experiment", ["experiment", "--train", "clusters", "-k", "3", "-s", "lead,scp:views=paper:epochs=1", "-b", "20w", "-o",
                            "out"]),
    Scenario("rouge", ["rouge", "peer.txt", "clusters/storm/refs/1.txt"]),
    Scenario("judge-sheet", ["judge", "sheet", "ours", "rival", "-o", "out"]),
]


def make_inputs(folder):
    (folder / "in.jsonl").write_text(INSTANCES)
    (folder / "passages.jsonl").write_text(PASSAGES)
    (folder / "shown.jsonl").write_text(SHOWN)
    (folder / "page.html").write_text(PAGE)
    (folder / "peer.txt").write_text("Two boats sank in a storm.\n")
    for name, documents, references in CLUSTERS:
        for kind, texts in (("docs", documents), ("refs", references)):
            (folder / "clusters" / name / kind).mkdir(parents=True)
            for number, text in enumerate(texts, 1):
                (folder / "clusters" / name / kind / f"{number}.txt").write_text(text)
    for system, text in (("ours", "A storm."), ("rival", "Two boats.")):
        (folder / system).mkdir()
        (folder / system / "storm.txt").write_text(text)


def snapshot(folder):
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            files[str(path.relative_to(folder))] = path.read_bytes()
    return files


def without_times(out):
    """`knap experiment` prints how long it took."""
    return re.sub(rb" *[0-9.]+ (m?s|min)\b", b" TIME", out)


def tool_options():
    return {name: value for name, value in os.environ.items() if name == "TSAN_OPTIONS"}


class Runner:
    def __init__(self, knap, library, threads=1):
        self.knap, self.library, self.threads, self.under = knap, library, threads, []

    def run(self, argv, folder, fault=None):
        """Returns (status, stdout, stderr, lines of the fault log)."""
        argv = argv if argv[0] in ("inspect", "convert", "judge") else argv + [f"-j{self.threads}"]
        environment = {"PATH": os.environ.get("PATH", ""), **tool_options(), "LC_ALL": "C.UTF-8", "OMP_NUM_THREADS": str(self.threads), "HOME": str(folder)}
        log = tempfile.NamedTemporaryFile(prefix="knap-fault-", delete=False)
        log.close()
        if fault:
            environment.update(LD_PRELOAD=self.library, KNAP_FAULT=fault, KNAP_FAULT_LOG=log.name)
        try:
            done = subprocess.run(self.under + [self.knap] + argv, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                                  timeout=600 if self.under else MANY_SECONDS, check=False)
            return done.returncode, done.stdout, done.stderr, pathlib.Path(log.name).read_text()
        except subprocess.TimeoutExpired:
            return "hang", b"", b"", pathlib.Path(log.name).read_text()
        finally:
            os.unlink(log.name)


class Case:
    """One scenario: its inputs, its undisturbed result, its faults."""

    def __init__(self, runner, scenario, work):
        self.runner, self.scenario, self.work = runner, scenario, work
        self.start = work / scenario.name
        self.start.mkdir()
        make_inputs(self.start)
        for argv in scenario.before:
            fault = argv[-1] if argv[-1].startswith("kill:") else None
            status = runner.run(argv[:-1] if fault else argv, self.start, fault)[0]
            assert status == (-9 if fault else 0), (argv, status)
        self.old = snapshot(self.start)
        with self.copy() as folder:
            status, out, err, _ = runner.run(scenario.argv, folder)
            assert status == 0, (scenario.name, status, err.decode(errors="replace"))
            self.out, self.new = without_times(out), snapshot(folder)

    def copy(self):
        return Copy(self.start, self.work)

    def count(self, kind):
        with self.copy() as folder:
            status, out, _, log = self.runner.run(self.scenario.argv, folder, f"{kind}:0")
            if status == 77:
                return None
            problem = self.compare(status, out, folder)
            assert not problem, (self.scenario.name, kind, problem)
            return int(re.findall(r"count (\d+)", log)[-1])

    def compare(self, status, out, folder):
        """What is wrong after an undisturbed run, or one that claims success."""
        if status != 0:
            return f"exit status {status}"
        if without_times(out) != self.out:
            return "exit status 0 with another output"
        found = snapshot(folder)
        if self.scenario.resume:  # where the checkpoint stands depends on where it went on
            found["state"] = self.new["state"]
        if found != self.new:
            return "exit status 0 with other files: " + difference(found, self.new)
        return None

    def old_or_new(self, folder, killed):
        found = snapshot(folder)
        for name, data in found.items():
            if data in (self.old.get(name), self.new.get(name)):
                continue
            if (TEMPORARY.search(name) and killed) or (name == "state" and self.scenario.resume):
                continue
            if name not in self.old and name not in self.new and killed and self.scenario.name == "experiment":
                continue  # a marker of its own
            return f"{name} is neither the old nor the new file ({len(data)} bytes)"
        for name in self.old:
            if name not in found and not TEMPORARY.search(name):
                return f"{name} is gone"
        return None

    def go_on(self, folder):
        """What is wrong when the command is run again after a kill or an error."""
        resume = self.scenario.resume and (folder / "state").exists()
        problem = self.compare(*self.runner.run(self.scenario.resume if resume else self.scenario.argv, folder)[:2], folder)
        return problem and ("resumed: " if resume else "run again: ") + problem

    def run_under(self, tool):
        with self.copy() as folder:
            self.runner.under = tool or ["env"]
            status, out, err, _ = self.runner.run(self.scenario.argv, folder)
            self.runner.under = []
            problem = self.compare(status, out, folder)
            return problem and problem + "\n" + err.decode(errors="replace")[-3000:]

    @staticmethod
    def is_of_library(status, where, log):
        """Whether ICU or libxml2 crashed when its own allocation failed. ICU 72 does not survive that while it finds the default
        locale, libxml2 2.9 not in some buffers."""
        crash = re.findall(r"crash \d+ (.*)", log)
        return any(name in where and (status == "hang" or (bool(crash) and name in crash[0])) for name in ("libicu", "libxml2"))

    def try_fault(self, kind, number):
        with self.copy() as folder:
            status, out, err, log = self.runner.run(self.scenario.argv, folder, f"{kind}:{number}")
            where = " ".join(log.split("\n", 1)[0].split()[2:])
            if kind == "kill" and status == -9:
                return "killed", self.old_or_new(folder, True) or self.go_on(folder), where
            if status == 0:
                return "success", self.compare(status, out, folder), where
            if kind == "alloc" and self.is_of_library(status, where, log):
                return "library", None, where
            if status not in (1, 2, 3):
                return "crash", f"status {status}: {err.decode(errors='replace')[:300]}", where
            problem = None if err.strip() else f"status {status} without a message"
            if b": skipped: " in err:
                return "partial", problem, where  # a file of the input was left out, and the message names it
            if not problem and where not in ("unlink", "rmdir"):  # what could not be removed stays
                problem = self.old_or_new(folder, False)
            if not problem and self.scenario.resume and kind != "alloc":
                problem = self.go_on(folder)
            return "error", problem, where


class Copy:
    def __init__(self, start, work):
        self.start, self.folder = start, pathlib.Path(tempfile.mkdtemp(dir=work))

    def __enter__(self):
        shutil.copytree(self.start, self.folder, dirs_exist_ok=True, symlinks=True)
        return self.folder

    def __exit__(self, *_):
        shutil.rmtree(self.folder)


def difference(found, expected):
    names = [name for name in sorted(set(found) | set(expected)) if found.get(name) != expected.get(name)]
    return ", ".join(names[:4])


def chosen(count, most):
    if not most or count <= most:
        return range(1, count + 1)
    return sorted({1 + i * (count - 1) // (most - 1) for i in range(most)})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("knap")
    parser.add_argument("library")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--only", default="")
    parser.add_argument("--most", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--under")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    runner = Runner(os.path.abspath(options.knap), os.path.abspath(options.library), options.threads)
    base = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    totals, problems = collections.Counter(), 0
    with tempfile.TemporaryDirectory(prefix="knap-faults-", dir=base) as name, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for scenario in SCENARIOS:
            if not re.search(options.only, scenario.name):
                continue
            case = Case(runner, scenario, pathlib.Path(name))
            if options.under is not None:
                problem = case.run_under(options.under.split())
                problems += problem is not None
                print(f"{scenario.name:18} {problem or 'ok'}", flush=True)
                continue
            for kind in options.kinds.split(","):
                count = case.count(kind)
                if count is None:
                    print("system calls cannot be caught on this machine: skipped")
                    sys.exit(77)
                numbers = chosen(count, options.most)
                outcome = collections.Counter()
                for number, (result, problem, where) in zip(numbers, pool.map(lambda n: case.try_fault(kind, n), numbers)):
                    outcome[result] += 1
                    totals[kind] += 1
                    if problem:
                        problems += 1
                        print(f"FAIL {scenario.name} {kind}:{number} ({where}): {problem}", flush=True)
                print(f"{scenario.name:18} {kind:7} {count:6} places, {len(numbers):5} tried: "
                      + ", ".join(f"{n} {r}" for r, n in sorted(outcome.items())), flush=True)
    if options.under is not None:
        sys.exit(1 if problems else 0)
    print("tried: " + ", ".join(f"{kind} {n}" for kind, n in totals.items()) + f"; {problems} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
