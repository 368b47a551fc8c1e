#!/usr/bin/env python3
"""Measures two builds of knap in turn: since.py BEFORE NOW DATA FOLDER

BEFORE and NOW are programs, DATA a folder of clusters. FOLDER gets the files that are made. Per command: millions of instructions
(callgrind, if it is there), the least CPU time of RUNS (9) runs in turn, their ratios, and whether both print the same.
"""
import json
import os
import re
import shutil
import subprocess
import sys

RUNS = int(os.environ.get("RUNS", "9"))


def run(program, arguments, output):
    """Runs a command once and returns its CPU time in milliseconds."""
    with open(output, "wb") as file:
        process = subprocess.Popen([program] + arguments, stdout=file, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"since.py: failed: {program} {' '.join(arguments)}")
    return 1000 * (usage.ru_utime + usage.ru_stime)


def instructions(program, arguments):
    """Instructions in millions; None without valgrind."""
    if not shutil.which("valgrind"):
        return None
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program] + arguments
    found = re.search(r"refs:\s+([\d,]+)", subprocess.run(command, capture_output=True, text=True).stderr)
    return int(found[1].replace(",", "")) / 1e6 if found else None


def passages(clusters, path):
    """Writes an instance per cluster: the lines of its documents as items."""
    with open(path, "w") as out:
        for cluster in clusters:
            items = []
            for folder, _, names in os.walk(os.path.join(cluster, "docs")):
                for name in sorted(names):
                    with open(os.path.join(folder, name), errors="replace") as file:
                        items += [{"text": line.strip()} for line in file if len(line) > 40]
            out.write(json.dumps({"query": items[0]["text"][:80], "budget": 300, "items": items}) + "\n")


def main():
    programs, data, folder = sys.argv[1:3], os.path.abspath(sys.argv[3]), sys.argv[4]
    os.makedirs(folder, exist_ok=True)
    clusters = sorted(entry.path for entry in os.scandir(data) if entry.is_dir())
    made = os.path.join(folder, "passages.jsonl")
    passages(clusters, made)
    many = os.path.join(folder, "many")
    shutil.rmtree(many, ignore_errors=True)
    os.makedirs(many)
    for i in range(60):
        os.symlink(clusters[i % len(clusters)], os.path.join(many, f"{i:02}"))
    model, one = os.path.join(folder, "model.knap"), ["-j1", "-q"]
    commands = [("start", ["-V"]),
                ("summarize, one cluster", ["summarize", clusters[0], "-b", "250w"] + one),
                ("summarize, 60 clusters", ["summarize", many, "-b", "250w"] + one),
                ("the same, by lead", ["summarize", many, "-s", "lead", "-b", "250w"] + one),
                ("pack passages", ["pack", made, "--cost", "words"] + one),
                ("train", ["train", data, "--seed", "1", "-o", model] + one)]
    print(f"{'':24}{'instructions, M':>24}{'ratio':>8}{'CPU, ms':>22}{'ratio':>8}  output")
    for name, arguments in commands:
        outputs = [os.path.join(folder, f"output-{i}") for i in range(2)]
        least = [float("inf")] * 2
        for _ in range(RUNS):
            for i in range(2):
                least[i] = min(least[i], run(programs[i], arguments, outputs[i]))
                if name == "train":
                    shutil.copy(model, outputs[i])
        counts = [instructions(program, arguments) for program in programs]
        same = open(outputs[0], "rb").read() == open(outputs[1], "rb").read()
        counted = f"{counts[0]:12.1f}{counts[1]:12.1f}{counts[1] / counts[0]:8.2f}" if all(counts) else " " * 32
        print(f"{name:24}{counted}{least[0]:11.1f}{least[1]:11.1f}{least[1] / least[0]:8.2f}  {'same' if same else 'other'}")


if __name__ == "__main__":
    main()
