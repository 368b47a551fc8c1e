"""Data and the C command, which the tests compare with."""

import json
import pathlib
import random
import subprocess

import pytest

from knap import _command

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def sample():
    return ROOT / "sample"


@pytest.fixture(scope="session")
def command():
    """Runs the C command and returns what it prints."""

    def run(*arguments, **options):
        return subprocess.run([_command.path(), *map(str, arguments)], check=True, capture_output=True, text=True,
                              **options).stdout

    return run


def random_instances(count, seed=1, items=8):
    """Small instances with ids, costs, scores, features, vectors and a reward."""
    rng = random.Random(seed)
    return [
        {
            "id": f"q{number}",
            "budget": 30 + rng.randrange(30),
            "reward": {"kind": "success"},
            "items": [
                {"id": f"p{i}", "cost": rng.randrange(1, 30), "score": round(rng.random(), 4), "p": rng.random() / 2,
                 "features": {"a": rng.gauss(0, 1), "b": rng.random()}, "vector": [rng.gauss(0, 1) for _ in range(4)]}
                for i in range(items)
            ],
        }
        for number in range(count)
    ]


@pytest.fixture
def instances():
    return random_instances(60)


@pytest.fixture
def jsonl(tmp_path):
    """Writes instances as a file."""

    def write(instances, name="in.jsonl"):
        path = tmp_path / name
        path.write_text("".join(json.dumps(one) + "\n" for one in instances))
        return path

    return write
