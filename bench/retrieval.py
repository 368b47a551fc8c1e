#!/usr/bin/env python3
"""Packs the passages of question sets made of documentation (retrieval_sets.py) by knap and by its rivals, and prints coverage.

    bench/retrieval.py KNAP FOLDER [--half choose|report] [--sets a,b] [--retrievers a,b] [--once] [--trained] [--old KNAP]

FOLDER keeps packages and sets. Questions with even numbers are for choosing defaults, those with odd numbers for reporting. --once also
runs the sets that must not be looked at while choosing. Figures are the share of a question's facts that the list has, in the mean over
questions, as a ratio to top-k (fill by rank); intervals are paired bootstrap over questions.
Rivals are the packages themselves (langchain-core, langchain-community, llama-index-core, submodlib-py), on tf-idf vectors of the passages and
the query; what they order or keep is filled into the budget. Also needs numpy, scipy and scikit-learn.
"""

import argparse
import json
import logging
import pathlib
import re
import subprocess
import tempfile
import warnings

warnings.filterwarnings("ignore", category=DeprecationWarning)

import numpy as np
import submodlib
from langchain_community.document_transformers import EmbeddingsRedundantFilter
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.vectorstores.utils import maximal_marginal_relevance
from llama_index.core.indices.query.embedding_utils import get_top_k_mmr_embeddings
from llama_index.core.postprocessor import SimilarityPostprocessor
from llama_index.core.schema import NodeWithScore, TextNode

import retrieval_sets as sets

logging.disable(logging.WARNING)

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
        counts, _ = sets.weights([one["text"] for one in self.items] + [instance["query"]])
        idf = np.log(1 + len(self.items) / (1 + np.asarray((counts[:-1] > 0).sum(axis=0)).ravel()))
        dense = np.asarray((counts.multiply(idf)).todense())
        dense /= np.maximum(1e-9, np.linalg.norm(dense, axis=1, keepdims=True))
        dense = dense @ np.linalg.qr(dense.T)[0]  # the same cosines in fewer dimensions
        self.vectors, self.query, self.orders = dense[:-1], dense[-1], {}

    def coverage(self, picked):
        return len(set().union(*[self.facts[i] for i in picked])) / self.targets if picked else 0.0

    def has_first(self, picked, budget):
        return int(self.order[0]) in picked or self.cost[self.order[0]] > budget


def top_k(question, budget):
    return fill(question.order, question.cost, budget)


class Given(Embeddings):
    """The vectors of a question as embeddings of LangChain: a text is the number of its passage."""

    def __init__(self, vectors):
        self.vectors = vectors

    def embed_documents(self, texts):
        return [list(self.vectors[int(text)]) for text in texts]

    def embed_query(self, text):
        raise NotImplementedError


def ordered(function):
    """A rival that orders passages, whatever the budget; the order is made once per question and filled into the budget."""
    def run(question, budget):
        if function not in question.orders:
            question.orders[function] = [int(i) for i in function(question)]
        return fill(question.orders[function], question.cost, budget)
    return run


@ordered
def langchain_filter(question):
    """By rank after EmbeddingsRedundantFilter with its default, a cosine of 0.95."""
    documents = [Document(page_content=str(i)) for i in question.order]
    kept = EmbeddingsRedundantFilter(embeddings=Given(question.vectors)).transform_documents(documents)
    return [one.page_content for one in kept]


@ordered
def langchain_mmr(question):
    return maximal_marginal_relevance(question.query, list(question.vectors), lambda_mult=0.5, k=len(question.items))


@ordered
def llama_mmr(question):
    _, order = get_top_k_mmr_embeddings(list(question.query), [list(one) for one in question.vectors], similarity_top_k=len(question.items),
                                        mmr_threshold=0.5)
    return order


@ordered
def llama_cutoff(question):
    """SimilarityPostprocessor, which drops what scores less than a cutoff: here half of the best score. Then by rank."""
    nodes = [NodeWithScore(node=TextNode(text=str(i)), score=float(question.score[i])) for i in question.order]
    kept = SimilarityPostprocessor(similarity_cutoff=float(question.score.max()) / 2).postprocess_nodes(nodes)
    return [one.node.text for one in kept]


def submodular(function):
    def run(question, budget):
        if min(question.cost) > budget:
            return []
        unit = 2 * budget / len(question.items)  # submodlib wants a budget below the number of items, also with costs
        picked = function(question).maximize(budget=budget / unit, optimizer="NaiveGreedy", costs=[c / unit for c in question.cost],
                                             costSensitiveGreedy=True, show_progress=False)
        return fill([item for item, _ in picked], question.cost, budget)
    return run


facility_location = submodular(lambda q: submodlib.FacilityLocationFunction(n=len(q.items), mode="dense", data=q.vectors, metric="cosine"))
graph_cut = submodular(lambda q: submodlib.GraphCutFunction(n=len(q.items), mode="dense", lambdaVal=0.5, data=q.vectors, metric="cosine"))
mutual_information = submodular(lambda q: submodlib.FacilityLocationMutualInformationFunction(
    n=len(q.items), num_queries=1, data=q.vectors, queryData=q.query[None, :], metric="cosine", magnificationEta=1))


def knap_lines(knap, questions, budget, arguments):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        for question in questions:
            given = {name: value for name, value in question.instance.items() if name != "reward"}
            given["items"] = [{name: value for name, value in one.items() if name != "covers"} for one in given["items"]]
            file.write(json.dumps(given) + "\n")
        file.flush()
        out = subprocess.run([knap, "pack", "-q", "-b", str(budget), "--json", *arguments, file.name], check=True, stdout=subprocess.PIPE).stdout
    return [json.loads(line) for line in out.splitlines()]


def knap_lists(knap, questions, budget, arguments):
    return [line["indices"] for line in knap_lines(knap, questions, budget, arguments)]


RIVALS = {"top-k": top_k, "top-k, LangChain's filter": langchain_filter, "LangChain's MMR 0.5": langchain_mmr,
          "LlamaIndex's MMR 0.5": llama_mmr, "LlamaIndex's cutoff": llama_cutoff, "submodlib facility location": facility_location,
          "submodlib graph cut": graph_cut, "submodlib FL with query": mutual_information}


def train(knap, instances, arguments, model):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.writelines(json.dumps(one) + "\n" for one in instances)
        file.flush()
        subprocess.run([knap, "train", "-q", file.name, "-o", model, *arguments], check=True)


FOLDS = 3


def measure_all(options, path, half):
    """Coverage and first-passage rates. Trained policies are chosen by cross-validation within the first half."""
    instances = load(path, half)
    if options.trained is None or half == 1:
        return measure(options, load(path, 0), instances)
    parts = [measure(options, [one for i, one in enumerate(instances) if i % FOLDS != fold], instances[fold::FOLDS]) for fold in range(FOLDS)]
    rows = {name: np.concatenate([part[0][name] for part in parts], axis=1) for name in parts[0][0]}
    return rows, {name: np.mean([part[1][name] for part in parts]) for name in parts[0][1]}


def measure(options, known, instances):
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
                lists["knap 0.2.0"] = knap_lists(options.old, questions, budget, [])
            for name, picked in lists.items():
                rows.setdefault(name, []).append([q.coverage(p) for q, p in zip(questions, picked)])
                first.setdefault(name, []).append([q.has_first(p, budget) for q, p in zip(questions, picked)])
    return {name: np.array(values) for name, values in rows.items()}, {name: np.mean(values) for name, values in first.items()}


CONTEXTS = {"context": [], "merged": ["--merge"], "cut": ["--compress"], "merged and cut": ["--merge", "--compress"]}


def plain(text):
    return re.sub(r"\W+", " ", text.lower()).strip()


def contexts(options, instances):
    """Coverage of ready contexts at budgets of words, with --merge and --compress: a fact is there if its sentence is, as a whole."""
    rows = {}
    questions = [Question(one) for one in instances]
    sentences = [{sets.key_of(one): plain(one) for item in q.items for one in sets.sentences_of(item["text"])} for q in questions]
    for words in (100, 200, 400, 800):
        for name, arguments in CONTEXTS.items():
            made = knap_lines(options.knap, questions, words, ["--cost", "words", "--format", "text", *arguments])
            texts = [" " + " | ".join(plain(one["text"]) for one in line["passages"]) + " " for line in made]
            shares = [np.mean([f" {said[fact]} " in text if fact in said else False for fact in q.instance["reward"]["targets"]])
                      for q, said, text in zip(questions, sentences, texts)]
            rows.setdefault(name, []).append(shares)
    return {name: np.array(values) for name, values in rows.items()}


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
    parser.add_argument("--retrievers", default=",".join(sets.RETRIEVERS), help="names, separated by commas")
    parser.add_argument("--once", action="store_true", help="only the sets that are looked at once")
    parser.add_argument("--trained", nargs="?", const="", help="train on the first half, with these options; with --half choose by cross-validation within it")
    parser.add_argument("--old", help="knap 0.2.0")
    parser.add_argument("--system", action="append", default=[], help="further systems, NAME:setting=value:...")
    parser.add_argument("--contexts", action="store_true", help="compare ready contexts with --merge and --compress, at 100 to 800 words")
    parser.add_argument("--only-knap", action="store_true", help="leave out the rivals")
    options = parser.parse_args()
    names = options.sets.split(",") if options.sets else sets.ONCE if options.once else sets.CHOOSE
    half = options.half == "report"
    (options.folder / "q").mkdir(parents=True, exist_ok=True)
    sets.write(options.folder / "x", options.folder / "q", names)
    ratios, firsts = {}, {}
    for name in names:
        for retriever in options.retrievers.split(","):
            path = options.folder / "q" / f"{name}.{retriever}.jsonl"
            if options.contexts:
                rows = contexts(options, load(path, int(half)))
                first = dict.fromkeys(rows, np.nan)
            else:
                rows, first = measure_all(options, path, int(half))
            base = rows[next(iter(CONTEXTS)) if options.contexts else "top-k"]
            for system, values in rows.items():
                ratio = values.mean(axis=1) / np.maximum(1e-9, base.mean(axis=1))
                ratios.setdefault(system, []).append(ratio)
                firsts.setdefault(system, []).append(first[system])
                low, high = interval(values.mean(axis=0), base.mean(axis=0))
                print(f"{name:13} {retriever:6} {system:27} " + " ".join(f"{v:.3f}" for v in values.mean(axis=1)) + "  ratio "
                      + " ".join(f"{v:.3f}" for v in ratio) + f"  [{low:.3f}, {high:.3f}]  first {first[system]:.3f}", flush=True)
    print()
    for system, values in ratios.items():
        cells = np.array(values)
        print(f"{system:27} mean ratio {cells.mean():.3f}, least {cells.min():.3f}, cells of at least 1: "
              f"{int((cells >= 0.9995).sum())} of {cells.size}, first {np.mean(firsts[system]):.3f}")


if __name__ == "__main__":
    main()
