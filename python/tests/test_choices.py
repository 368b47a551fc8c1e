"""Pins and bans: of items by number or by mark, of sentences by place; the lists and summaries are those of the command."""

import json
import pathlib
import random

import numpy as np
import pandas as pd
import pytest

import knap
from conftest import random_instances

ITEMS = [{"cost": 1, "score": 0.5, "text": "a b"}, {"cost": 2, "score": 0.1, "text": "c d"}, {"cost": 1, "score": 0.4, "text": "e"}]
ARRAYS = {"cost": np.array([1.0, 2.0, 1.0]), "score": np.array([0.5, 0.1, 0.4])}


def choose(instance, rng):
    """Two pins that fit the budget, and two bans, by number."""
    order = sorted(range(len(instance["items"])), key=lambda i: instance["items"][i]["cost"])
    pins = rng.sample(order[:3], 2)
    pins = pins if sum(instance["items"][i]["cost"] for i in pins) <= instance["budget"] else pins[:1]
    return pins, rng.sample([i for i in order if i not in pins], 2)


def marked(instance, pins, bans):
    items = [{**item, "pin": i in pins, "ban": i in bans} for i, item in enumerate(instance["items"])]
    return {**instance, "items": items}


@pytest.mark.parametrize("system", ["cover", "mmr", "lexrank", "lead", "random"])
def test_items(system, jsonl, command):
    rng = random.Random(5)
    instances = random_instances(40, seed=3)
    chosen = [choose(instance, rng) for instance in instances]
    marks = [marked(instance, *choice) for instance, choice in zip(instances, chosen)]
    packed = knap.pack_all(marks, system=system)
    printed = [json.loads(line)["indices"] for line in command("pack", jsonl(marks), "--json", "-q", "--system", system).splitlines()]
    assert packed.indices == printed
    for number, (instance, (pins, bans)) in enumerate(zip(instances, chosen)):
        got = packed[number]
        assert set(pins) <= set(got) and not set(bans) & set(got) and got.cost <= got.budget
        if system == "random":
            continue  # draws by the number of the instance
        assert knap.pack(instance, system=system, pins=pins, bans=bans).indices == got.indices
        assert knap.pack(marks[number], system=system, pins=pins, bans=bans).indices == got.indices
        arrays = {"budget": instance["budget"], **{name: np.array([item[name] for item in instance["items"]], dtype="f8")
                                                   for name in ("cost", "score", "vector")}}
        expected = knap.pack(arrays, system=system, pins=pins, bans=np.array(bans)).indices
        assert expected == knap.pack({**arrays, "pin": [i in pins for i in range(8)], "ban": [i in bans for i in range(8)]},
                                     system=system).indices
        plain = {"budget": instance["budget"], "items": [{name: item[name] for name in ("cost", "score", "vector")}
                                                         for item in instance["items"]]}
        assert expected == knap.pack(plain, system=system, pins=pins, bans=bans).indices


def test_frames_and_other_names():
    frame = pd.DataFrame(ITEMS)
    assert knap.pack(frame, 2).indices == [0, 2] and knap.pack(frame, 2, bans=[0]).indices == [2]
    assert knap.pack(frame.assign(pin=[None, True, None]), 2).items["text"].tolist() == ["c d"]
    assert knap.pack([{**item, "must": item["cost"] == 2} for item in ITEMS], 2, map={"pin": "must"}).indices == [1]
    assert knap.pack([{**item, "must": False} for item in ITEMS], 2, map={"pin": "must"}, pins=[1]).indices == [1]
    assert knap.pack([{"text": item["text"], "metadata": {"ban": i == 0}} for i, item in enumerate(ITEMS)], 3, cost="words",
                     query="a").indices != knap.pack(ITEMS, 3, query="a").indices


@pytest.mark.parametrize("items", [ITEMS, ARRAYS], ids=["dicts", "arrays"])
def test_wrong_items(items):
    for arguments, kind, words in [
            ({"pins": [1], "bans": [0, 1]}, knap.UsageError, r"bans\[1\]: item 1 is pinned too"),
            ({"pins": [0, 3]}, knap.UsageError, r"pins\[1\]: there is no item 3: expected a number from 0 to 2"),
            ({"bans": [-1]}, knap.UsageError, r"bans\[0\] is -1: expected the number of an item"),
            ({"bans": ["a"]}, knap.UsageError, r"bans\[0\] is 'a'"),
            ({"pins": [10**30]}, knap.UsageError, r"pins\[0\]"),
            ({"pins": [0, 1]}, knap.InputError, "the pinned items cost 3, which exceeds the budget of 2")]:
        with pytest.raises(kind, match=words):
            knap.pack(items, 2, **arguments)
    with pytest.raises(knap.UsageError, match="need one instance; these are 2"):
        knap.pack_all([{"items": ITEMS, "budget": 1}] * 2, pins=[0])


def test_marks_that_contradict():
    both = [ITEMS[0], {**ITEMS[1], "pin": True, "ban": True}]
    with pytest.raises(knap.InputError, match="instance 0: item 1: it is pinned and banned"):
        knap.pack(both, 2)
    assert "item 1" in str(knap.pack_all([{"items": ITEMS}, {"items": both}], 2, errors="return").errors[1])
    with pytest.raises(knap.UsageError, match=r"bans\[0\]: item 1 is pinned too"):
        knap.pack([ITEMS[0], {**ITEMS[1], "pin": True}], 2, bans=[1])
    with pytest.raises(knap.UsageError, match=r"pins\[0\]: item 1 is banned too"):
        knap.pack([ITEMS[0], {**ITEMS[1], "ban": True}], 2, pins=[1])
    with pytest.raises(knap.InputError, match="instance 0: item 2 is pinned and banned"):
        knap.pack({**ARRAYS, "pin": [0, 0, 1], "ban": [0, 1, 1]}, 2)
    with pytest.raises(knap.InputError, match="'pin' has 2 rows"):
        knap.pack({**ARRAYS, "pin": [0, 1]}, 2)


# ---- Sentences ----


def test_sentences(sample, command):
    for cluster in sorted(sample.iterdir()):
        def printed(pins, bans):
            choices = [option for name, places in (("--pin", pins), ("--ban", bans)) for d, s in places
                       for option in (name, f"{d}:{s}")]
            return json.loads(command("summarize", cluster, "--json", "-q", "-b", "60w", *choices))

        def places(sentences):
            return [(one.source, one.position) for one in sentences]

        free = knap.summarize(cluster, "60w")
        other = knap.summarize(cluster, "60w", bans=free.sentences)
        assert not set(places(free.sentences)) & set(places(other.sentences)) and other.sentences
        assert str(other) + "\n" == printed([], places(free.sentences))["summary"]
        pin, ban = other.sentences[0], free.sentences[0]
        mixed = knap.summarize(cluster, "60w", pins=[pin], bans=[ban])
        assert places([pin])[0] in places(mixed.sentences) and places([ban])[0] not in places(mixed.sentences)
        expected = printed(places([pin]), places([ban]))
        assert str(mixed) + "\n" == expected["summary"] and mixed.cost == expected["cost"] <= 60
        # the same by numbers, by names with and without a folder, and for texts in memory
        files = sorted((cluster / "docs").iterdir())
        texts = [{"id": path.name, "text": path.read_text()} for path in files]
        for document in (pin.source, np.int64(pin.source), pathlib.Path(pin.document), pin.document, files[pin.source].name):
            made = knap.summarize(cluster, "60w", pins=[(document, pin.position)], bans=[(ban.source, ban.position)])
            assert str(made) == str(mixed)
        assert str(knap.summarize(texts, "60w", pins=[(files[pin.source].name, pin.position)], bans=[ban])) == str(mixed)
        assert str(knap.summarize(cluster, "60w")) == str(free)  # nothing is kept


def test_wrong_sentences(sample):
    cluster = sample / "westmere-recount"
    for arguments, kind, words in [
            ({"pins": [(5, 2)], "bans": [(0, 1), ("06-tarrant-ahead.txt", 2)]}, knap.UsageError,
             r"bans\[1\]: sentence 2 of document 5 is pinned too"),
            ({"pins": [(5, 2), (0, 0)]}, knap.InputError, r"pins\[1\]: sentence 0 of document 0 cannot be picked: it is a heading"),
            ({"pins": [(99, 0)]}, knap.UsageError, r"pins\[0\]: there is no document 99"),
            ({"bans": [(0, 999)]}, knap.UsageError, r"bans\[0\]: document 0 has no sentence 999"),
            ({"bans": [("nobody.txt", 1)]}, knap.UsageError, r"bans\[0\]: no document has the name 'nobody.txt'"),
            ({"bans": ["0:2"]}, knap.UsageError, r"bans\[0\] is '0:2': expected a sentence of a summary, or \(document, sentence\)"),
            ({"bans": (0, 2)}, knap.UsageError, r"bans\[0\] is 0"),
            ({"pins": [(0, -1)]}, knap.UsageError, r"pins\[0\] is -1"),
            ({"pins": [(0, 1.5)]}, knap.UsageError, r"pins\[0\] is 1.5"),
            ({"pins": [(0, 2), (5, 2)], "budget": "30w"}, knap.InputError, "exceed")]:
        with pytest.raises(kind, match=words):
            knap.summarize(cluster, **{"budget": "60w", **arguments})
    with pytest.raises(knap.UsageError, match="need one cluster; these are 6"):
        knap.summarize_all(sample, "60w", pins=[(0, 2)])
    twins = [{"id": "a", "text": "The dam broke on Monday."}, {"id": "a", "text": "Two towns were evacuated in time."}]
    with pytest.raises(knap.UsageError, match=r"pins\[0\]: 2 documents have the name 'a'"):
        knap.summarize(twins, "60w", pins=[("a", 0)])
