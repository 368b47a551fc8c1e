"""Builds question sets from documentation in Debian packages, for bench/retrieval.py. Texts stay in the build folder.

A document is cut into passages of about 110 words at ends of sentences. A question is the title of a section; its facts are the
sentences of that section, and a passage has the facts that it contains. Headings are not part of the passages. Retrieval is BM25,
tf-idf or LSA over all passages of the set. The kinds of questions:

    single      one section
    multi       a section together with the sections below it
    faq         the question of a FAQ and its answer
    duplicated  single, with a changed copy of every third passage in the corpus, as other versions of a manual have
"""

import hashlib
import html.parser
import json
import pathlib
import random
import re
import subprocess

import numpy as np
from scipy import sparse

# name: (packages, patterns of files, kind). The sets of CHOOSE were looked at while defaults were chosen, on their first halves only;
# those of ONCE were run at the end: the first three when the default was made, the last two when the query's words got their weight.
SETS = {
    "debian": (["debian-reference-en", "debian-policy", "debian-faq", "developers-reference", "maint-guide"], ["*.html"], "single"),
    "python": (["python3.11-doc"], ["*/tutorial/*.html", "*/howto/*.html", "*/faq/*.html", "*/whatsnew/3.*.html", "*/using/*.html",
                                    "*/extending/*.html", "*/library/[a-m]*.html"], "single"),
    "postgresql": (["postgresql-doc-15"], ["*.html"], "multi"),
    "perl": (["perl-doc"], ["*/pod/perlfaq?.pod", "*/pod/perl[a-e]*.pod", "*/pod/perl[g-z]*.pod"], "faq"),
    "debian-twice": (["debian-reference-en", "debian-policy", "debian-faq", "developers-reference", "maint-guide"], ["*.html"],
                     "duplicated"),
    "sqlite": (["sqlite3-doc"], ["*.html"], "single"),
    "django": (["python-django-doc"], ["*/topics/*.html", "*/ref/*.html", "*/howto/*.html", "*/releases/[34]*.html", "*/intro/*.html"], "multi"),
    "apache": (["apache2-doc"], ["*/en/*.html", "*.html.en"], "single"),
    "sympy": (["python-sympy-doc"], ["*.html"], "multi"),
    "exim-twice": (["exim4-doc-html", "postfix-doc", "git-doc"], ["*.html"], "duplicated"),
}
CHOOSE = ["debian", "python", "postgresql", "perl", "debian-twice"]
ONCE = ["sqlite", "django", "exim-twice", "apache", "sympy"]
RETRIEVERS = {"bm25": 50, "tfidf": 100, "lsa": 50}
MOST_PASSAGES, MOST_QUESTIONS, WORDS = 6000, 120, 110
STOP = set("a an and are as at be by for from has have how in is it its of on or that the this to was what when which with can do does i my you your if not".split())


class Reader(html.parser.HTMLParser):
    """Headings and blocks of text, in order: (level, text), level 0 for text."""

    BLOCKS = {"p", "li", "dd", "dt", "td", "pre", "div", "tr", "blockquote"}
    SKIP = {"script", "style", "nav", "head", "footer", "title"}

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.parts, self.now, self.level, self.skip = [], [], 0, 0

    def flush(self):
        text = re.sub(r"\s+", " ", "".join(self.now)).strip().rstrip("¶").strip()
        if text:
            self.parts.append((self.level, text))
        self.now = []

    def handle_starttag(self, tag, attributes):
        if tag in self.SKIP:
            self.skip += 1
        elif re.fullmatch(r"h[1-6]", tag):
            self.flush()
            self.level = int(tag[1])
        elif tag in self.BLOCKS:
            self.flush()

    def handle_endtag(self, tag):
        if tag in self.SKIP:
            self.skip = max(0, self.skip - 1)
        elif re.fullmatch(r"h[1-6]", tag):
            self.flush()
            self.level = 0
        elif tag in self.BLOCKS:
            self.flush()

    def handle_data(self, data):
        if not self.skip:
            self.now.append(data)


def read_pod(text):
    parts = []
    for block in re.split(r"\n\s*\n", text):
        block = block.strip()
        head = re.match(r"=head(\d)\s+(.*)", block, re.S)
        plain = re.sub(r"[A-Z]<+\s?(.*?)\s?>+", r"\1", re.sub(r"\s+", " ", head.group(2) if head else block))
        if head:
            parts.append((int(head.group(1)), plain))
        elif block and not block.startswith("="):
            parts.append((0, plain))
    return parts


def read_document(path):
    text = path.read_text(encoding="utf-8", errors="replace")
    if path.suffix == ".pod":
        return read_pod(text)
    reader = Reader()
    reader.feed(text)
    reader.flush()
    return reader.parts


def sentences_of(text):
    for one in re.split(r"(?<=[.!?])\s+(?=[A-Z\"'(`])", text):
        if len(one.split()) >= 4:
            yield one


def key_of(sentence):
    """The name of a fact."""
    return hashlib.md5(re.sub(r"\W+", " ", sentence.lower()).encode()).hexdigest()[:12]


def words_of(text):
    return [re.sub(r"(ing|ed|es|s)$", "", word) if len(word) > 4 else word
            for word in re.findall(r"[a-z0-9_]+", text.lower()) if word not in STOP]


def tokens_in(text):
    return len(re.findall(r"\w{1,6}|[^\w\s]", text))


class Corpus:
    def __init__(self, folder, name):
        packages, patterns, self.kind = SETS[name]
        files = sorted({f for p in packages for q in patterns for f in (folder / p).rglob(q) if f.is_file()})
        random.Random(name).shuffle(files)
        self.passages, self.sections, seen = [], [], set()
        for path in files:
            if len(self.passages) > MOST_PASSAGES:
                break
            self.add(path, seen, "perlfaq" in path.name)
        if self.kind == "duplicated":
            self.duplicate(random.Random(name))

    def add(self, path, seen, faq):
        """Sections of the document, with their sentences; passages of consecutive sentences."""
        section, stack, held, count = None, [], [], 0
        source = len(self.passages)
        for level, text in read_document(path):
            if level:
                while stack and stack[-1]["level"] >= level:
                    stack.pop()
                section = {"level": level, "title": re.sub(r"^[\d.A-Z]*\d[\d.]*\s*", "", text).strip(" ¶:."), "facts": [], "below": [], "faq": faq}
                for parent in stack:
                    parent["below"].append(section)
                stack.append(section)
                self.sections.append(section)
                continue
            for one in sentences_of(text):
                key = key_of(one)
                if key in seen:  # boilerplate, contents
                    continue
                seen.add(key)
                held.append((key, one))
                count += len(one.split())
                if section is not None:
                    section["facts"].append(key)
                if count >= WORDS:
                    self.passages.append({"facts": [k for k, _ in held], "text": " ".join(s for _, s in held), "source": source,
                                      "position": len(self.passages) - source})
                    held, count = [], 0
        if held:
            self.passages.append({"facts": [k for k, _ in held], "text": " ".join(s for _, s in held), "source": source,
                                      "position": len(self.passages) - source})

    def duplicate(self, rng):
        """Copies of every third passage with one word in twelve left out or replaced by another one of the passage."""
        copies = []
        for passage in self.passages[::3]:
            words = passage["text"].split()
            for at in range(len(words)):
                if rng.random() < 1 / 12 and not re.search(r"\d", words[at]):
                    words[at] = "" if rng.random() < 0.5 else rng.choice([w for w in words if not re.search(r"\d", w)] or ["it"])
            copies.append({"facts": passage["facts"], "text": " ".join(w for w in words if w), "source": -1 - passage["source"],
                           "position": passage["position"]})
        self.passages += copies

    def questions(self):
        where = {}
        for number, passage in enumerate(self.passages):
            for fact in passage["facts"]:
                where.setdefault(fact, number)
        for section in self.sections:
            facts = list(section["facts"])
            if self.kind == "multi":
                for below in section["below"]:
                    facts += below["facts"]
            words = words_of(section["title"])
            enough = len(facts) >= 4 and len({where[f] for f in facts if f in where}) <= 25
            right = section["faq"] if self.kind == "faq" else not section["faq"]
            if self.kind == "multi":
                right = right and len(section["below"]) >= 1
            if enough and right and len(set(words)) >= 2:
                yield section["title"], facts


def weights(texts):
    index, rows, columns, values = {}, [], [], []
    for row, text in enumerate(texts):
        counts = {}
        for word in words_of(text):
            counts[word] = counts.get(word, 0) + 1
        for word, count in counts.items():
            rows.append(row)
            columns.append(index.setdefault(word, len(index)))
            values.append(count)
    return sparse.csr_matrix((values, (rows, columns)), shape=(len(texts), len(index)), dtype=np.float64), index


class Retrieval:
    def __init__(self, texts):
        self.counts, self.index = weights(texts)
        frequency = np.asarray((self.counts > 0).sum(axis=0)).ravel()
        self.idf = np.log(1 + (len(texts) - frequency + 0.5) / (frequency + 0.5))
        length = np.asarray(self.counts.sum(axis=1)).ravel()
        k1, b = 1.2, 0.75
        scaled = self.counts.copy()
        norm = k1 * (1 - b + b * length / length.mean())
        for row in range(len(texts)):
            part = slice(scaled.indptr[row], scaled.indptr[row + 1])
            scaled.data[part] = scaled.data[part] * (k1 + 1) / (scaled.data[part] + norm[row])
        self.bm25 = scaled.multiply(self.idf).tocsr()
        tfidf = self.counts.multiply(self.idf).tocsr()
        self.tfidf = sparse.diags(1 / np.maximum(1e-9, np.sqrt(np.asarray(tfidf.multiply(tfidf).sum(axis=1)).ravel()))) @ tfidf
        from sklearn.decomposition import TruncatedSVD
        self.svd = TruncatedSVD(100, random_state=0).fit(self.tfidf)
        dense = self.svd.transform(self.tfidf)
        self.lsa = dense / np.maximum(1e-9, np.linalg.norm(dense, axis=1, keepdims=True))

    def scores(self, query, retriever):
        ids = [self.index[w] for w in words_of(query) if w in self.index]
        one = np.zeros(len(self.index))
        for i in ids:
            one[i] += 1
        if retriever == "bm25":
            return self.bm25 @ one
        vector = one * self.idf
        vector /= max(1e-9, np.linalg.norm(vector))
        if retriever == "tfidf":
            return self.tfidf @ vector
        short = self.svd.transform(vector.reshape(1, -1))[0]
        return self.lsa @ (short / max(1e-9, np.linalg.norm(short)))


def build(folder, name):
    """{retriever: [instance]}, as FORMATS.md describes instances, with the reward `coverage` of the facts."""
    corpus = Corpus(folder, name)
    questions = sorted(corpus.questions(), key=lambda q: hashlib.md5(q[0].encode()).hexdigest())[:MOST_QUESTIONS]
    retrieval = Retrieval([p["text"] for p in corpus.passages])
    made = {}
    for retriever, most in RETRIEVERS.items():
        made[retriever] = []
        for number, (title, facts) in enumerate(questions):
            scores = retrieval.scores(title, retriever)
            order = [i for i in np.argsort(-scores, kind="stable")[:most] if scores[i] > 0]
            wanted = set(facts)
            items = [{"id": f"p{i}", "text": corpus.passages[i]["text"], "score": round(float(scores[i]), 6), "cost": tokens_in(corpus.passages[i]["text"]),
                      "group": f"d{corpus.passages[i]['source']}", "position": corpus.passages[i]["position"],
                      "covers": {f: 1 for f in corpus.passages[i]["facts"] if f in wanted}} for i in order]
            if items:
                made[retriever].append({"id": f"{name}-{number}", "query": title, "budget": 1024, "items": items,
                                        "reward": {"kind": "coverage", "targets": {f: 1 for f in wanted}}})
    return made


def fetch(folder, packages):
    """Downloads packages and unpacks each to a folder of its name."""
    folder.mkdir(parents=True, exist_ok=True)
    for package in packages:
        if (folder / package).is_dir():
            continue
        subprocess.run(["apt-get", "download", package], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        archive = next(folder.glob(f"{package}_*.deb"))
        subprocess.run(["dpkg-deb", "-x", archive, folder / package], check=True)


def write(folder, target, names):
    for name in names:
        if not all((target / f"{name}.{retriever}.jsonl").exists() for retriever in RETRIEVERS):
            fetch(folder, SETS[name][0])
            for retriever, instances in build(folder, name).items():
                with open(target / f"{name}.{retriever}.jsonl", "w", encoding="utf-8") as out:
                    out.writelines(json.dumps(one) + "\n" for one in instances)


if __name__ == "__main__":
    import sys
    write(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:] or CHOOSE)
