"""Blind reading sheets: the beginning of each document, rendered without knap, and its summary.

Needs pandoc, pdftotext (poppler-utils), w3m and man. Knows nothing about how the summary was made.
"""

import email
import email.policy
import hashlib
import os
import re
import subprocess
import zipfile

BEGINNING = 2500  # characters of the document on the sheet
HEADINGS = 40
PANDOC = {
    ".docx": "docx", ".odt": "odt", ".rtf": "rtf", ".epub": "epub", ".ipynb": "ipynb", ".rst": "rst", ".md": "markdown",
    ".org": "org", ".tex": "latex", ".Rnw": "latex",
}


def run(*command):
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "90"}
    try:
        done = subprocess.run(command, capture_output=True, timeout=120, env=environment, check=False)
    except subprocess.TimeoutExpired:
        return ""
    return done.stdout.decode("utf-8", "replace")


def decoded(data):
    for encoding in ("utf-8-sig", "utf-16") if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig",):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def slides(path):
    """The text of a .pptx, slide by slide."""
    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if re.fullmatch(r"ppt/slides/slide\d+\.xml", name)]
        names.sort(key=lambda name: int(re.search(r"\d+", name).group()))
        texts = []
        for name in names:
            paragraphs = re.findall(r"<a:p>.*?</a:p>|<a:p .*?</a:p>", archive.read(name).decode("utf-8"), re.S)
            texts.append("\n".join("".join(re.findall(r"<a:t>([^<]*)</a:t>", p)) for p in paragraphs))
    return "\n\n".join(texts)


def mail(data):
    """The main headers and the text parts of the first message."""
    if data.startswith(b"From "):
        data = data.split(b"\n", 1)[1]
    message = email.message_from_bytes(data, policy=email.policy.default)
    head = "\n".join(f"{name}: {message[name]}" for name in ("From", "Subject", "Date") if message[name])
    body = message.get_body(("plain", "html"))
    try:
        return f"{head}\n\n{body.get_content()}" if body else decoded(data)
    except (LookupError, KeyError, AttributeError):
        return decoded(data)


def rendered(path, kind):
    """The document as text, made without knap."""
    suffix = os.path.splitext(path)[1]
    with open(path, "rb") as file:
        data = file.read()
    text = ""
    if suffix == ".pdf":
        text = run("pdftotext", path, "-")
    elif suffix == ".pptx":
        text = slides(path)
    elif kind == "man-roff":
        text = re.sub(".\b", "", run("man", "-l", path))
    elif kind == "mail":
        text = mail(data)
    elif suffix.lower() in (".html", ".htm", ".xhtml"):
        text = run("w3m", "-T", "text/html", "-O", "UTF-8", "-cols", "110", "-dump", path)
    elif suffix in PANDOC:
        text = run("pandoc", "-f", PANDOC[suffix], "-t", "plain", "--wrap=none", path)
    elif kind == "feed":
        text = re.sub(r"<[^>]*>", " ", decoded(data))
    if text.strip():
        return text
    return "(no text)" if data.startswith((b"PK", b"%PDF")) else decoded(data)


def headings(text):
    """Short lines that stand alone, as a rough outline of a long document."""
    found = []
    for before, line, after in zip(("", *(lines := text.splitlines())), lines, (*lines[1:], "")):
        line = line.strip()
        if not before.strip() and 3 < len(line) < 70 and not re.search(r"[.,;:]$", line) and re.match(r"[\d\W]*[^\W\d_a-z]", line):
            if not after.strip() or re.fullmatch(r"\W{3,}", after.strip()):
                found.append(line)
    step = max(1, len(found) // HEADINGS)
    return found[::step][:HEADINGS]


def write(sheet, folder, results):
    """Writes SHEET and SHEET.key: NUMBER KIND FILE. The order is that of a hash, so that kinds are mixed."""
    ordered = sorted(results, key=lambda result: hashlib.sha256(result.file.encode()).digest())
    with open(sheet, "w", encoding="utf-8", errors="replace") as out, open(sheet + ".key", "w", encoding="utf-8") as key:
        out.write("Read the beginning of each document, its outline and the summary. Write to a file of answers, one line per\n"
                  "document: NUMBER TAB good|acceptable|bad TAB REASON. Good: it tells what the document is about and reads\n"
                  "well. Acceptable: useful with a flaw. Bad: misleading, broken, or about something of no importance.\n"
                  "A clear message instead of a summary is good where the document has no prose.\n")
        for number, result in enumerate(ordered, 1):
            key.write(f"{number}\t{result.kind}\t{result.file}\n")
            text = re.sub(r"\n\s*\n+", "\n\n", rendered(os.path.join(folder, result.file), result.kind)).strip()
            out.write(f"\n{'=' * 100}\n### {number}\n\n--- document ({len(text)} characters)\n{text[:BEGINNING]}\n")
            outline = headings(text[BEGINNING:])
            if outline:
                out.write("\n--- headings of the rest\n" + "\n".join(outline) + "\n")
            out.write("\n--- summary\n" + ("\n".join(result.sentences) or "(none) " + result.message.replace(result.file, "FILE")) + "\n")
