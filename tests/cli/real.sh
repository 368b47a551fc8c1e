#!/bin/sh
# The measurement on real documents: what counts as broken, the halves, and the tally of a reader's answers.
set -eu
command -v python3 >/dev/null || exit 77
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export PYTHONDONTWRITEBYTECODE=1

python3 - <<'END'
import sys
sys.path.insert(0, "scripts")
from real_checks import flaws

right = [
    ("knap.h declares the functions.", ""), ("iPod sales fell.", ""), ("printf(3) writes text.", ""),
    ("tar makes archives.", ""), ("He said: “No.”", ""), ("Pre- and post-war houses stand here.", ""),
    ("猫が好きです。", ""), ("J. Smith came (see [2]).", ""), ("Use <file> as the name, e.g. a list.", ""),
    ("1998 was a good year.", ""), ("It grew by 3, 4, 5, 6, 7 and 8 percent.", ""), ("To be or not to be.", "mail"),
    ("+1 from me for this idea.", ""), ("Die Größe wächst; Müller weiß es.", ""), ("Ο γάτος κοιμάται;", ""),
]
broken = [
    ("This line is cut in the", "no-end", ""), ("and goes on here.", "lower-start", ""),
    ("See :ref:`x` for more.", "markup:rst", ""), (r"The \fBls\fP command prints.", "markup:roff", ""),
    ("A <b>bold</b> word.", "markup:html", ""), ("Fish &amp; chips.", "markup:entity", ""),
    ("The **bold** word.", "markup:markdown", ""), ("As \\emph{he} said.", "markup:tex", ""),
    ("- An item of a list.", "list-mark", ""), ("(a) A clause.", "list-mark", ""),
    ("+    return x;", "diff", ""), ("int main(void) {", "code", ""), ("ls [-a] [-l] [FILE].", "synopsis", ""),
    ("Contents . . . . . . . 7.", "leaders", ""), ("A discus\u2010 sion began.", "hyphen", ""),
    ("A discus- sion began.", "hyphen", ""), ("He went home.Then it rained.", "glued", ""),
    ("It fell.[14]: 301 Then it rose.", "citation", "wiki"), ("猫が 好きです。", "cjk-space", ""),
    ("Year 1 2 3 4 5 6 in all.", "columns", ""), ("http://example.org/page.", "url-alone", ""),
    ("¤Ð¤ó¤á¤·.", "bad-character", ""), ("we go on and on we go on and on now.", "repeat", ""),
    ("Subject: a reply.", "mail-header", "mail"),
]
for text, kind in right:
    assert not flaws(text, kind, frozenset(["tar"])), (text, flaws(text, kind))
for text, reason, kind in broken:
    assert reason in flaws(text, kind), (text, reason, flaws(text, kind))
END

# At most three files of a row, none twice, and the rest is said.
mkdir -p "$dir/cache/npm_one/package/docs" "$dir/cache/deb_two"
for i in 1 2 3 4 5; do seq "$i" 500 >"$dir/cache/npm_one/package/docs/$i.txt"; done
cp "$dir/cache/npm_one/package/docs/1.txt" "$dir/cache/deb_two/same.txt"
printf 'readme work npm:one docs/*.txt\nreadme report deb:two *.txt\nreadme report deb:three *\n' >"$dir/list"
python3 scripts/real_collect.py "$dir/list" "$dir/cache" "$dir/out" >"$dir/said" 2>&1
grep -q '^3 files (3 work, 0 report, 0 last) of 1 kinds from 1 packages' "$dir/said"
grep -q 'no package deb:three' "$dir/said"
grep -q 'no file of deb:two matches' "$dir/said"
[ "$(cut -f 4 "$dir/out/manifest.tsv" | tr '\n' ' ')" = \
    "file work/readme/one/1.txt work/readme/one/3.txt work/readme/one/5.txt " ]
echo 'licence report npm:one *' >>"$dir/list"
! python3 scripts/real_collect.py "$dir/list" "$dir/cache" "$dir/out" >"$dir/said" 2>&1
grep -q 'npm:one: expected one half' "$dir/said"

printf '1\treadme\ta\n2\treadme\tb\n3\tmail\tc\n' >"$dir/sheet.key"
printf '1\tgood\tclear\n2\tbad\tmarkup\n3\tacceptable\t\n' >"$dir/answers"
python3 scripts/real_measure.py --tally "$dir/sheet" "$dir/answers" >"$dir/said"
grep -q '^| readme | 2 | 1 | 0 | 1 | 50.0% | 50.0% |' "$dir/said"
grep -q '^| all | 3 | 1 | 1 | 1 | 33.3% | 33.3% |' "$dir/said"
echo '9	fine' >>"$dir/answers"
! python3 scripts/real_measure.py --tally "$dir/sheet" "$dir/answers" >"$dir/said" 2>&1
grep -q 'answers:4: expected NUMBER' "$dir/said"
