import json
import math
import random
import struct

import numpy as np
import pandas as pd
import pytest

import knap
from knap import _knap


def lists_of(command, path, *options):
    return [json.loads(line)["indices"] for line in command("pack", path, "--json", "-q", *options).splitlines()]


@pytest.mark.parametrize("system", ["cover", "mmr", "lexrank", "submod2011", "lead", "random"])
@pytest.mark.parametrize("jobs", [1, 3])
def test_lists_are_those_of_the_command(instances, jsonl, command, system, jobs):
    packed = knap.pack_all(instances, system=system, jobs=jobs)
    assert packed.indices == lists_of(command, jsonl(instances), "--system", system)
    for one, instance in zip(packed, instances):
        assert one.cost == sum(instance["items"][i]["cost"] for i in one.indices) <= one.budget == instance["budget"]
        assert one.reward == pytest.approx(1 - math.prod(1 - instance["items"][i]["p"] for i in one.indices))
        assert one.items == [instance["items"][i] for i in one.indices]


def test_blocks_and_threads_do_not_change_results():
    from conftest import random_instances

    many = random_instances(3000, seed=2)
    once = knap.pack_all(many, jobs=1)
    assert once.indices == knap.pack_all(many, jobs=4).indices == [knap.pack(one).indices for one in many]


def test_arrays_give_the_same_lists_and_are_not_copied(instances):
    def arrays(instance):
        items = instance["items"]
        return {"id": instance["id"], "budget": instance["budget"],
                "cost": np.array([i["cost"] for i in items], dtype="f8"),
                "score": np.array([i["score"] for i in items]),
                "features": np.array([[i["features"]["a"], i["features"]["b"]] for i in items], dtype="f4"),
                "feature_names": ["a", "b"],
                "vector": np.array([i["vector"] for i in items])}

    as_arrays = [arrays(one) for one in instances]
    for system in ("cover", "mmr", "lexrank"):
        assert knap.pack_all(as_arrays, system=system).indices == knap.pack_all(instances, system=system).indices
    one = as_arrays[0]
    before = {name: value.copy() for name, value in one.items() if isinstance(value, np.ndarray)}
    assert knap.pack(one).indices == knap.pack(instances[0]).indices
    assert all(np.array_equal(before[name], one[name]) for name in before)
    policy = knap.Policy.train(instances)
    assert policy.predict(as_arrays) == policy.predict(instances)
    # Other types and strides are converted, not misread.
    odd = {**one, "cost": one["cost"].astype("i4"), "features": np.asfortranarray(one["features"].astype("f8")),
           "vector": np.repeat(one["vector"], 2, axis=1)[:, ::2]}
    assert knap.pack(odd).indices == knap.pack(one).indices


def test_arrays_that_are_wrong():
    cost = np.ones(3)
    with pytest.raises(knap.InputError, match="'vector' has 2 rows, and 'cost' has 3"):
        knap.pack({"cost": cost, "vector": np.ones((2, 2))}, 2)
    with pytest.raises(knap.InputError, match="item 1"):
        knap.pack({"cost": np.array([1.0, -1.0])}, 2)
    with pytest.raises(knap.InputError, match="item 2: feature '1' is nan"):
        knap.pack({"cost": cost, "features": np.array([[1, 1], [1, 1], [1, np.nan]])}, 2)
    with pytest.raises(knap.UsageError, match="there is no array 'costs'"):
        knap.pack({"cost": cost, "costs": cost}, 2)


def test_frames():
    frame = pd.DataFrame({"q": ["x", "x", "y", "y"], "text": ["a b", "c d", "e f", "g h"], "tokens": [2, 3, 2, 3],
                          "score": [0.5, 0.9, 0.2, np.nan], "features.a": [1.0, 2.0, 3.0, 4.0],
                          "when": pd.to_datetime(["2020-01-01"] * 4)})
    packed = knap.pack(frame.drop(columns="q"), 3)
    assert packed.indices == [1]
    assert list(packed.items["text"]) == ["c d"] == packed.texts
    both = knap.pack_all(frame, 3, by="q")
    assert [list(one.items["text"]) for one in both] == [["c d"], ["e f"]]
    with pytest.raises(knap.UsageError, match="no column 'r'"):
        knap.pack_all(frame, 3, by="r")


def test_options(tmp_path):
    items = [{"text": "The bridge closed in May after cracks were found."}, {"text": "Repairs take two years."},
             {"text": "Repairs take two years!"}, {"text": "Trams run every six minutes."}]
    packed = knap.pack(items, 9, cost="words", query="How long do repairs take?")
    assert packed.indices[0] in (1, 2) and packed.cost <= 9
    assert len(packed.duplicates) == 1 and set(packed.duplicates[0]) == {1, 2}
    assert knap.pack(items, 9, cost="words", duplicates=0).duplicates == []
    assert knap.pack([{"len": 2, "score": 1}], 1, map={"cost": "len"}).indices == []
    with pytest.raises(knap.UsageError, match="needs a vocabulary"):
        knap.pack(items, 9, cost="tokens")
    with pytest.raises(knap.UsageError, match="expected one of given"):
        knap.pack(items, 9, cost="lines")


def test_errors_name_the_instance():
    bad = [{"budget": 1, "items": [{"cost": 1}]}, {"budget": 1, "items": [{"cost": -1}]}, {"items": [{"cost": 1}]}]
    with pytest.raises(knap.InputError, match="^instance 1: .*cost") as caught:
        knap.pack_all(bad)
    assert caught.value.line == 2
    packed = knap.pack_all(bad, errors="return")
    assert packed.indices == [[0], [], []] and set(packed.errors) == {1, 2}
    assert "budget" in str(packed.errors[2]) and repr(packed) == "<Packings: 3 lists, 2 errors>"
    for first in ({"cost": 1}, 3, None, [], "x", {"items": []}):  # the first one does not decide how the others are read
        packed = knap.pack_all([first, bad[0]], errors="return")
        assert packed.indices == [[], [0]] and list(packed.errors) == [0]
    with pytest.raises(knap.UsageError, match="no JSON form"):
        knap.pack([{"cost": 1, "text": object()}], 1)
    with pytest.raises(ValueError, match="infinite"):
        knap.pack([{"cost": math.inf}], 1)
    with pytest.raises(ValueError, match="there is no system 'covr'"):
        knap.pack([{"cost": 1}], 1, system="covr")
    with pytest.raises(knap.UsageError, match="lambda"):
        knap.pack([{"cost": 1, "score": 1}], 1, system="mmr", settings={"lambda": "x"})
    with pytest.raises(knap.FileError, match="absent.knap: cannot open"):
        knap.pack([{"cost": 1}], 1, model="absent.knap")
    deep = []
    for _ in range(200):
        deep = [deep]
    assert knap.pack([{"cost": 1, "x": deep}], 1).indices == [0]


def test_numbers_survive_json():
    rng = random.Random(5)
    numbers = [0.0, -0.0, 1e16, 1e17, 5e-324, 1.7976931348623157e308, 9007199254740993.0, 1e-10, 0.1, 1 / 3]
    for _ in range(20000):
        numbers += [rng.random(), rng.gauss(0, 1) * 10.0 ** rng.randrange(-14, 19), round(rng.random() * 99, 3),
                    struct.unpack("d", struct.pack("Q", rng.getrandbits(63)))[0]]
    for k in range(-12, 18):
        numbers += [math.nextafter(10.0**k, 0), 10.0**k, math.nextafter(10.0**k, math.inf)] if hasattr(math, "nextafter") else []
    for value in numbers:
        if math.isfinite(value):
            assert float(_knap.real(value)) == value and json.loads(_knap.real(value)) == value


def test_objects_as_json():
    value = {"a": [1, -2**63, 2.5, True, None, float("nan")], 'q"\\\n\x01é漢': ("x", np.float32(1.5), np.arange(3)), 3: {}}
    assert json.loads(_knap.json(value)) == {"a": [1, -2**63, 2.5, True, None, None],
                                            'q"\\\n\x01é漢': ["x", 1.5, [0, 1, 2]], "3": {}}


def test_reprs():
    packed = knap.pack([{"cost": 3, "score": 0.9, "text": "<b>"}], 4)
    assert repr(packed) == "<Packing: items [0], cost 3 of 4>"
    assert "&lt;b&gt;" in packed._repr_html_() and list(packed) == [0] and len(packed) == 1
    assert "cover" in knap.systems() and knap.__version__
    assert any(row.name == "eta" for row in knap.settings("train"))


def test_features_and_vectors_need_no_json():
    """Lists, arrays and JSON give the same: a member that is not used sends an instance through the reader."""
    rng = random.Random(3)
    names = ["a", "b", "caf\u00e9"]
    instances = [{"id": f"q{n}", "budget": 30, "items": [
        {"id": f"p{i}", "cost": rng.randrange(1, 20), "features": {k: rng.random() for k in rng.sample(names, 3)},
         "vector": [rng.random() for _ in range(4)]} for i in range(6)]} for n in range(1200)]
    labelled = [{**one, "reward": {"kind": "modular"}, "items": [{**item, "p": item["features"]["a"]} for item in one["items"]]}
                for one in instances[:30]]
    policy = knap.Policy.train(labelled, epochs=2)
    by_reader = [{**one, "note": 1} for one in instances]
    for jobs in (1, 2):
        assert knap.pack_all(instances, model=policy, jobs=jobs).indices == knap.pack_all(by_reader, model=policy, jobs=jobs).indices
        assert knap.pack_all(instances, system="mmr", jobs=jobs).indices == knap.pack_all(by_reader, system="mmr", jobs=jobs).indices
    arrays = [{**one, "items": [{**item, "vector": np.array(item["vector"])} for item in one["items"]]} for one in instances]
    assert knap.pack_all(arrays, system="mmr").indices == knap.pack_all(by_reader, system="mmr").indices
    for wrong in ({"a": 1, "b": 2}, {"a": 1, "b": 2, "z": 3}, {"a": 1, "b": 2, "caf\u00e9": float("nan")}):
        bad = [*instances[:600], {"id": "bad", "budget": 3, "items": [{"cost": 1, "features": wrong, "vector": [1, 0, 0, 0]}]}]
        messages = []
        for given in (bad, [{**one, "note": 1} for one in bad]):
            with pytest.raises(knap.InputError) as caught:
                knap.pack_all(given, model=policy)
            messages.append(str(caught.value))
        assert messages[0] == messages[1] and messages[0].startswith("instance 600")


PARTS = [
    {"id": "a1", "score": 9, "group": "guide", "position": 1, "text": "Inspectors closed the mill bridge. Cracks were found there."},
    {"id": "a2", "score": 7, "group": "guide", "position": 2, "text": "Cracks were found there. Repairs take two years."},
    {"id": "c", "score": 1, "group": "x", "text": "The canteen serves soup."},
]


@pytest.mark.parametrize("format", ["text", "markdown", "xml", "json"])
def test_contexts(format, command, tmp_path):
    packing = knap.pack(PARTS, 300, cost="bytes", format=format, merge=True, order="source")
    assert packing.cost == len(packing.context.encode()) <= 300
    assert [passage.indices for passage in packing.passages] == [[0, 1], [2]]
    assert packing.passages[0].text == "Inspectors closed the mill bridge. Cracks were found there. Repairs take two years."
    assert packing.passages[1].number == 2 and packing.passages[1].spans == []
    path = tmp_path / "parts.jsonl"
    path.write_text(json.dumps({"items": PARTS}) + "\n")
    assert packing.context + "\n" == command("pack", "-q", "-b", 300, "--cost", "bytes", "--format", format, "--merge", "--order", "source", path)


def test_cuts_and_reasons():
    packing = knap.pack(PARTS, 7, cost="words", compress=True, query="Why was the bridge closed?")
    assert packing.cost <= 7 and packing.indices[0] == 0
    cut = [passage for passage in packing.passages if passage.spans]
    for passage in cut:
        text = PARTS[passage.indices[0]]["text"].encode()
        assert " ... ".join(text[begin:end].decode() for begin, end in passage.spans) == passage.text
    assert cut
    left = knap.pack(PARTS, 9, cost="words", min_ratio=0.5, explain=True)
    assert left.indices == [0] and left.left == {1: "no-room", 2: "min-ratio"}
    assert left.context is None and left.passages == []


def test_limits_that_find_nothing_warn():
    with pytest.warns(UserWarning, match="per-group has no effect"):
        knap.pack([{"cost": 1, "score": 1}], 3, per_group=1)
    with pytest.raises(knap.UsageError, match="compress needs costs"):
        knap.pack([{"cost": 1, "text": "a"}], 3, compress=True)
    with pytest.raises(knap.UsageError, match="half-life"):
        knap.pack([{"cost": 1, "text": "a"}], 3, half_life="3q")


class Changing:
    """A vector whose method changes what has it, when it is asked for the nth time: nothing of what is gone then may be read."""

    def __init__(self, change, asked):
        self.change, self.asked, self.made = change, asked, []

    def tolist(self):
        self.asked -= 1
        if self.asked == 0:
            self.change()
            self.made = [chr(97 + i % 26) * n for i in range(500) for n in (42, 62)]  # into the memory that became free
        return [1.0, 2.0]


@pytest.mark.parametrize("asked", [1, 2])
@pytest.mark.parametrize("members", [{}, {"group": 1}])  # read directly, and by way of JSON
@pytest.mark.parametrize("what", ["item", "items", "instance", "instances"])
def test_arrays_that_change_their_item(members, what, asked):
    text = "word " * 12 + ".x"
    item = {"id": "-".join("a" * 21), "text": " ".join(text.split(" ")), "cost": 1, **members}  # strings that nobody else has
    instance = {"id": "q", "budget": 3, "items": [item, {"id": "b", "text": "Other words.", "cost": 1, "vector": [1.0, 1.0]}]}
    before, after = ({"id": which, "budget": 1, "items": [{"id": "z", "cost": 1}]} for which in "rs")
    instances = [before, instance, after]
    changed = {"item": item, "items": instance["items"], "instance": instance, "instances": instances}[what]
    item["vector"] = Changing(changed.clear, asked)
    try:
        shown = json.loads(knap.pack_all(instances, format="json")[1].context)
    except (knap.UsageError, knap.InputError, IndexError):
        return
    assert all(one["text"] in (text, "Other words.") for one in shown), shown
