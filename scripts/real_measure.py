"""Measures summaries of the files of scripts/real.sh.

Usage: real_measure.py KNAP FOLDER HALF [--budget 100w] [--kind KIND] [--list] [--json FILE] [--sheet FILE] [--jobs N]
       real_measure.py --tally SHEET ANSWERS

KNAP is the program, FOLDER has manifest.tsv, HALF is work or report. Each file is summarized as a user would do it
(knap summarize FILE --json) and with each --budget; the table counts by kind the files, those without a summary and
the picked sentences that are mechanically broken (scripts/real_checks.py). --list prints each broken sentence.
--sheet writes a blind reading sheet (scripts/real_sheet.py) of the summaries with the default length, and SHEET.key
with the kinds; --tally makes the table by kind from a file of answers: NUMBER TAB good|acceptable|bad TAB REASON.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys

import real_checks
import real_sheet

TIMEOUT = 60  # seconds per file

Result = collections.namedtuple("Result", "kind file package budget sentences message")


def manifest(folder, half, kind=None):
    with open(os.path.join(folder, "manifest.tsv"), encoding="utf-8") as lines:
        header = next(lines).rstrip("\n").split("\t")
        rows = [dict(zip(header, line.rstrip("\n").split("\t"))) for line in lines]
    return [row for row in rows if row["half"] == half and kind in (None, row["kind"])]


def summarize(knap, folder, row, budget):
    """Runs knap on one file; without a summary, the message says why."""
    command = [knap, "summarize", os.path.join(folder, row["file"]), "--json", "-j", "1"]
    command += ["-b", budget] if budget else []
    sentences, message = [], ""
    try:
        done = subprocess.run(command, capture_output=True, timeout=TIMEOUT, check=False)
        message = done.stderr.decode("utf-8", "replace").strip().replace(folder + "/", "")
        if done.returncode == 0:
            for line in done.stdout.decode("utf-8", "replace").splitlines():
                sentences += [sentence["text"] for sentence in json.loads(line)["sentences"]]
        else:
            message = f"status {done.returncode}: {message}"
    except subprocess.TimeoutExpired:
        message = f"no answer within {TIMEOUT} s"
    except (ValueError, KeyError) as error:
        message = f"cannot read the JSON: {error}"
    return Result(row["kind"], row["file"], row["package"], budget or "default", sentences, message)


def names_of(result):
    """Names that may start a sentence in lower case: those of the file and of its package."""
    words = set()
    for name in (os.path.basename(result.file), result.package.split(":", 1)[1].split("==")[0]):
        words.add(name.lower())
        words.update(re.split(r"[^a-z0-9+]+", name.lower()))
    return frozenset(word for word in words if len(word) > 1)


def broken_of(result):
    """(sentence, reasons) of the broken sentences."""
    names = names_of(result)
    checked = ((text, real_checks.flaws(text, result.kind, names)) for text in result.sentences)
    return [(text, reasons) for text, reasons in checked if reasons]


def percent(part, whole):
    return f"{100 * part / whole:.1f}%" if whole else "-"


def table(results):
    """Lines of a table by kind, and of one by reason."""
    kinds = collections.defaultdict(list)
    for result in results:
        kinds[result.kind].append(result)
    lines = ["| kind | files | no summary | sentences | broken | share | most frequent reasons |", "|---|---|---|---|---|---|---|"]
    all_reasons = collections.Counter()
    for kind, of_kind in [*sorted(kinds.items()), ("all", results)]:
        none = sum(not result.sentences for result in of_kind)
        count = sum(len(result.sentences) for result in of_kind)
        broken = [reasons for result in of_kind for _, reasons in broken_of(result)]
        reasons = collections.Counter(reason for one in broken for reason in one)
        frequent = ", ".join(f"{reason} {n}" for reason, n in reasons.most_common(4))
        lines.append(f"| {kind} | {len(of_kind)} | {none} | {count} | {len(broken)} | {percent(len(broken), count)} | {frequent} |")
        all_reasons = reasons
    lines += ["", "| reason | sentences |", "|---|---|"]
    lines += [f"| {reason} | {n} |" for reason, n in all_reasons.most_common()]
    return lines


def print_broken(results):
    for result in results:
        if not result.sentences:
            print(f"{result.kind}\t{result.file}\tno-summary\t{' '.join(result.message.split())[:300]}")
        for text, reasons in broken_of(result):
            print(f"{result.kind}\t{result.file}\t{','.join(reasons)}\t{' '.join(text.split(chr(10)))}")


def tally(key_path, answers_path):
    """The table by kind from a reader's answers."""
    with open(key_path, encoding="utf-8") as lines:
        kinds = {fields[0]: fields[1] for fields in (line.rstrip("\n").split("\t") for line in lines)}
    counts, seen = collections.defaultdict(collections.Counter), set()
    with open(answers_path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            fields = line.rstrip("\n").split("\t")
            if not line.strip():
                continue
            if len(fields) < 2 or fields[0] not in kinds or fields[1] not in ("good", "acceptable", "bad") or fields[0] in seen:
                sys.exit(f"{answers_path}:{number}: expected NUMBER TAB good|acceptable|bad TAB REASON, each number once")
            seen.add(fields[0])
            counts[kinds[fields[0]]][fields[1]] += 1
            counts["all"][fields[1]] += 1
    if len(seen) < len(kinds):
        print(f"{len(kinds) - len(seen)} of {len(kinds)} files have no answer", file=sys.stderr)
    print("| kind | n | good | acceptable | bad | share good | share bad |\n|---|---|---|---|---|---|---|")
    for kind in [*sorted(set(counts) - {"all"}), "all"]:
        n, of_kind = sum(counts[kind].values()), counts[kind]
        print(f"| {kind} | {n} | {of_kind['good']} | {of_kind['acceptable']} | {of_kind['bad']} "
              f"| {percent(of_kind['good'], n)} | {percent(of_kind['bad'], n)} |")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("knap", nargs="?")
    parser.add_argument("folder", nargs="?")
    parser.add_argument("half", nargs="?", choices=["work", "report", "last"])
    parser.add_argument("--budget", action="append", default=[], metavar="LENGTH")
    parser.add_argument("--kind")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--sheet", metavar="FILE")
    parser.add_argument("--tally", nargs=2, metavar=("SHEET", "ANSWERS"))
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    if not options.tally and not options.half:
        parser.error("expected KNAP FOLDER HALF, or --tally SHEET ANSWERS")
    return options


def main():
    options = arguments()
    if options.tally:
        tally(options.tally[0] + ".key", options.tally[1])
        return
    folder = options.folder.rstrip("/")
    rows = manifest(folder, options.half, options.kind)
    if not rows:
        sys.exit(f"{folder}/manifest.tsv has no files of the half {options.half}; run scripts/real.sh {folder}")
    saved = []
    for budget in [None, *options.budget]:
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            results = list(pool.map(lambda row, budget=budget: summarize(options.knap, folder, row, budget), rows))
        saved += [result._asdict() for result in results]
        if options.sheet and budget is None:
            real_sheet.write(options.sheet, folder, results)
        if options.list:
            print_broken(results)
        else:
            print(f"Budget: {budget or 'default'}\n")
            print("\n".join(table(results)) + "\n")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(saved, file, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    main()
