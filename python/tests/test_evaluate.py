"""evaluate and tune: the figures of the command, on data and models in memory."""

import json

import pytest

import knap
from conftest import ROOT, random_instances


def test_figures_are_those_of_the_command(command, jsonl, tmp_path):
    instances = random_instances(30)
    policy = knap.Policy.train(random_instances(30, seed=2), epochs=2)
    policy.save(tmp_path / "p.knap")
    file = jsonl(instances)
    printed = json.loads(command("evaluate", "-m", tmp_path / "p.knap", "-s", "mmr", "-s", "lead", "--base", "mmr", "--json", file))
    made = knap.evaluate(instances, models={"mine": policy}, systems=["mmr", "lead"], base="mmr")
    assert list(made.systems) == ["mine", "mmr", "lead"] and made.about["instances"] == 30 and not made.is_estimate
    for row, mine in zip(printed["systems"], made.systems.values()):
        row.pop("name")
        assert row == mine
    assert made["mine"]["difference"]["from"] == "mmr" and "mine" in repr(made)
    path = str(tmp_path / "p.knap")
    assert knap.evaluate(file, models=path, systems="mmr", base=path)[path]["reward"] == made["mine"]["reward"]
    assert knap.evaluate(instances, systems="dpp", train=instances)["dpp"]["reward"]["mean"] > 0
    frame = made.frame()
    assert frame.loc["lead", ("reward", "mean")] == made["lead"]["reward"]["mean"]
    for wrong, message in ((dict(systems="mmmr"), "mmmr"), (dict(models=3), "models is 3"), (dict(models=[3]), "int: expected a Policy"), (dict(systems="mmr", base="lead"), "lead")):
        with pytest.raises(knap.KnapError, match=message):
            knap.evaluate(instances, **wrong)
    with pytest.raises(knap.UsageError, match="no instances"):
        knap.evaluate([], systems="mmr")


def test_estimates_from_logs(command):
    file = ROOT / "examples" / "shown.jsonl"
    printed = json.loads(command("evaluate", "-s", "mmr", "--json", file))
    made = knap.evaluate([json.loads(line) for line in file.read_text().splitlines()], systems="mmr")
    assert made.is_estimate and made["mmr"]["dr"] == printed["systems"][0]["dr"] and "dr" in repr(made)


def test_tune(sample, command, tmp_path):
    printed = command("tune", sample, "-o", tmp_path / "c.knap", "-g", "r=0.7,1", "-k", "2", "-b", "60w", "--epochs", "2", "--no-standardize",
                      "--json", "-q")
    made = knap.tune(sample, "60w", grid="r=0.7,1", folds=2, epochs=2, standardize=False, output=tmp_path / "py.knap")
    assert (tmp_path / "py.knap").read_bytes() == (tmp_path / "c.knap").read_bytes() == made.to_bytes()
    assert made.trials_ == [json.loads(line) for line in printed.splitlines()] and len(made.trials_) == 2
    assert made.budget == "60w" and len(made.summarize(sample / "averill-ferry-strike")) > 0
    with pytest.raises(knap.KnapError, match="no setting 'epoch'"):
        knap.tune(sample, epoch=2)
