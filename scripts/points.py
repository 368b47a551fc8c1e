"""Fits the weights of src/summarize/point.c: which sentences of a document say what it is about.

Usage: points.py collect FOLDER     fetch packages, and put documents beside the descriptions of their packages
       points.py fit FOLDER         read rows of build/release/knap-points, print figures and the table of weights
Called by scripts/points.sh, which describes the result.
"""

import concurrent.futures
import glob
import gzip
import hashlib
import math
import os
import re
import subprocess
import sys

PACKAGES = 3200
SMALLEST, LARGEST = 8_000, 400_000  # bytes of a package
PER_PACKAGE = 2
SHORTEST_DOCUMENT, LONGEST_DOCUMENT = 1500, 200_000  # bytes
SHORTEST_DESCRIPTION = 25  # words
SKIPPED = re.compile(r"-(dev|dbg|dbgsym|data|common|doc|l10n|locale-.*|udeb)$|^lib|^fonts-|^task-|^linux-|^golang-|^librust-|^hyphen-|"
                     r"^aspell-|^hunspell-|^mythes-|^language-")
DOCUMENTS = ("usr/share/doc/*/README*", "usr/share/doc/*/*.html*", "usr/share/doc/*/html/index.html*",
             "usr/share/man/man[1578]/*")
UNWANTED = re.compile(r"README\.(Debian|source|test|md5|devel|build|win|ports|cvs|git|vms|os2|amiga)|changelog|copying|"
                      r"\.(js|css|png|svg|json)", re.I)


def names_of_list(path):
    """The Debian packages of scripts/real_files.txt, which measure and so must not be learned from."""
    with open(path, encoding="utf-8") as lines:
        return {field[4:] for line in lines if not line.startswith("#") for field in line.split() if field.startswith("deb:")}


def candidates(measured):
    """Names of packages in an order that depends on nothing but their names, one per source package."""
    available = subprocess.run(["apt-cache", "dumpavail"], capture_output=True, text=True, check=True).stdout
    chosen = {}
    for stanza in filter(None, available.split("\n\n")):
        field = dict(re.findall(r"^([\w-]+): (.*)", stanza, re.M))
        name, size = field.get("Package", ""), int(field.get("Size", 0))
        source = field.get("Source", name).split()[0]
        if not SMALLEST <= size <= LARGEST or SKIPPED.search(name) or name in measured or source in measured:
            continue
        key = hashlib.sha256(source.encode()).hexdigest()
        chosen.setdefault(key, name)
    return [chosen[key] for key in sorted(chosen)]


def words(text):
    return re.findall(r"\w+", text.lower())


def description_of(package):
    text = subprocess.run(["dpkg-deb", "-f", package, "Description"], capture_output=True, text=True, check=True).stdout
    first, _, rest = text.partition("\n")
    lines = [line[1:] if line.strip() != "." else "" for line in rest.split("\n")]
    rest = re.split(r"\n\s*(?:This package (?:contains|provides|ships|includes)|Author|Homepage)\b", "\n".join(lines))[0]
    return first.strip(), rest.strip()


def unpack(archive, folder):
    """Puts documents of a package into folder/NAME, if it has any that serve."""
    name = os.path.basename(archive).split("_")[0]
    short, long = description_of(archive)
    if len(words(long)) < SHORTEST_DESCRIPTION:
        return
    part = os.path.join(folder, name)
    subprocess.run(["rm", "-rf", part], check=True)
    os.makedirs(os.path.join(part, "x"))
    subprocess.run(["dpkg-deb", "-x", archive, os.path.join(part, "x")], check=True)
    take(part, name, short, long)
    subprocess.run(["rm", "-rf", os.path.join(part, "x")], check=True)


def take(part, name, short, long):
    taken, kinds = 0, set()
    for pattern in DOCUMENTS:
        found = sorted(glob.glob(os.path.join(part, "x", pattern)), key=lambda p: (name not in os.path.basename(p), p))
        for path in found:
            if taken == PER_PACKAGE or pattern in kinds or UNWANTED.search(os.path.basename(path)) or not os.path.isfile(path):
                continue
            try:
                with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
                    content = file.read(LONGEST_DOCUMENT + 1)
            except OSError:
                continue
            if not SHORTEST_DOCUMENT <= len(content) <= LONGEST_DOCUMENT:
                continue
            base = re.sub(r"\.gz$", "", os.path.basename(path))
            with open(os.path.join(part, base), "wb") as file:
                file.write(content)
            kinds.add(pattern)
            taken += 1
    if taken:
        with open(os.path.join(part, ".description"), "w", encoding="utf-8") as file:
            file.write(short + "\n" + long + "\n")


def collect(folder):
    archives = os.path.join(folder, "archives")
    os.makedirs(archives, exist_ok=True)
    names = candidates(names_of_list(os.path.join(os.path.dirname(__file__), "real_files.txt")))[:PACKAGES]
    there = {os.path.basename(path).split("_")[0] for path in glob.glob(os.path.join(archives, "*.deb"))}
    missing = [name for name in names if name not in there]
    for i in range(0, len(missing), 100):
        subprocess.run(["apt-get", "download", "-qq", *missing[i:i + 100]], cwd=archives, check=True)
    for archive in sorted(glob.glob(os.path.join(archives, "*.deb"))):
        unpack(archive, os.path.join(folder, "pairs"))
    found = glob.glob(os.path.join(folder, "pairs", "*", "[!.]*"))
    print(f"{len(found)} documents of {len({os.path.dirname(path) for path in found})} packages, of {len(names)}")


# ---- Fitting ----

FOLDS = 5
SHARPNESS = 8  # the target of a sentence is its worth to this power
PENALTY = 3.0  # of squared weights of standardised features
FUNCTION_WORDS = set("a an and are as at be but by can for from has have if in into is it its may not of on or such that the "
                     "their then there these they this to was were which will with you your".split())


def stems(text):
    return {word[:6] for word in words(text) if word not in FUNCTION_WORDS}


class Document:
    """The sentences of a file that may be picked, and how near each is to the description."""

    def __init__(self, path, rows, description):
        import numpy

        self.path = path
        self.package = os.path.basename(os.path.dirname(path))
        self.fold = int(hashlib.sha256(self.package.encode()).hexdigest(), 16) % FOLDS
        self.features = numpy.array([[float(value) for value in row[4:-1]] for row in rows])
        self.section, self.paragraph, self.words = numpy.array([[int(value) for value in row[1:4]] for row in rows]).T
        self.text = [row[-1] for row in rows]
        self.stems = [stems(text) for text in self.text]
        self.wanted = stems(description)

    def score(self, chosen):
        """F of the stems of the chosen sentences against those of the description."""
        got = set().union(*(self.stems[i] for i in chosen))
        both = len(got & self.wanted)
        return 2 * both / (len(got) + len(self.wanted))


def read_documents(folder):
    groups, names = {}, None
    with open(os.path.join(folder, "rows.tsv"), encoding="utf-8") as lines:
        for line in lines:
            row = line.rstrip("\n").split("\t")
            if names is None:
                names = row[4:-1]
            else:
                groups.setdefault(row[0], []).append(row)
    documents = []
    for path, rows in groups.items():
        with open(os.path.join(os.path.dirname(path), ".description"), encoding="utf-8") as file:
            document = Document(path, rows, file.read())
        if len(rows) >= 6 and max(len(s & document.wanted) for s in document.stems) >= 3:
            documents.append(document)
    return names, documents


def set_targets(documents):
    import numpy

    count = {}
    for document in documents:
        for stem in set().union(*document.stems):
            count[stem] = count.get(stem, 0) + 1
    weight = {stem: math.log((1 + len(documents)) / n) for stem, n in count.items()}
    rare = math.log(1 + len(documents))
    norm = lambda words_: math.sqrt(sum(weight.get(w, rare) ** 2 for w in words_)) or 1
    for document in documents:
        near = [sum(weight[w] ** 2 for w in s & document.wanted) / (norm(s) * norm(document.wanted)) for s in document.stems]
        document.near = numpy.array(near)
        # the cosine alone favours long sentences: the share of their words that the description has counts as much
        share = [sum(weight[w] for w in s & document.wanted) / (sum(weight[w] for w in s) or 1) for s in document.stems]
        worth = numpy.sqrt(document.near * numpy.array(share))
        document.target = worth ** SHARPNESS / (worth ** SHARPNESS).sum()


def fit_weights(documents):
    """Weights of a softmax over the sentences of a document, on standardised features; returned for raw features."""
    import numpy
    from scipy.optimize import minimize

    everything = numpy.concatenate([document.features for document in documents])
    scale = everything.std(axis=0)
    scale[scale == 0] = 1

    def loss(weights):
        total, slope = PENALTY * (weights ** 2).sum(), 2 * PENALTY * weights
        for document in documents:
            x = document.features / scale
            score = x @ weights
            score -= score.max()
            share = numpy.exp(score) / numpy.exp(score).sum()
            total -= document.target @ (score - math.log(numpy.exp(score).sum()))
            slope = slope + x.T @ (share - document.target)
        return total, slope

    return minimize(loss, numpy.zeros(len(scale)), jac=True, method="L-BFGS-B").x / scale


OTHER_PARAGRAPH, OTHER_SECTION, FAR, LEAST, MOST = 1.5, 2.5, -3.25, 10, 100  # as in point.c and material.c


def without_details(document, weights):
    """The sentences of a summary of at most MOST words that leaves out details unless it has fewer than LEAST words."""
    import numpy

    score = document.features @ weights
    score -= score.max()
    order = (-score).argsort(kind="stable")
    near = {document.paragraph[order[0]]}
    if (document.paragraph == document.paragraph[order[0]]).sum() == 1:
        near.update([document.paragraph[i] for i in order if document.paragraph[i] not in near][:1])
    inside = numpy.isin(document.paragraph, list(near))
    within = numpy.isin(document.section, document.section[inside])
    score -= numpy.where(inside, 0, numpy.where(within, OTHER_PARAGRAPH, OTHER_SECTION))
    chosen, length = [], 0
    for i in (-score).argsort(kind="stable"):
        if length + document.words[i] <= MOST and (score[i] >= FAR or length < LEAST):
            chosen.append(i)
            length += document.words[i]
    return chosen


def filled(document, weights):
    chosen, length = [], 0
    for i in (-(document.features @ weights)).argsort(kind="stable"):
        if length + document.words[i] <= MOST:
            chosen.append(i)
            length += document.words[i]
    return chosen


def report_summaries(title, documents, choose):
    chosen = [choose(document) for document in documents]
    score = sum(document.score(c) for document, c in zip(documents, chosen) if c) / len(documents)
    length = sum(document.words[c].sum() for document, c in zip(documents, chosen) if c) / len(documents)
    print(f"{title:22} {score:8.3f} {length:8.1f} words")


def report(title, documents, order):
    """order(document) gives the numbers of sentences, best first."""
    top3 = sum(document.score(order(document)[:3]) for document in documents) / len(documents)
    top1 = sum(document.score(order(document)[:1]) for document in documents) / len(documents)
    right = sum(document.near[order(document)[0]] >= 0.8 * document.near.max() for document in documents) / len(documents)
    print(f"{title:22} {top1:8.3f} {top3:8.3f} {right:8.3f}")


def fit(folder):
    names, documents = read_documents(folder)
    set_targets(documents)
    by_fold = [fit_weights([d for d in documents if d.fold != fold]) for fold in range(FOLDS)]
    print(f"{len(documents)} documents; F of one sentence, of three, and share of documents whose first is right")
    report("first sentences", documents, lambda d: list(range(len(d.text))))
    report("model, held-out folds", documents, lambda d: (-(d.features @ by_fold[d.fold])).argsort(kind="stable"))
    report("nearest, a bound", documents, lambda d: (-d.near).argsort(kind="stable"))
    print(f"F of summaries of at most {MOST} words, and their mean length")
    report_summaries("filled by the model", documents, lambda d: filled(d, by_fold[d.fold]))
    report_summaries("without details", documents, lambda d: without_details(d, by_fold[d.fold]))
    for name, weight in zip(names, fit_weights([d for d in documents if not os.environ.get("HALF") or d.fold < 3])):
        print(f'    POINT({name.upper().replace("-", "_")}, "{name}", {weight:.3g}, ...)')


def measure(folder):
    """What `knap summarize` picks on the folds that HALF=1 leaves out, beside the first sentences."""
    _, documents = read_documents(folder)
    documents = [document for document in documents if document.fold >= 3]
    for options in (["-n", "3"], []):
        run = lambda d: subprocess.run(["build/release/knap", "summarize", "-q", *options, *os.environ.get("OPTIONS", "").split(), d.path], capture_output=True, text=True)
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            texts = [got.stdout for got in pool.map(run, documents)]
        knap = lead = 0
        for document, text in zip(documents, texts):
            got, length, first = stems(text), 0, 0
            knap += 2 * len(got & document.wanted) / (len(got) + len(document.wanted))
            while first < len(document.text) and (first == 0 or length + len(document.text[first]) <= len(text)):
                length += len(document.text[first])
                first += 1
            lead += document.score(range(3 if options else first))
        print(f"{' '.join(options) or 'default':10} knap {knap / len(documents):.4f}  first sentences {lead / len(documents):.4f}")


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in ("collect", "fit", "measure"):
        sys.exit(__doc__)
    globals()[sys.argv[1]](sys.argv[2])
