"""Measures knap beside programs that do similar work, on the same data, on one thread.

    peers.py BUILD FOLDER [NAME...]     BUILD has knap and libknap.so; FOLDER gets the data, peers.json and peers.md

`make bench-peers` makes the virtual environment and runs it. Runs of knap and of the peer alternate; the best CPU time of each counts.
Where both must give the same result, the results are compared. ROUGE=FOLDER names an installation of ROUGE-1.5.5. A peer that is not
there is skipped, with the reason.
"""
import ctypes
import glob
import importlib
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[name] = "1"

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROUNDS = 3
FAILED = []


class Skip(Exception):
    pass


def need(module):
    """Imports a module of the virtual environment."""
    try:
        return importlib.import_module(module)
    except Exception as error:
        raise Skip(f"{module} cannot be imported on Python {sys.version.split()[0]}: {error}") from error


# ---- Time ----

def command(*words, keep=True, **options):
    """Runs a command. Returns its CPU seconds and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, capture_output=keep, text=True, check=False, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise Skip(f"{' '.join(words)[:200]}: status {done.returncode}: {(done.stderr or '')[-300:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def call(function):
    """Runs a function of this process. Returns its CPU seconds and its value."""
    start = time.process_time()
    value = function()
    return time.process_time() - start, value


def interleave(mine, theirs, rounds=ROUNDS):
    """The best CPU seconds of both, and their last results."""
    best = [float("inf"), float("inf")]
    for _ in range(rounds):
        for i, run in enumerate((mine, theirs)):
            seconds, value = run()
            best[i] = min(best[i], seconds)
            if i == 0:
                my_value = value
            else:
                their_value = value
    return best[0], best[1], my_value, their_value


class Bench:
    def __init__(self, build, folder):
        self.knap, self.folder, self.rows = os.path.join(build, "knap"), folder, []
        self.library = os.path.join(build, "libknap.so")

    def file(self, name):
        return os.path.join(self.folder, name)

    def run(self, *words):
        return command(self.knap, *words, "-j1")

    def add(self, what, peer, mine, theirs, agree):
        """`agree` is True, False, or a sentence that says why results are not compared."""
        ratio = theirs / max(mine, 1e-4)
        shown = {True: "yes", False: "NO"}.get(agree, agree)
        if agree is False:
            FAILED.append(f"{what}: knap and {peer} do not agree")
        self.rows.append({"what": what, "peer": peer, "knap": mine, "theirs": theirs, "ratio": ratio, "agree": shown})
        print(f"  {what:<58} {mine * 1e3:9.1f} ms  {peer:<16} {theirs * 1e3:10.1f} ms  {ratio:8.1f} times  same: {shown}",
              flush=True)

    def skip(self, what, why):
        self.rows.append({"what": what, "skipped": str(why)})
        print(f"  {what:<58} SKIPPED: {why}", flush=True)


# ---- Data ----

def write_instances(path, count, items, features, seed=1, budget=100):
    rng = random.Random(seed)
    with open(path, "w", encoding="utf-8") as out:
        for t in range(count):
            made = []
            for i in range(items):
                words = rng.sample(range(400), 12)
                made.append({"id": f"i{i}", "cost": rng.randint(5, 30),
                             "features": [round(rng.gauss(0, 1), 4) for _ in range(features)],
                             "vector": {f"w{w}": round(rng.random() + 0.1, 3) for w in words},
                             "covers": {f"w{w}": 1 for w in words[:4]}})
            targets = {f"w{w}": 1 for w in range(0, 400, 2)}
            out.write(json.dumps({"id": f"x{t}", "budget": budget, "items": made,
                                  "reward": {"kind": "coverage", "targets": targets}}) + "\n")


def documents():
    """Pairs of texts: a document of the sample and the first reference of its cluster."""
    pairs = []
    for folder in sorted(glob.glob(f"{ROOT}/sample/*/")):
        reference = open(sorted(glob.glob(folder + "refs/*"))[0], encoding="utf-8").read()
        for document in sorted(glob.glob(folder + "docs/*")):
            text = open(document, encoding="utf-8").read()
            pairs.append((text.encode("ascii", "ignore").decode(), reference.encode("ascii", "ignore").decode()))
    return pairs


# ---- Peers ----

def vowpal_wabbit(bench):
    """An epoch of training against a pass over the same pairs; the weights of vw-pairs against those of Vowpal Wabbit."""
    module = need("vowpalwabbit")
    data, pairs, model = bench.file("vw.jsonl"), bench.file("vw.vw"), bench.file("vw.knap")
    write_instances(data, 2, 120, 20)
    _, lines = command("sh", "-c", f"{bench.knap} export {data} -o {pairs} -q && wc -l <{pairs}")

    def epochs(count):
        return bench.run("train", data, "-o", model, "--epochs", str(count), "--guided", "-q")[0]

    def passes(count):
        cache = bench.file("vw.cache")
        if os.path.exists(cache):
            os.remove(cache)
        return call(lambda: module.Workspace(f"-d {pairs} --loss_function hinge --noconstant --holdout_off --quiet "
                                             f"--cache_file {cache} --passes {count}").finish())[0]

    one, one_pairs = bench.file("one.jsonl"), bench.file("one.vw")
    write_instances(one, 1, 60, 6)
    bench.run("export", one, "--no-standardize", "-o", one_pairs, "-q")
    bench.run("train", one, "-o", model, "--guided", "--epochs", "1", "--no-standardize", "--learner", "vw-pairs",
              "--result", "last", "-q")
    work = module.Workspace("--loss_function hinge --noconstant --quiet")
    for line in open(one_pairs, encoding="utf-8"):
        work.learn(line.rstrip("\n"))
    policy = json.loads(bench.run_plain("inspect", model, "--json"))["policies"][0]
    space = work.hash_space("v")
    worst = max(abs(column["weight"] - work.get_weight(work.hash_feature(column["name"].replace(":", "_"), space))) /
                (abs(column["weight"]) + 1e-3) for column in policy)
    best = [float("inf")] * 4
    for _ in range(ROUNDS):
        for i, seconds in enumerate((epochs(1), epochs(201), passes(1), passes(4))):
            best[i] = min(best[i], seconds)
    a, b = (best[1] - best[0]) / 200, (best[3] - best[2]) / 3
    bench.add(f"an epoch of SCP; a pass over the same {int(lines):,} pairs", "vowpalwabbit", a, b, worst < 1e-3)


def rouge_score(bench):
    scorer = need("rouge_score.rouge_scorer").RougeScorer(["rouge1", "rouge2"], use_stemmer=False)
    path, pairs = bench.file("rouge.jsonl"), documents() * 5
    with open(path, "w", encoding="utf-8") as out:
        for i, (text, reference) in enumerate(pairs):
            out.write(json.dumps({"id": f"t{i:04}", "system": "a", "peer": text, "refs": [reference]}) + "\n")
    a, b, printed, scores = interleave(
        lambda: bench.run("rouge", path, "--rouge", "1,2", "--json", "--each", "-q"),
        lambda: call(lambda: [scorer.score(reference, text) for text, reference in pairs]))
    each = [row["scores"] for row in sorted(json.loads(printed.splitlines()[0])["each"], key=lambda row: row["id"])]
    same = len(each) == len(pairs) and all(
        abs(mine[name][measure] - getattr(theirs[other], measure)) < 5.1e-6  # knap prints five digits, as the script does,
        for mine, theirs in zip(each, scores)                                # and takes F from them
        for name, other in (("ROUGE-1", "rouge1"), ("ROUGE-2", "rouge2")) for measure in ("recall", "precision"))
    bench.add(f"ROUGE-1 and 2 of {len(pairs)} documents", "rouge-score", a, b, same)


def rouge_155(bench):
    home = os.environ.get("ROUGE", "")
    if not home:
        raise Skip("ROUGE=FOLDER names no installation of ROUGE-1.5.5, which may not be distributed")
    script, folder = os.path.join(home, "ROUGE-1.5.5.pl"), bench.file("rouge155")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    with open(f"{folder}/settings.xml", "w", encoding="utf-8") as config:
        config.write('<ROUGE-EVAL version="1.5.5">\n')
        for i, (text, reference) in enumerate(documents()):
            for kind, content in (("peer", text), ("ref", reference)):
                open(f"{folder}/{kind}{i}.txt", "w", encoding="utf-8").write(content)
            config.write(f'<EVAL ID="{i}"><PEER-ROOT>{folder}</PEER-ROOT><MODEL-ROOT>{folder}</MODEL-ROOT>'
                         f'<INPUT-FORMAT TYPE="SPL"></INPUT-FORMAT><PEERS><P ID="1">peer{i}.txt</P></PEERS>'
                         f'<MODELS><M ID="A">ref{i}.txt</M></MODELS></EVAL>\n')
        config.write("</ROUGE-EVAL>\n")
    options = ["-n", "2", "-x", "-a", f"{folder}/settings.xml"]
    a, b, mine, theirs = interleave(lambda: bench.run("rouge", "--format", "rouge", "-q", *options),
                                    lambda: command("perl", script, "-e", os.path.join(home, "data"), *options))
    figures = [re.findall(r"Average_[RPF]: [0-9.]+", text) for text in (mine, theirs)]
    bench.add(f"ROUGE-1 and 2 of {len(documents())} documents", "ROUGE-1.5.5", a, b, figures[0] == figures[1])


def sumy(bench):
    parser, lex = need("sumy.parsers.plaintext"), need("sumy.summarizers.lex_rank")

    class Tokenizer:
        """sumy's own needs a download."""

        def to_sentences(self, text):
            return [part.strip() for part in re.split(r"(?<=[.!?])\s+", text) if part.strip()]

        def to_words(self, text):
            return re.findall(r"[a-z]+", text.lower())

    folders = sorted(glob.glob(f"{ROOT}/sample/*/"))

    def theirs():
        for folder in folders:
            text = "\n\n".join(open(name, encoding="utf-8").read() for name in sorted(glob.glob(folder + "docs/*")))
            list(lex.LexRankSummarizer()(parser.PlaintextParser.from_string(text, Tokenizer()).document, 5))

    a, b, _, _ = interleave(lambda: bench.run("summarize", "-s", "lexrank", "-b", "5s", "-q", *folders),
                            lambda: call(theirs))
    bench.add(f"LexRank summaries of {len(folders)} clusters", "sumy", a, b,
              "not compared: other sentences and other similarities")


def unit_vectors(numpy, count, width):
    rows = numpy.random.default_rng(1).normal(size=(count, width))
    return numpy.round(rows, 6)


def write_vectors(path, rows, budget, reward):
    with open(path, "w", encoding="utf-8") as out:
        items = [{"id": str(i), "cost": 1, "features": [1], "vector": row.tolist()} for i, row in enumerate(rows)]
        out.write(json.dumps({"id": "x", "budget": budget, "items": items, "reward": reward}) + "\n")


def picks_of(printed):
    return [int(line.split("\t")[1]) for line in printed.splitlines()]


def greedy_map(numpy, kernel, count):
    """Greedy MAP with Cholesky rows for all items, by the recurrences of Chen, Zhang and Zhou (2018)."""
    size = len(kernel)
    rows, variance, picked = numpy.zeros((count, size)), numpy.ones(size), []  # unit vectors: exactly 1
    for k in range(count):
        best = int(numpy.argmax(variance))
        picked.append(best)
        row = (kernel[best] - rows[:k, best] @ rows[:k]) / numpy.sqrt(variance[best])
        rows[k] = row
        variance -= row * row
        variance[best] = -numpy.inf
    return picked


def numpy_dpp(bench):
    numpy = need("numpy")
    train, data = bench.file("dpp-train.jsonl"), bench.file("dpp.jsonl")
    write_vectors(train, unit_vectors(numpy, 30, 100), 3, {"kind": "facility"})
    for size, width, count in ((5000, 100, 90), (5000, 500, 400)):
        rows = unit_vectors(numpy, size, width)
        write_vectors(data, rows, count, {"kind": "facility"})

        def theirs():
            unit = rows / numpy.linalg.norm(rows, axis=1, keepdims=True)
            return greedy_map(numpy, unit @ unit.T, count)

        # what reading the file takes is not part of the comparison
        def mine():
            seconds, printed = bench.run("pack", "-s", "dpp", "--train", train, data, "-q")
            return seconds - bench.run("pack", "-s", "lead", data, "-q")[0], printed

        if width != 100:
            write_vectors(train, unit_vectors(numpy, 30, width), 3, {"kind": "facility"})
        a, b, printed, picked = interleave(mine, lambda: call(theirs))
        bench.add(f"greedy MAP of a DPP, {size:,} items, {width} dimensions, {count} picks", "numpy", a, b,
                  picks_of(printed) == picked)


def apricot(bench):
    numpy, module = need("numpy"), need("apricot")
    data, rows = bench.file("facility.jsonl"), unit_vectors(need("numpy"), 2000, 50)
    write_vectors(data, rows, 50, {"kind": "facility"})
    unit = rows / numpy.linalg.norm(rows, axis=1, keepdims=True)

    def theirs():
        similarity = numpy.maximum(unit @ unit.T, 0)
        return [int(i) for i in module.FacilityLocationSelection(50, metric="precomputed").fit(similarity).ranking]

    call(theirs)  # compiles its kernels
    a, b, printed, picked = interleave(lambda: bench.run("pack", "-s", "oracle-gain", data, "-q"),
                                       lambda: call(theirs))
    bench.add("facility location, 2,000 items, 50 picks", "apricot", a, b, picks_of(printed) == picked)


def dppy(bench):
    numpy, module = need("numpy"), need("dppy.finite_dpps")
    train, data = bench.file("sample-train.jsonl"), bench.file("sample.jsonl")
    rows = unit_vectors(numpy, 300, 30)
    write_vectors(train, unit_vectors(numpy, 30, 30), 3, {"kind": "facility"})
    write_vectors(data, rows, 10, {"kind": "facility"})

    def theirs():
        unit = rows / numpy.linalg.norm(rows, axis=1, keepdims=True)
        process, rng = module.FiniteDPP("likelihood", L=unit @ unit.T), numpy.random.RandomState(1)
        for _ in range(200):
            process.sample_exact(random_state=rng)

    a, b, _, _ = interleave(lambda: bench.run("pack", "-s", "dpp-mbr", "--set", "samples=200", "--train", train, data, "-q"),
                            lambda: call(theirs))
    bench.add("200 exact samples of a DPP of 300 items", "dppy", a, b, "not compared: random, and knap chooses one of them")


def tiktoken(bench):
    sys.path.insert(0, f"{ROOT}/tests/peers")
    need("tiktoken")
    tokens = need("tokens")
    paths = sorted(glob.glob(f"{ROOT}/tests/data/tokens/*.tiktoken")) + \
        [path for folder in os.environ.get("VOCABULARIES", "").split() for path in sorted(glob.glob(f"{folder}/*.tiktoken"))]
    if not paths:
        raise Skip("there is no vocabulary (*.tiktoken) in tests/data/tokens or in VOCABULARIES")
    library, path = ctypes.CDLL(bench.library), paths[-1]
    text = "\n".join(text for text, _ in documents()) * 20
    mine, theirs = tokens.Knap(library, path, tokens.scheme_of(path)), tokens.tiktoken_of(path)
    a, b, one, other = interleave(lambda: call(lambda: mine.count(text.encode())),
                                  lambda: call(lambda: len(theirs.encode_ordinary(text))))
    bench.add(f"tokens of {len(text) / 1e6:.1f} MB, {os.path.basename(path)}", "tiktoken", a, b, one == other)


def jq(bench):
    if not shutil.which("jq"):
        raise Skip("jq is not installed")
    data = bench.file("jq.jsonl")
    write_instances(data, 200, 100, 20)
    a, b, mine, theirs = interleave(lambda: bench.run("pack", "-s", "lead", data, "--json", "-q"),
                                    lambda: command("jq", "-r", ".id", data))
    names = [json.loads(line)["id"] for line in mine.splitlines()]
    bench.add(f"JSON of {os.path.getsize(data) / 1e6:.0f} MB: pack by lead; jq .id", "jq", a, b, names == theirs.split())


PEERS = [("vowpalwabbit", vowpal_wabbit), ("ROUGE-1.5.5", rouge_155), ("rouge-score", rouge_score), ("sumy", sumy),
         ("numpy", numpy_dpp), ("apricot", apricot), ("dppy", dppy), ("tiktoken", tiktoken), ("jq", jq)]


def write_table(path, rows):
    with open(path, "w", encoding="utf-8") as out:
        out.write("| what | peer | knap, ms | peer, ms | times | same result |\n|---|---|---|---|---|---|\n")
        for row in rows:
            if "skipped" in row:
                out.write(f"| {row['what']} | | | | | skipped: {row['skipped']} |\n")
            else:
                out.write(f"| {row['what']} | {row['peer']} | {row['knap'] * 1e3:.1f} | {row['theirs'] * 1e3:.0f} | "
                          f"{row['ratio']:.1f} | {row['agree']} |\n")


def main():
    build, folder, names = sys.argv[1], sys.argv[2], sys.argv[3:]
    os.makedirs(folder, exist_ok=True)
    bench = Bench(os.path.abspath(build), os.path.abspath(folder))
    bench.run_plain = lambda *words: command(bench.knap, *words)[1]
    print("CPU time on one thread, the best of three alternating runs")
    for name, compare in PEERS:
        if names and name not in names:
            continue
        try:
            compare(bench)
        except Skip as why:
            bench.skip(name, why)
    json.dump(bench.rows, open(bench.file("peers.json"), "w", encoding="utf-8"), indent=1)
    write_table(bench.file("peers.md"), bench.rows)
    print(f"Written: {folder}/peers.json, {folder}/peers.md")
    for failure in FAILED:
        print(failure)
    return 1 if FAILED else 0


if __name__ == "__main__":
    sys.exit(main())
