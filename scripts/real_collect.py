"""Takes the files of scripts/real_files.txt from unpacked packages, in two halves and a last part.

Usage: real_collect.py LIST CACHE FOLDER. Called by scripts/real.sh, which describes the result.
"""

import fnmatch
import gzip
import hashlib
import os
import shutil
import subprocess
import sys

FILES_PER_ROW = 3
SMALLEST = 1000  # bytes; below, a file is hardly a document
LARGEST = 20_000_000
HALVES = ("work", "report", "last")
MAGIC = {"pdf": b"%PDF", "docx": b"PK", "odt": b"PK", "pptx": b"PK", "epub": b"PK", "rtf": b"{\\rtf"}


def rows_of(list_path):
    """Yields (kind, half, package, patterns)."""
    with open(list_path, encoding="utf-8") as lines:
        for line in lines:
            fields = line.split()
            if fields and not line.startswith("#"):
                yield fields[0], fields[1], fields[2], fields[3:]


def check_halves(rows):
    """Ends the program unless every package is in one half."""
    halves = {}
    for _, half, package, _ in rows:
        if half not in HALVES or halves.setdefault(package, half) != half:
            sys.exit(f"real_collect.py: {package}: expected one half, work or report, in all of its rows")


def strip_top(paths):
    """Removes the folder that holds a whole sdist or npm archive."""
    tops = {path.split("/", 1)[0] for path in paths}
    return len(tops) == 1


def paths_of(root, source):
    """Maps the paths within a package to files."""
    files = {}
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.isfile(path) and not os.path.islink(path):
                files[os.path.relpath(path, root)] = path
    if source != "deb" and strip_top(files):
        files = {path.split("/", 1)[1]: file for path, file in files.items() if "/" in path}
    return files


def is_kind(kind, name, data):
    suffix = name.rsplit(".", 1)[-1].lower()
    magic = MAGIC.get(suffix)
    if magic is not None:
        return data.startswith(magic)
    return kind in ("legacy-encoding", "subtitles") or b"\0" not in data[:4096]


def read_document(path):
    """The bytes and the name, decompressed."""
    name = os.path.basename(path)
    with open(path, "rb") as file:
        data = file.read()
    if data.startswith(b"\x1f\x8b"):
        data = gzip.decompress(data)
        name = name[:-3] if name.endswith(".gz") else name
    return data, name


def rendered(page, name):
    """A man page as 'man' prints it to a file, in UTF-8."""
    path = f"/tmp/real-{os.getpid()}-{name}"
    with open(path, "wb") as file:
        file.write(page)
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "80", "MAN_KEEP_FORMATTING": ""}
    try:
        out = subprocess.run(["man", "-l", "-Tutf8", path], capture_output=True, env=environment, timeout=60, check=False)
        plain = subprocess.run(["col", "-bpx"], input=out.stdout, capture_output=True, env=environment, check=False)
    finally:
        os.unlink(path)
    return plain.stdout, name + ".txt"


def spread(paths, count):
    """COUNT elements at equal distances."""
    if len(paths) <= count:
        return paths
    return [paths[i * (len(paths) - 1) // (count - 1)] for i in range(count)]


def documents(kind, files, patterns, seen):
    """Yields (path, name, data) of the documents of one row."""
    matched = [path for path in sorted(files) if any(fnmatch.fnmatchcase(path, pattern) for pattern in patterns)]
    fit = []
    for path in matched:
        if not os.path.getsize(files[path]) <= LARGEST or len(fit) >= 400:
            continue
        data, name = read_document(files[path])
        digest = hashlib.sha256(data).digest()
        if SMALLEST <= len(data) <= LARGEST and digest not in seen and is_kind(kind, name, data):
            fit.append((path, name, data))
    for path, name, data in spread(fit, FILES_PER_ROW):
        digest = hashlib.sha256(data).digest()
        if digest in seen:
            continue
        seen.add(digest)
        if kind == "man-text":
            data, name = rendered(data, name)
        yield path, name, data


def save(folder, name, path, data):
    """Writes DATA below FOLDER; where the name is taken, the folder in the package distinguishes the files."""
    os.makedirs(folder, exist_ok=True)
    to = os.path.join(folder, name)
    if os.path.exists(to):
        to = os.path.join(folder, "_".join(path.split("/")[:-1][-2:]) + "_" + name)
    with open(to, "wb") as file:
        file.write(data)
    return to


def main(list_path, cache, folder):
    rows = list(rows_of(list_path))
    check_halves(rows)
    for name in HALVES:
        shutil.rmtree(os.path.join(folder, name), ignore_errors=True)
    os.makedirs(folder, exist_ok=True)
    found, seen = [], set()
    for kind, half, package, patterns in rows:
        source, name = package.split(":", 1)
        root = os.path.join(cache, "".join("_" if c in "/:@" else c for c in package))
        if not os.path.isdir(root):
            print(f"real.sh: no package {package} ({kind})", file=sys.stderr)
            continue
        count = 0
        short = name.split("==")[0].replace("/", "_")
        for path, base, data in documents(kind, paths_of(root, source), patterns, seen):
            file = save(os.path.join(folder, half, kind, short), base, path, data)
            found.append((half, kind, package, os.path.relpath(file, folder), path))
            count += 1
        if count == 0:
            print(f"real.sh: no file of {package} matches ({kind}): {' '.join(patterns)}", file=sys.stderr)
    with open(os.path.join(folder, "manifest.tsv"), "w", encoding="utf-8") as manifest:
        manifest.write("half\tkind\tpackage\tfile\tpath\n")
        for row in found:
            manifest.write("\t".join(row) + "\n")
    kinds = {row[1] for row in found}
    packages = {row[2] for row in found}
    sizes = ", ".join(f"{sum(row[0] == half for row in found)} {half}" for half in HALVES)
    print(f"{len(found)} files ({sizes}) of {len(kinds)} kinds from {len(packages)} packages: {folder}/manifest.tsv")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: real_collect.py LIST CACHE FOLDER")
    main(*sys.argv[1:])
