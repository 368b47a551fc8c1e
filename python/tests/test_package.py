"""The package as a whole: types, experiments, interruption, threads."""

import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import threading

import pytest

import knap
from conftest import ROOT, random_instances


def test_types():
    pytest.importorskip("mypy")
    run = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
    assert (pathlib.Path(knap.__file__).parent / "py.typed").exists()


def test_types_of_arguments_follow_the_tables():
    import runpy

    made = runpy.run_path(str(ROOT / "scripts" / "python_settings.py"))["made"]()
    assert made == (ROOT / "python" / "knap" / "_settings.py").read_text(), "run scripts/python_settings.py"
    for wrong in (lambda: knap.pack([{"cost": 1}], 1, bugdet=3), lambda: knap.pack_all([], 1, per_groop=3),
                  lambda: knap.Policy.train([], epoch=3), lambda: knap.Policy(epoch=3), lambda: knap.rouge("a", "b", alpa=1)):
        with pytest.raises((knap.UsageError, TypeError), match="bugdet|per_groop|epoch|alpa"):
            wrong()


def test_wrong_arguments_are_found_before_they_run(tmp_path):
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    lines = {"knap.pack([], 3, per_group=2, query='x')": True, "knap.pack([], 3, per_groop=2)": False,
             "knap.pack([], 3, format='markdown', merge=True, explain=True)": True, "knap.pack([], 3, errors='return')": False,
             "knap.summarize({'documents': ['a']})": True, "knap.summarize(3)": False,
             "knap.pack_all([], 3, max_items=2, errors='return')": True, "knap.pack_all([], 3, duplicates='no')": False,
             "knap.Policy(epochs=3, guided=True)": True, "knap.Policy(epoch=3)": False, "knap.Policy.train([], eta='x')": False,
             "knap.rouge('a', 'b', alpha=0.5)": True, "knap.rouge('a', 'b', alpa=0.5)": False,
             "knap.Policy().pack([], 3, per_group=2, pins=[0])": True, "knap.Policy().pack([], 3, pinns=[0])": False,
             "knap.Summarizer.load('m', trim='none')": True, "knap.Summarizer.load('m', trimm='none')": False,
             "knap.spark.train(typing.cast(typing.Any, 0), order='n', epochs=3)": True, "knap.spark.train(typing.cast(typing.Any, 0), order='n', epoch=3)": False,
             "knap.Summarizer.train([], text={'trim': 'safe'})": True, "knap.Summarizer.train([], text={'trimm': 'safe'})": False}
    program.write_text("import typing, knap, knap.spark\n" + "\n".join(lines) + "\n")
    run = subprocess.run([sys.executable, "-m", "mypy", "--config-file=", str(program)], cwd=tmp_path, capture_output=True, text=True,
                         env={**os.environ, "MYPYPATH": str(ROOT / "python")})
    bad = {int(line.split(":")[1]) for line in run.stdout.splitlines() if line.startswith("program.py") and ": error:" in line}
    assert bad == {number for number, good in enumerate(lines.values(), 2) if not good}, run.stdout


def test_help_names_all_options():
    import inspect

    from knap import _pack, _summarize

    for function, options in ((knap.summarize, _summarize.Options), (knap.summarize_all, _summarize.Options), (knap.summarize_iter, _summarize.Options),
                              (knap.Summarizer.summarize, _summarize.Options), (knap.pack_all, _pack.Listing)):
        missing = [name for name in (*options.__annotations__, "budget")
                   if name not in inspect.signature(function).parameters and f"``{name}``" not in inspect.getdoc(function)]
        assert not missing, (function, missing)


def test_examples_of_the_documentation():
    import doctest

    for name in ("", "._pack", "._rouge", "._summarize"):
        module = sys.modules["knap" + name]
        assert doctest.testmod(module).failed == 0


def test_experiment(sample, command):
    made = knap.experiment(sample, systems=["lead", "lexrank"], folds=3, budget="100w", seeds=1)
    import json

    printed = json.loads(command("experiment", "--train", sample, "--folds", "3", "--budget", "100w", "--seeds", "1",
                                 "--systems", "lead,lexrank", "--json", "-q"))
    assert [row["rouge1"] for row in made.rows] == [row["rouge1"] for row in printed["systems"]]
    assert made["lead"]["rouge1"]["f"] == made.frame().loc["lead", ("rouge1", "f")]
    assert "lead" in repr(made) and "lexrank" in made._repr_html_()
    with pytest.raises(knap.UsageError, match="no system|unknown system"):
        knap.experiment(sample, systems=["leed"])
    with pytest.raises(knap.KnapError):
        knap.experiment("absent")


def test_threads_share_a_model(sample):
    """Eight threads pack and summarize with the same objects; all get what one thread gets."""
    instances = random_instances(300)
    policy = knap.Policy.train(instances[:50], epochs=1)
    summarizer = knap.Summarizer()
    folder = sample / "averill-ferry-strike"
    expected = policy.predict(instances), str(summarizer.summarize(folder, "100w"))
    found, failures = [], []

    def work():
        try:
            for _ in range(3):
                found.append((policy.predict(instances, jobs=2), str(summarizer.summarize(folder, "100w"))))
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures and found == [expected] * 24


def test_the_gil_is_released():
    """A Python thread runs while another one trains."""
    instances = random_instances(40)
    counts = []
    done = threading.Event()

    def count():
        while not done.is_set():
            counts.append(1)
            done.wait(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    knap.Policy.train(instances, epochs=200, jobs=1)
    done.set()
    thread.join()
    assert len(counts) > 5


@pytest.mark.parametrize("work", [
    "knap.Policy.train(instances, epochs=1000000)",
    "knap.pack_all(instances * 100000)",
    "knap.rouge(['the cat sat on the mat ' * 200] * 20000, ['a cat sat on that mat ' * 200] * 20000)",
    "knap.Policy.train(instances, lambda instance, indices: 0.5 * bool(indices), epochs=100000)",
    "knap.Policy.train(endless(instances))",
    "knap.Policy.train(endless(instances), jobs=1)",
])
def test_control_c_stops_work(work):
    program = textwrap.dedent(f"""
        import json, os, sys, tempfile, threading, time, knap
        sys.path.insert(0, {str(pathlib.Path(__file__).parent)!r})
        from conftest import random_instances
        instances = random_instances(50)

        def endless(instances):
            "A file of instances that has no end."
            path = tempfile.mkdtemp() + "/pipe"
            os.mkfifo(path)
            lines = "".join(json.dumps(one) + chr(10) for one in instances)

            def write():
                with open(path, "w") as pipe:
                    os.unlink(path)
                    os.rmdir(os.path.dirname(path))
                    while True:
                        pipe.write(lines)
                        time.sleep(0.001)

            threading.Thread(target=write, daemon=True).start()
            return path

        print("ready", flush=True)
        try:
            {work}
        except KeyboardInterrupt:
            print("stopped", flush=True)
    """)
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    threading.Event().wait(0.5)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert out == "stopped\n" and process.returncode == 0


@pytest.mark.parametrize("work", [
    "knap.summarize([pipe])",
    "knap.summarize_all([folder, pipe])",
    "knap.Summarizer.train([folder, pipe])",
    "knap.Summarizer.train(small, validate=[folder, pipe])",
])
def test_control_c_stops_the_reading_of_documents(work, tmp_path, sample):
    """The pipe is never written to, so that the reading cannot end before the signal comes."""
    folder, pipe = tmp_path / "clusters", tmp_path / "pipe"
    os.mkfifo(pipe)
    if "folder" in work:
        for cluster in range(20):
            for kind in ("docs", "refs"):
                (folder / str(cluster) / kind).mkdir(parents=True)
                for number in range(100):
                    (folder / str(cluster) / kind / f"{number}.txt").write_text(f"Report {cluster}.{number}: the dam broke. " * 50)
    size = sum(path.stat().st_size for path in folder.rglob("*.txt"))
    program = textwrap.dedent(f"""
        import knap
        from pathlib import Path
        folder, pipe, small = Path({str(folder)!r}), Path({str(pipe)!r}), Path({str(sample / "orrin-dam-flood")!r})
        print("ready", flush=True)
        try:
            {work}
        except KeyboardInterrupt:
            print("stopped", knap.summarize("The dam broke on Monday. It rained.", "6w"), flush=True)
    """)
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)

    def bytes_read():
        return int(pathlib.Path(f"/proc/{process.pid}/io").read_text().split()[1])

    assert process.stdout.readline() == "ready\n"
    before = bytes_read()
    writer = os.open(pipe, os.O_WRONLY) if not size else None  # returns when the other side has opened the pipe
    while size and bytes_read() < before + size // 4:
        threading.Event().wait(0.001)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert out == "stopped The dam broke on Monday.\n" and process.returncode == 0
    if writer is not None:
        os.close(writer)


def test_progress():
    seen = []
    knap.Policy.train(random_instances(20), epochs=3, progress=lambda fraction, stage, reward: seen.append(fraction))
    assert seen and seen[-1] == 1 and all(0 < f <= 1 for f in seen)

    def refuse(fraction, stage, reward):
        raise StopIteration("enough")

    for work in (lambda: knap.Policy.train(random_instances(20), progress=refuse),
                 lambda: knap.pack_all(random_instances(20), progress=refuse),
                 lambda: knap.rouge(["a"], ["b"], progress=refuse),
                 lambda: knap.summarize("The dam broke. It rained.", progress=refuse)):
        with pytest.raises(StopIteration, match="enough"):
            work()


def test_a_bar_appears_for_long_work_only(capfd, monkeypatch):
    pytest.importorskip("tqdm")
    knap.pack_all(random_instances(20), progress=True)
    assert capfd.readouterr().err == ""
    clock = iter(range(0, 10**6, 2))
    monkeypatch.setattr("knap._progress.time.monotonic", lambda: next(clock))  # two seconds pass between calls
    knap.Policy.train(random_instances(20), epochs=2, progress=True)
    assert "%" in capfd.readouterr().err


def test_errors_have_file_and_line(tmp_path):
    path = tmp_path / "bad.jsonl"
    path.write_text('{"budget": 1, "items": [{"cost": 1}]}\n{"budget": 1, "items": [{"cost": "x"}]}\n')
    with pytest.raises(knap.InputError) as caught:
        knap.Policy.train(path)
    assert caught.value.file == str(path) and caught.value.line == 2
    assert str(caught.value).startswith(f"{path}:2: ")


def test_the_command_comes_with_the_package():
    if "site-packages" not in knap.__file__:
        pytest.skip("the package is not installed")
    run = subprocess.run([os.path.join(os.path.dirname(sys.executable), "knap"), "--version"], capture_output=True, text=True)
    assert run.returncode == 0 and knap.__version__ in run.stdout
