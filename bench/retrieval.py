#!/usr/bin/env python3
"""Packs the passages of question sets made of documentation (retrieval_sets.py) by knap and by its rivals, and prints coverage.

    bench/retrieval.py KNAP FOLDER [--half choose|report] [--sets a,b] [--once] [--trained] [--old KNAP]

FOLDER keeps packages and sets. Questions with even numbers are for choosing defaults, those with odd numbers for reporting. --once also
runs the sets that must not be looked at while choosing. Figures are the share of a question's facts that the list has, in the mean over
questions, as a ratio to top-k (fill by rank); intervals are paired bootstrap over questions.
Rivals are written here by their formulas, on tf-idf vectors of the passages. Needs numpy, scipy and scikit-learn.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

import numpy as np

import retrieval_sets as sets

BUDGETS = (512, 1024, 2048, 4096)


def load(path, half):
    with open(path, encoding="utf-8") as lines:
        return [one for one in map(json.loads, lines) if int(one["id"].split("-")[-1]) % 2 == half]


def fill(order, cost, budget, refuse=None):
    left, picked = budget, []
    for item in order:
        if cost[item] <= left and not (refuse and refuse(item, picked)):
            left -= cost[item]
            picked.append(int(item))
    return picked


class Question:
    def __init__(self, instance):
        self.instance = instance
        self.items = instance["items"]
        self.score = np.array([one["score"] for one in self.items])
        self.cost = [one["cost"] for one in self.items]
        self.facts = [set(one["covers"]) for one in self.items]
        self.targets = len(instance["reward"]["targets"])
        self.order = np.argsort(-self.score, kind="stable")
        counts, _ = sets.weights([one["text"] for one in self.items])
        idf = np.log(1 + len(self.items) / (1 + np.asarray((counts > 0).sum(axis=0)).ravel()))
        dense = np.asarray((counts.multiply(idf)).todense())
        self.vectors = dense / np.maximum(1e-9, np.linalg.norm(dense, axis=1, keepdims=True))
        self.cosine = self.vectors @ self.vectors.T

    def coverage(self, picked):
        return len(set().union(*[self.facts[i] for i in picked])) / self.targets if picked else 0.0

    def has_first(self, picked, budget):
        return int(self.order[0]) in picked or self.cost[self.order[0]] > budget


def top_k(question, budget):
    return fill(question.order, question.cost, budget)


def top_k_filtered(question, budget):
    """The rule of LangChain's EmbeddingsRedundantFilter: a passage whose cosine with one before it is above 0.95 is dropped."""
    return fill(question.order, question.cost, budget,
                lambda item, picked: bool(picked) and question.cosine[item, picked].max() > 0.95)


def marginal_relevance(question, budget):
    """The formula of LangChain's maximal_marginal_relevance, lambda 0.5, with the scores as similarities to the query."""
    z = question.score / max(1e-9, question.score.max())
    picked, left = [], list(range(len(question.items)))
    while left:
        best = max(left, key=lambda i: 0.5 * z[i] - 0.5 * (question.cosine[i, picked].max() if picked else 0))
        left.remove(best)
        picked.append(best)
    return fill(picked, question.cost, budget)


def facility_location(question, budget):
    """Facility location weighted by the scores, as in submodlib, by gain / cost."""
    near, left, picked = np.zeros(len(question.items)), budget, []
    z = np.maximum(0, question.score) / max(1e-9, question.score.max())
    cost = np.array(question.cost, float)
    while True:
        gain = (z[:, None] * np.maximum(0, question.cosine - near[:, None])).sum(axis=0) / cost
        gain[picked] = -1
        gain[cost > left] = -1
        best = int(gain.argmax())
        if gain[best] < 0:
            return picked
        picked.append(best)
        left -= cost[best]
        near = np.maximum(near, question.cosine[:, best])


def graph_cut(question, budget):
    """Graph cut as in submodlib, lambda 0.5, plus the scores."""
    z = question.score / max(1e-9, question.score.max())
    key, order = z.copy(), []
    for _ in range(len(key)):
        best = int(np.argmax(np.where(np.isin(np.arange(len(key)), order), -np.inf, key)))
        order.append(best)
        key -= 0.5 * question.cosine[:, best]
    return fill(order, question.cost, budget)


def knap_lists(knap, questions, budget, arguments):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        for question in questions:
            given = {name: value for name, value in question.instance.items() if name != "reward"}
            given["items"] = [{name: value for name, value in one.items() if name != "covers"} for one in given["items"]]
            file.write(json.dumps(given) + "\n")
        file.flush()
        out = subprocess.run([knap, "pack", "-q", "-b", str(budget), "--json", *arguments, file.name], check=True, stdout=subprocess.PIPE).stdout
    return [json.loads(line)["indices"] for line in out.splitlines()]


RIVALS = {"top-k": top_k, "top-k, redundancy filter": top_k_filtered, "mmr 0.5": marginal_relevance,
          "facility location": facility_location, "graph cut": graph_cut}


def train(knap, instances, arguments, model):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.writelines(json.dumps(one) + "\n" for one in instances)
        file.flush()
        subprocess.run([knap, "train", "-q", file.name, "-o", model, *arguments], check=True)


def measure(options, path, half):
    instances = load(path, half)
    known = load(path, 0)
    if options.trained is not None and half == 0:  # settings are chosen within the first half
        known, instances = instances[::2], instances[1::2]
    questions = [Question(one) for one in instances]
    rows, first = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        systems = {"knap": []}
        for given in options.system:
            systems[given] = ["-s", *given.split(":", 1)[:1], *[part for one in given.split(":")[1:] for part in ("--set", one)]]
        if options.trained is not None:
            model = str(pathlib.Path(folder) / "m.knap")
            train(options.knap, known, options.trained.split(), model)
            systems["knap, trained"] = ["-m", model]
        for budget in BUDGETS:
            lists = {} if options.only_knap else {name: [rival(q, budget) for q in questions] for name, rival in RIVALS.items()}
            lists["top-k"] = [top_k(q, budget) for q in questions]
            for name, arguments in systems.items():
                lists[name] = knap_lists(options.knap, questions, budget, arguments)
            if options.old:
                lists["knap 0.2.0"] = knap_lists(options.old, questions, budget, ["-s", "cover"])
            for name, picked in lists.items():
                rows.setdefault(name, []).append([q.coverage(p) for q, p in zip(questions, picked)])
                first.setdefault(name, []).append([q.has_first(p, budget) for q, p in zip(questions, picked)])
    return {name: np.array(values) for name, values in rows.items()}, {name: np.mean(values) for name, values in first.items()}


def interval(ours, base, samples=1000):
    rng = np.random.default_rng(1)
    drawn = rng.integers(0, ours.shape[-1], (samples, ours.shape[-1]))
    ratio = ours[..., drawn].mean(axis=-1) / np.maximum(1e-9, base[..., drawn].mean(axis=-1))
    return np.percentile(ratio, [2.5, 97.5])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("knap")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--half", choices=["choose", "report"], default="choose")
    parser.add_argument("--sets", help="names, separated by commas")
    parser.add_argument("--once", action="store_true", help="only the sets that are looked at once")
    parser.add_argument("--trained", nargs="?", const="", help="train on the first half, with these options; with --half choose on half of it")
    parser.add_argument("--old", help="knap 0.2.0")
    parser.add_argument("--system", action="append", default=[], help="further systems, NAME:setting=value:...")
    parser.add_argument("--only-knap", action="store_true", help="leave out the rivals")
    options = parser.parse_args()
    names = options.sets.split(",") if options.sets else sets.ONCE if options.once else sets.CHOOSE
    half = options.half == "report"
    (options.folder / "q").mkdir(parents=True, exist_ok=True)
    sets.write(options.folder / "x", options.folder / "q", names)
    ratios, firsts = {}, {}
    for name in names:
        for retriever in sets.RETRIEVERS:
            rows, first = measure(options, options.folder / "q" / f"{name}.{retriever}.jsonl", int(half))
            base = rows["top-k"]
            for system, values in rows.items():
                ratio = values.mean(axis=1) / base.mean(axis=1)
                ratios.setdefault(system, []).append(ratio)
                firsts.setdefault(system, []).append(first[system])
                low, high = interval(values.mean(axis=0), base.mean(axis=0))
                print(f"{name:13} {retriever:6} {system:26} " + " ".join(f"{v:.3f}" for v in values.mean(axis=1)) + "  ratio "
                      + " ".join(f"{v:.3f}" for v in ratio) + f"  [{low:.3f}, {high:.3f}]  first {first[system]:.3f}", flush=True)
    print()
    for system, values in ratios.items():
        cells = np.array(values)
        print(f"{system:26} mean ratio {cells.mean():.3f}, least {cells.min():.3f}, cells of at least 1: "
              f"{int((cells >= 0.9995).sum())} of {cells.size}, first {np.mean(firsts[system]):.3f}")


if __name__ == "__main__":
    main()
