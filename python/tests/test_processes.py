"""Processes that are forked after the parent made a parallel call: Pool, ProcessPoolExecutor, joblib, gunicorn.

A limit of time ends a child that hangs, so that the test fails instead of waiting."""

import concurrent.futures
import http.client
import multiprocessing
import os
import pickle
import signal
import socket
import subprocess
import sys
import time

import pytest

import knap

LIMIT = 120
TOPICS = [[f"The dam of valley {n} broke on Monday, and two towns were flooded. Nobody was hurt in town {n}, officials said.",
           f"Engineers had warned of cracks in dam {n} last year. The mayor asked for {n} million francs."] for n in range(40)]


def summaries():
    """With two threads; the machine may have one CPU."""
    return knap.summarize_all(TOPICS, "12w", jobs=2, progress=False)


def of_child(_):
    return [(str(one), one.documents) for one in summaries()]


@pytest.fixture
def parent():
    """What a child must find too; the parent has threads from here on."""
    return of_child(0)


@pytest.mark.parametrize("way", ["fork", "spawn", "forkserver"])
def test_pool(parent, way):
    with multiprocessing.get_context(way).Pool(2) as pool:
        assert pool.map_async(of_child, range(4)).get(LIMIT) == [parent] * 4
    assert of_child(0) == parent


def test_executor_and_summaries_come_back(parent):
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("fork")) as pool:
        made = list(pool.map(knap.summarize, TOPICS, ["12w"] * len(TOPICS), timeout=LIMIT))
    assert [(str(one), one.documents) for one in made] == parent


@pytest.mark.parametrize("backend", ["loky", "multiprocessing"])
def test_joblib(parent, backend):
    joblib = pytest.importorskip("joblib")
    made = joblib.Parallel(n_jobs=2, backend=backend, timeout=LIMIT)(joblib.delayed(of_child)(n) for n in range(3))
    assert made == [parent] * 3


MANY = [[f"The dam of valley {n} broke on Monday, and {n} towns were flooded.", f"Engineers had warned of cracks in dam {n} last year."]
        for n in range(1000)]


def one_of_many(topic):
    return knap.summarize(topic, "12w", jobs=1, progress=False)


@pytest.mark.parametrize("way", ["pool", "joblib", "ray", "dask"])
def test_a_thousand_topics(way):
    """The same summaries as in one process, which come back as objects."""
    expected = [(str(one), one.documents) for one in knap.summarize_all(MANY, "12w", progress=False)]
    if way == "pool":
        with multiprocessing.get_context("fork").Pool(4) as pool:
            made = pool.map_async(one_of_many, MANY, chunksize=50).get(LIMIT)
    elif way == "joblib":
        joblib = pytest.importorskip("joblib")
        made = joblib.Parallel(n_jobs=4, timeout=LIMIT)(joblib.delayed(one_of_many)(topic) for topic in MANY)
    elif way == "ray":
        ray = pytest.importorskip("ray")
        ray.init(num_cpus=2, include_dashboard=False, ignore_reinit_error=True)
        work = ray.remote(lambda part: [knap.summarize(topic, "12w", jobs=1, progress=False) for topic in part])
        made = [one for part in ray.get([work.remote(MANY[at : at + 100]) for at in range(0, 1000, 100)], timeout=LIMIT) for one in part]
    else:
        bag = pytest.importorskip("dask.bag")
        made = bag.from_sequence(MANY, npartitions=8).map(one_of_many).compute(scheduler="processes", num_workers=2)
    assert all(isinstance(one, knap.Summary) for one in made)
    assert [(str(one), one.documents) for one in made] == expected


def test_every_parallel_call_works_in_a_child(parent, instances):
    """Packing and ROUGE too, in a child of a child."""
    def figures():
        return (knap.pack_all(instances, jobs=2).indices, knap.rouge(["a b"] * 300, ["a c"] * 300, jobs=2),
                knap.Policy.train(instances, epochs=1, batch=8, jobs=2).to_bytes())

    expected = figures()

    def child(depth):
        pid = os.fork()
        if pid:
            assert os.waitpid(pid, 0)[1] == 0
            return
        status = 1
        try:
            signal.alarm(LIMIT)
            if figures() == expected:
                if depth:
                    child(depth - 1)
                status = 0
        finally:
            os._exit(status)

    child(1)
    assert figures() == expected


def test_gunicorn_with_a_preloaded_application(tmp_path):
    pytest.importorskip("gunicorn")
    (tmp_path / "application.py").write_text(
        "import knap\n"
        "TEXTS = [['The dam broke on Monday in the valley. It rained all week in the two towns.']] * 40\n"
        "def answer():\n"
        "    return str(knap.summarize_all(TEXTS, '9w', jobs=2)[0]).encode()\n"
        "expected = answer()\n"
        "def application(environ, start):\n"
        "    start('200 OK', [('Content-Type', 'text/plain')])\n"
        "    return [answer()]\n")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-m", "gunicorn", "--preload", "-w", "2", "-t", str(LIMIT), "-b", f"127.0.0.1:{port}",
                               "application:application"], cwd=tmp_path, stderr=subprocess.PIPE, start_new_session=True)
    try:
        for _ in range(LIMIT):
            assert server.poll() is None, server.stderr.read()
            try:
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LIMIT / 4)
                connection.request("GET", "/")
                break
            except ConnectionRefusedError:
                time.sleep(0.5)
        assert connection.getresponse().read() == b"The dam broke on Monday in the valley."
    finally:
        os.killpg(server.pid, signal.SIGKILL)  # workers that hang too
        server.wait()


@pytest.mark.parametrize("limit", ["OMP_NUM_THREADS", "affinity"])
def test_limits_of_threads(limit):
    """They are read at the first call, and again by a forked child."""
    program = ("import os, multiprocessing, knap\n"
               "from knap import _knap\n"
               "def limited(_):\n"
               "    os.sched_setaffinity(0, list(os.sched_getaffinity(0))[:1])\n"
               "    return _knap.threads(0)\n"
               f"if {limit == 'affinity'}: os.sched_setaffinity(0, list(os.sched_getaffinity(0))[:1])\n"
               "print(_knap.threads(0), _knap.threads(3), multiprocessing.get_context('fork').Pool(1).map(limited, [0])[0])\n")
    env = {**os.environ, **({limit: "1"} if limit.isupper() else {})}
    assert subprocess.run([sys.executable, "-c", program], env=env, check=True, capture_output=True, text=True).stdout == "1 3 1\n"


def test_a_summary_is_pickled_with_its_own_documents(sample):
    made = knap.summarize_all(sample, "60w")
    for one in made:
        data = pickle.dumps(one)
        back = pickle.loads(data)
        assert str(back) == str(one) and back.sentences == one.sentences and back.documents == one.documents
        assert (back.id, back.cost, back.budget, back.recall, back.language) == (one.id, one.cost, one.budget, one.recall, one.language)
        assert back._repr_html_() == one._repr_html_()
        assert len(data) < 4000 + 3 * sum(len(text) for _, text in one.documents)
        assert pickle.loads(pickle.dumps(back)).documents == one.documents
    # its sentences can be pinned
    strike = sample / "averill-ferry-strike"
    first = pickle.loads(pickle.dumps(knap.summarize(strike, "60w"))).sentences[:1]
    assert first[0].text in str(knap.summarize(strike, "60w", pins=first))


SUBINTERPRETER = """
import gc
try:
    import _xxsubinterpreters as interpreters
except ImportError:
    import _interpreters as interpreters
import knap
other = interpreters.create()
interpreters.run_string(other, "import knap")
interpreters.destroy(other)
gc.collect()
kept = [bytearray(400) for _ in range(20000)]
try:
    knap.pack([{"cost": 1}], -1)
except knap.KnapError as error:
    print("told:", error)
"""


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="the modules of subinterpreters have other names")
def test_errors_after_a_subinterpreter_has_ended():
    done = subprocess.run([sys.executable, "-c", SUBINTERPRETER], capture_output=True, text=True, timeout=LIMIT, check=False)
    assert "told: instance 0: budget -1" in done.stdout, done
