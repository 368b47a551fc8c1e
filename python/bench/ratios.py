"""The speed that is promised, in one run: packing from Python against the C command, and knap.rouge against rouge_score.

    build/venv/bin/python python/bench/ratios.py [pack] [rouge]

Times are CPU seconds of one thread, the least of several rounds, so that other work on the machine counts little. Exit status 1
where a promise is not kept: packing 100,000 instances costs at most 1.2 times the command, ROUGE of 10,000 pairs is at
least 40 times as fast as rouge_score, and both give the figures of the command.
"""

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time

import knap
from knap import _command

ROUNDS = 5


def child_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def pack_ratio(folder):
    rng = random.Random(1)
    instances = [{"id": f"q{n}", "budget": 48,
                  "items": [{"id": f"p{i}", "cost": rng.randrange(1, 31), "score": round(rng.random(), 4)} for i in range(8)]}
                 for n in range(100_000)]
    path = os.path.join(folder, "instances.jsonl")
    with open(path, "w") as file:
        for one in instances:
            file.write(json.dumps(one) + "\n")
    lists = os.path.join(folder, "lists")
    command, python = [], []
    for _ in range(ROUNDS):
        before = child_seconds()
        with open(lists, "w") as out:
            subprocess.run([_command.path(), "pack", path, "--jobs", "1", "--quiet"], stdout=out, check=True)
        command.append(child_seconds() - before)
        before = time.process_time()
        picked = knap.pack_all(instances, jobs=1, progress=False).indices
        python.append(time.process_time() - before)
    with open(lists) as file:
        printed = [tuple(line.split("\t")[:2]) for line in file]
    same = printed == [(one["id"], one["items"][i]["id"]) for one, indices in zip(instances, picked) for i in indices]
    ratio = min(python) / min(command)
    print(f"pack, 100,000 instances of 8 items: command {min(command):.3f} s, Python {min(python):.3f} s, ratio {ratio:.2f}; "
          f"same lists: {same}")
    return ratio <= 1.2 and same


def rouge_ratio(folder):
    from rouge_score import rouge_scorer

    rng = random.Random(2)
    words = [f"{a}{b}{c}" for a in "bdfkmprst" for b in "aeiou" for c in ("n", "st", "rk", "ding", "ly")]

    def text(sentences):
        return "\n".join(" ".join(rng.choices(words, k=rng.randrange(8, 25))) + "." for _ in range(sentences))

    predictions, references = [text(3) for _ in range(10_000)], [text(3) for _ in range(10_000)]
    names = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
    ours = []
    for _ in range(ROUNDS):
        before = time.process_time()
        made = knap.rouge(predictions, references, use_aggregator=False, jobs=1, progress=False)
        ours.append(time.process_time() - before)
    scorer = rouge_scorer.RougeScorer(names)
    before = time.process_time()
    theirs = [scorer.score(reference, prediction) for prediction, reference in zip(predictions, references)]
    seconds = time.process_time() - before
    worst = max(abs(made[name][i] - one[name].fmeasure) for i, one in enumerate(theirs) for name in names)
    path = os.path.join(folder, "pairs.jsonl")
    with open(path, "w") as file:
        for n, (prediction, reference) in enumerate(zip(predictions, references), 1):
            file.write(json.dumps({"id": str(n), "peer": prediction, "refs": [reference], "system": "s"}) + "\n")
    printed = json.loads(subprocess.run([_command.path(), "rouge", path, "--json"], capture_output=True, check=True).stdout)
    averages, mean = printed["averages"], knap.rouge(predictions, references, progress=False)
    same = all(mean[name] == averages[other]["f"]["mean"]
               for name, other in (("rouge1", "ROUGE-1"), ("rouge2", "ROUGE-2"), ("rougeLsum", "ROUGE-L")))
    ratio = seconds / min(ours)
    print(f"rouge, 10,000 pairs: rouge_score {seconds:.2f} s, knap.rouge {min(ours):.3f} s, {ratio:.0f} times as fast; largest "
          f"difference of an F {worst:.6f}; figures of knap rouge: {same}")
    return ratio >= 40 and same and worst < 2e-5  # F is made of rounded P and R, as in the script


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["pack", "rouge"]
    with tempfile.TemporaryDirectory() as made:
        results = [{"pack": pack_ratio, "rouge": rouge_ratio}[name](made) for name in wanted]
    sys.exit(not all(results))
