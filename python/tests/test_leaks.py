"""A thousand rounds of every call must not grow the memory of the process, also where the calls fail."""

import gc
import os
import pathlib
import pickle
import signal
import tempfile

import numpy as np
import pytest

import knap
from conftest import ROOT, random_instances

ROUNDS = int(os.environ.get("KNAP_ROUNDS", "1000"))
INSTANCES = random_instances(3, items=4)
BARE = [{k: v for k, v in one.items() if k != "reward"} for one in INSTANCES]
ARRAYS = {"cost": np.ones(5), "features": np.ones((5, 2), dtype="f4"), "vector": np.ones((5, 3)), "score": np.arange(5.0)}
TEXT = "The Orrin dam broke on Monday. Two towns were evacuated in time, officials said."
POLICY = knap.Policy.train(INSTANCES, epochs=1)
SUMMARIZER = knap.Summarizer()
CLUSTERS = [{"documents": [TEXT, "It rained in the valley for a week before the dam broke."],
             "references": ["The Orrin dam broke on Monday after a week of rain."]}] * 2


def failing(call):
    def run():
        with pytest.raises(Exception):
            call()

    return run


CALLS = {
    "pack": lambda: knap.pack(INSTANCES[0]).items,
    "pack_all": lambda: list(knap.pack_all(INSTANCES, jobs=2)),
    "pack_texts": lambda: knap.pack([{"text": TEXT}, {"text": TEXT}], 40, cost="words", query="dam").duplicates,
    "pack_arrays": lambda: knap.pack(ARRAYS, 3),
    "pack_chosen": lambda: (knap.pack(INSTANCES[0], pins=[0]), knap.pack(ARRAYS, 3, pins=[4], bans=[0])),
    "pack_chosen_bad": failing(lambda: knap.pack(INSTANCES[0], pins=[0], bans=[0])),
    "pack_bad": failing(lambda: knap.pack([{"cost": -1}], 1)),
    "pack_odd": failing(lambda: knap.pack([{"cost": 1, "text": object()}], 1)),
    "pack_errors": lambda: knap.pack_all([{"items": 3}, INSTANCES[0]], errors="return").errors,
    "train": lambda: knap.Policy.train(INSTANCES, epochs=1),
    "train_callable": lambda: knap.Policy.train(BARE, lambda one, indices: 0.1 * len(indices), epochs=1),
    "train_failing": failing(lambda: knap.Policy.train(BARE, lambda one, indices: 1 / 0, epochs=1)),
    "train_arrays": lambda: knap.Policy.train([{**ARRAYS, "budget": 2, "p": np.full(5, 0.2)}], "success", epochs=1),
    "predict": lambda: POLICY.predict(INSTANCES),
    "model": lambda: (pickle.loads(pickle.dumps(POLICY)).weights_, POLICY.columns_),
    "model_bad": failing(lambda: knap.Policy.from_bytes(b"knap")),
    "rouge": lambda: knap.rouge(["the cat\nsat"], [["a cat\nsat", "the cat"]]),
    "rouge_bad": failing(lambda: knap.rouge([3], ["a"])),
    "summarize": lambda: (SUMMARIZER.summarize([TEXT], "9w")._repr_html_()),
    "summarize_chosen": lambda: SUMMARIZER.summarize([TEXT], "9w", pins=[(0, 1)], bans=[("1", 0)]),
    "summarize_chosen_bad": failing(lambda: SUMMARIZER.summarize([TEXT], "9w", pins=[(0, 1)], bans=[(0, 1)])),
    "summarize_bad": failing(lambda: SUMMARIZER.summarize([TEXT], "9x")),
    "tables": lambda: (knap.systems(), knap.settings("text")),
}
# Calls that read a model or fit text take milliseconds: fewer rounds.
def interrupted():
    """A signal comes while documents are read, of which the last one is a pipe that nobody writes to."""
    with tempfile.TemporaryDirectory() as folder:
        pipe = pathlib.Path(folder) / "pipe"
        os.mkfifo(pipe)
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        with pytest.raises(KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, 0.001)
            SUMMARIZER.summarize_all([ROOT / "sample", pipe])


SLOW = {
    "interrupted": interrupted,
    "summarizer": lambda: pickle.loads(pickle.dumps(SUMMARIZER)).settings,
    "summarizer_train": lambda: knap.Summarizer.train(CLUSTERS, "20w", epochs=1),
    "summarize_files": lambda: SUMMARIZER.summarize(ROOT / "sample" / "orrin-dam-flood", "30w").documents,
}


def resident():
    """Bytes of memory in use. Under AddressSanitizer, which keeps what was freed, LeakSanitizer looks for leaks instead."""
    gc.collect()
    if os.environ.get("KNAP_SANITIZED"):
        return 0
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def grows(call, rounds):
    """Bytes and objects per round by which the process grew, in the quietest of three quarters. A leak grows in all of
    them; what is loaded or kept once grows in one."""
    quarter = rounds // 4
    for _ in range(quarter):
        call()
    found = []
    for _ in range(3):
        before, objects = resident(), len(gc.get_objects())
        for _ in range(quarter):
            call()
        found.append(((resident() - before) / quarter, (len(gc.get_objects()) - objects) / quarter))
    return min(found)


@pytest.mark.parametrize("name", CALLS)
def test_a_thousand_rounds(name):
    bytes_per_round, objects_per_round = grows(CALLS[name], ROUNDS)
    assert bytes_per_round < 100 and objects_per_round < 0.1


@pytest.mark.parametrize("name", SLOW)
def test_fewer_rounds(name):
    bytes_per_round, objects_per_round = grows(SLOW[name], max(20, ROUNDS // 10))
    assert bytes_per_round * max(10, ROUNDS // 20) < 6_000_000 and objects_per_round < 0.5
