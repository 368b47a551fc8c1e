"""How the time of commands grows with their input: instructions for n, 2n and 4n.

    growth.py KNAP [--sizes 10000,20000,40000] [--most 2.4] [--by instructions|time] [CASE...]

Each case makes an input of n parts and a command line. The instructions of the whole command are counted by valgrind (cachegrind
without its cache), with one thread, so the figures do not depend on the machine's load. A case fails if a doubling of n multiplies
them by more than --most. --by time measures the user's CPU time instead: a quick look, not a proof. CASE may be a pattern
("pack-*"). Exits with 77 if valgrind is missing.
"""

import argparse
import fnmatch
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

CASES = {}
# Cases that are known to grow faster (docs/RELIABILITY.md). They are measured and named, but do not fail; one that no longer grows too
# fast at the usual sizes fails, so that it is taken off this list.
KNOWN = {
    "summarize-explain", "summarize-few-words", "summarize-lexrank", "summarize-mmr", "summarize-centroid", "summarize-freq",
    "summarize-greedykl", "pack-dense", "pack-score-text-json", "pack-system-mmr", "pack-system-lexrank",
    "pack-system-centroid", "pack-system-submod", "pack-system-greedykl",
}
USUAL = "10000,20000,40000"
BUDGET = "50%"


def case(function):
    CASES[function.__name__.replace("_", "-")] = function
    return function


def some_words(rng, count=5000):
    return ["".join(rng.choice("bcdfglmnprst") + rng.choice("aeiou") for _ in range(rng.randint(2, 4))) for _ in range(count)]


def sentences(n, shortest=4, longest=7, seed=5):
    rng = random.Random(seed)
    words = some_words(rng)
    return [" ".join(rng.choice(words) for _ in range(rng.randint(shortest, longest))).capitalize() + "." for _ in range(n)]


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def paragraphs(lines, each=5):
    return "\n\n".join(" ".join(lines[i : i + each]) for i in range(0, len(lines), each)) + "\n"


def text_file(folder, n, name="a.txt", **shape):
    return write(folder, name, paragraphs(sentences(n, **shape)))


# ---- Summaries ----


@case
def summarize_short(n, folder):
    return ["summarize", "-q", "-b", BUDGET, text_file(folder, n)]


@case
def summarize_long(n, folder):
    return ["summarize", "-q", "-b", BUDGET, text_file(folder, n, shortest=12, longest=12)]


@case
def summarize_few_words(n, folder):
    rng = random.Random(1)
    lines = [" ".join(rng.choice(["gate", "weir", "river", "flood", "dam"]) for _ in range(6)).capitalize() + "." for _ in range(n)]
    return ["summarize", "-q", "-b", BUDGET, write(folder, "a.txt", paragraphs(lines))]


@case
def summarize_one_large(n, folder):
    """One sentence that costs as much as a quarter of the others."""
    lines = sentences(n) + [" ".join(sentences(n // 4, seed=6)).replace(".", "").lower().capitalize() + "."]
    return ["summarize", "-q", "-b", BUDGET, write(folder, "a.txt", paragraphs(lines))]


@case
def summarize_250_words(n, folder):
    return ["summarize", "-q", "-b", "250w", text_file(folder, n)]


@case
def summarize_explain(n, folder):
    return ["summarize", "-q", "-b", BUDGET, "--explain", text_file(folder, n)]


@case
def summarize_json(n, folder):
    return ["summarize", "-q", "-b", BUDGET, "--json", text_file(folder, n)]


@case
def summarize_html(n, folder):
    return ["summarize", "-q", "-b", BUDGET, "--html", os.path.join(folder, "page.html"), text_file(folder, n)]


@case
def summarize_query(n, folder):
    return ["summarize", "-q", "-b", BUDGET, "--query", "bada " + sentences(1)[0], text_file(folder, n)]


@case
def summarize_documents(n, folder):
    """A cluster of n documents of one sentence."""
    documents = [{"name": "d%d" % i, "text": line} for i, line in enumerate(sentences(n))]
    return ["summarize", "-q", "-b", BUDGET, write(folder, "a.jsonl", json.dumps({"id": "t", "documents": documents}) + "\n")]


@case
def summarize_topics(n, folder):
    lines = [json.dumps({"id": "t%d" % i, "documents": [{"text": line}]}) for i, line in enumerate(sentences(n))]
    return ["summarize", "-q", "-b", "9w", write(folder, "a.jsonl", "\n".join(lines) + "\n")]


def system_case(system):
    def make(n, folder):
        return ["summarize", "-q", "-b", BUDGET, "--system", system, text_file(folder, n)]

    CASES["summarize-" + system] = make


for name in ("lead", "random", "lexrank", "mmr", "centroid", "freq", "greedykl", "submod", "cover", "expected"):
    system_case(name)


# ---- Formats ----


def format_case(name, file, make_text):
    def make(n, folder):
        return ["convert", "-q", "--to", "text", write(folder, file, make_text(sentences(n)))]

    CASES["convert-" + name] = make


format_case("text", "a.txt", paragraphs)
format_case("html", "a.html", lambda lines: "<html><body>" + "".join("<p>%s</p>\n" % line for line in lines) + "</body></html>")
format_case("markdown", "a.md", lambda lines: "".join("# %s\n\n%s\n\n" % (line[:-1], line) for line in lines))
format_case("rst", "a.rst", lambda lines: "".join("%s\n%s\n\n%s\n\n" % (line[:-1], "=" * len(line), line) for line in lines))
format_case("roff", "a.1", lambda lines: ".TH A 1\n.SH NAME\na - b\n" + "".join(".PP\n%s\n" % line for line in lines))
format_case("latex", "a.tex", lambda lines: "\\begin{document}\n" + "".join("%s\n\n" % line for line in lines) + "\\end{document}\n")
format_case("asciidoc", "a.adoc", lambda lines: "= Title\n\n" + "".join("== %s\n\n%s\n\n" % (line[:-1], line) for line in lines))
format_case("org", "a.org", lambda lines: "".join("* %s\n\n%s\n\n" % (line[:-1], line) for line in lines))
format_case("rtf", "a.rtf", lambda lines: "{\\rtf1 " + "".join("%s\\par\n" % line for line in lines) + "}")
format_case("subtitles", "a.srt", lambda lines: "".join(
    "%d\n%02d:%02d:%02d,000 --> %02d:%02d:%02d,900\n%s\n\n" % ((i + 1,) + 2 * (i // 3600, i // 60 % 60, i % 60) + (line,))
    for i, line in enumerate(lines)))
format_case("mail", "a.eml", lambda lines: "From: a@b.c\nSubject: s\nContent-Type: text/plain\n\n" + paragraphs(lines))
format_case("feed", "a.rss", lambda lines: "<rss><channel>" + "".join("<item><description>%s</description></item>" % line for line in lines)
            + "</channel></rss>")
format_case("notebook", "a.ipynb", lambda lines: json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
    {"cell_type": "markdown", "metadata": {}, "source": line} for line in lines]}))


@case
def convert_jsonl(n, folder):
    return ["convert", "-q", text_file(folder, n)]


# ---- Lists ----


def items(n, *members, seed=3):
    rng = random.Random(seed)
    words = some_words(rng, 3000)
    made = []
    for i in range(n):
        item = {"id": "i%d" % i, "cost": 1 + rng.randrange(5)}
        if "score" in members:
            item["score"] = rng.random()
        if "features" in members:
            item["features"] = {"a": rng.random(), "b": rng.random()}
        if "vector" in members:
            item["vector"] = {rng.choice(words): 1 + rng.random() for _ in range(8)}
        if "dense" in members:
            item["vector"] = [rng.random() for _ in range(16)]
        if "covers" in members:
            item["covers"] = {rng.choice(words): 1 for _ in range(5)}
        if "text" in members:
            item["text"] = " ".join(rng.choice(words) for _ in range(12)) + "."
        if "group" in members:
            item["group"] = "g%d" % (i // 7)
        if "alternative" in members:
            item["alternative"] = "a%d" % (i // 2)
        if "useful" in members:
            item["useful"] = rng.randrange(2)
        made.append(item)
    return made


def item_file(folder, n, *members):
    return write(folder, "a.jsonl", "".join(json.dumps(item) + "\n" for item in items(n, *members)))


def half(n):
    return str(3 * n // 2)


def member_case(*members, options=()):
    def make(n, folder):
        return ["pack", "-q", "-b", half(n), *options, item_file(folder, n, *members)]

    CASES["-".join(("pack",) + members + tuple(o.strip("-") for o in options))] = make


for member in ("score", "features", "vector", "dense", "covers", "text", "group", "alternative", "useful"):
    member_case(member)
    if member != "score":
        member_case("score", member)
member_case("score", "text", options=("--json",))
member_case("score", "text", options=("--explain",))


def pack_system_case(system, *members):
    def make(n, folder):
        return ["pack", "-q", "-b", half(n), "--system", system, item_file(folder, n, *members)]

    CASES["pack-system-" + system] = make


for name, member in (("relevance", "score"), ("cover", "vector"), ("mmr", "vector"), ("lexrank", "vector"), ("centroid", "vector"),
                     ("submod", "vector"), ("greedykl", "covers"), ("freq", "covers"), ("lead", "score"), ("random", "score")):
    pack_system_case(name, member)


def instances(folder, n):
    """n instances of six items with a reward."""
    lines = [json.dumps({"id": "q%d" % i, "budget": 6, "reward": {"kind": "useful"},
                         "items": items(6, "features", "score", "useful", seed=i)}) for i in range(n)]
    return write(folder, "a.jsonl", "\n".join(lines) + "\n")


@case
def pack_instances(n, folder):
    return ["pack", "-q", instances(folder, n)]


@case
def evaluate_instances(n, folder):
    return ["evaluate", "--system", "relevance", instances(folder, n)]


@case
def evaluate_items(n, folder):
    return ["evaluate", "--system", "relevance", "-b", half(n), item_file(folder, n, "score", "useful")]


@case
def train_instances(n, folder):
    return ["train", "-q", "-o", os.path.join(folder, "m.knap"), instances(folder, n)]


@case
def export_instances(n, folder):
    return ["export", "-q", "-o", os.path.join(folder, "examples"), instances(folder, n)]


# ---- Measures ----


@case
def rouge_words(n, folder):
    return ["rouge", "-q", text_file(folder, n, "peer.txt"), text_file(folder, n, "reference.txt", seed=8), "--rouge", "1,2,S4"]


@case
def rouge_summaries(n, folder):
    lines = sentences(n)
    evaluation = "".join(json.dumps({"id": "t%d" % i, "refs": [line], "peers": {"a": lines[i - 1]}}) + "\n"
                         for i, line in enumerate(lines))
    return ["rouge", "-q", write(folder, "a.jsonl", evaluation)]


@case
def judge_sheet(n, folder):
    for system in ("ours", "rival"):
        for i, line in enumerate(sentences(n, seed=len(system))):
            write(folder, "%s/t%d.txt" % (system, i), line)
    return ["judge", "sheet", os.path.join(folder, "ours"), os.path.join(folder, "rival"), "-o", os.path.join(folder, "sheets")]


# ---- Measuring ----


def measure(knap, arguments, by):
    command = [knap, *arguments]
    if by == "instructions":
        command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", *command]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=dict(os.environ, OMP_NUM_THREADS="1"))
    if done.returncode:
        raise RuntimeError("status %d: %s" % (done.returncode, done.stderr[-300:].decode(errors="replace")))
    if by == "time":
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    found = re.search(rb"I +refs: +([0-9,]+)", done.stderr)
    if not found:
        raise RuntimeError("valgrind gave no count: " + done.stderr[-300:].decode())
    return int(found.group(1).replace(b",", b""))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("knap")
    parser.add_argument("--sizes", default=USUAL)
    parser.add_argument("--most", type=float, default=2.4)
    parser.add_argument("--by", choices=("instructions", "time"), default="instructions")
    parser.add_argument("cases", nargs="*", metavar="CASE")
    options = parser.parse_intermixed_args()
    if options.by == "instructions" and not shutil.which("valgrind"):
        print("SKIPPED: growth: valgrind is not installed")
        return 77
    sizes = [int(size) for size in options.sizes.split(",")]
    chosen = [name for name in CASES if not options.cases or any(fnmatch.fnmatch(name, pattern) for pattern in options.cases)]
    if not chosen:
        sys.exit("growth: no case is called %s" % " ".join(options.cases))
    failed = []
    for name in chosen:
        row, bad = [], ""
        try:
            for n in sizes:
                with tempfile.TemporaryDirectory(prefix="knap-growth-") as folder:
                    row.append(measure(options.knap, CASES[name](n, folder), options.by))
                if len(row) > 1 and row[-1] > options.most * row[-2]:
                    bad = "known" if name in KNOWN else "TOO FAST"
                    break
            if not bad and name in KNOWN and options.by == "instructions" and options.sizes == USUAL:
                bad = "no longer too fast: take it off KNOWN"
        except RuntimeError as problem:
            bad = "FAILED: %s" % str(problem).strip()
        ratios = " ".join("%.2f" % (b / a if a else 0) for a, b in zip(row, row[1:]))
        figures = " ".join("%.3f" % x if options.by == "time" else "%d" % (x // 1000000) for x in row)
        print("%-28s %-28s %-12s %s" % (name, figures, ratios, bad), flush=True)
        if bad and bad != "known":
            failed.append(name)
    print("%d of %d cases grow by at most %.1f per doubling%s" % (len(chosen) - len(failed), len(chosen), options.most,
                                                                   "; not: " + " ".join(failed) if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
