# Files in formats on the command line: --each, --skip-bad, URLs, pipes, archives made by Debian's tools.
. tests/cli_lib.sh
printf 'The mill burnt down on Sunday night. Nobody was hurt in the fire, the brigade said.\n' >"$work/one.txt"
printf '# Ferry\n\nThe [ferry](http://x.example/) leaves at nine. It is late on *Sundays*.\n' >"$work/two.md"
printf '\211PNG\0\0\0\0' >"$work/bad.png"
mkdir "$work/folder"
cp "$work/one.txt" "$work/two.md" "$work/bad.png" "$work/folder"

# one file that cannot be read stops nothing
expect 1 "bad.png: skipped: not a text file" "$KNAP" summarize -q "$work/folder"
grep -q "Nobody was hurt" "$work/out" || fail "the other files are lost: $(cat "$work/out")"
expect 1 "some files could not be read; with --skip-bad" "$KNAP" convert "$work/folder"
expect 0 "bad.png: skipped" "$KNAP" summarize -q --skip-bad "$work/folder"
expect 1 "bad.png: not a text file" "$KNAP" summarize -q "$work/bad.png"
expect 1 "bad.png: skipped" "$KNAP" summarize -q --skip-bad "$work/bad.png"

# the same for a folder of files of clusters
mkdir "$work/json"
printf '{"id":"a","documents":["The mill burnt down on Sunday night."]}\n' >"$work/json/a.jsonl"
printf '{"id":"b","documents":["The ferry leaves at nine."]}\n{"id":"c","documents":[\n' >"$work/json/b.jsonl"
expect 1 "b.jsonl: skipped: line 3: not JSON" "$KNAP" summarize -q "$work/json"
grep -q "The mill burnt down" "$work/out" || fail "the other files of clusters are lost: $(cat "$work/out")"
expect 0 "b.jsonl: skipped: line 3: not JSON" "$KNAP" summarize -q --skip-bad "$work/json"
grep -q "ferry" "$work/out" && fail "half of a bad file was read"

# a summary for each file, with its name
expect 0 "# $work/two.md" "$KNAP" summarize -q --each "$work/one.txt" "$work/two.md"
grep -q "^# $work/one.txt" "$work/out" || fail "--each does not name the first file"
expect 1 "none.txt: skipped: cannot open" "$KNAP" summarize -q --each "$work/one.txt" "$work/none.txt"
grep -q "^# $work/one.txt" "$work/out" || fail "--each stops at a file that is missing"
[ "$("$KNAP" summarize -q --each --json --skip-bad "$work/folder" 2>/dev/null | wc -l)" = 2 ] || fail "--each on a folder"

# addresses and pipes
expect 2 "curl -s 'https://example.org/a?b=c' | knap summarize -" "$KNAP" summarize 'https://example.org/a?b=c'
expect 2 "summarize needs CLUSTERS" "$KNAP" summarize
"$KNAP" summarize -q <"$work/two.md" >"$work/out" || fail "standard input without -"
grep -q '^The ferry leaves at nine\.' "$work/out" || fail "Markdown on standard input: $(cat "$work/out")"
cat "$work/one.txt" | "$KNAP" summarize -q >"$work/out" || fail "a pipe"
grep -q "Nobody was hurt" "$work/out" || fail "a pipe: $(cat "$work/out")"

# offsets of --json point into the text that convert writes
"$KNAP" convert "$work/two.md" --to folder -o "$work/converted" || fail "convert"
text=$(cat "$work/converted"/two/docs/*)
"$KNAP" summarize -q --json "$work/two.md" | tr '{' '\n' | sed -n 's/.*"text":"\([^"]*\)".*"begin":\([0-9]*\),"end":\([0-9]*\).*/\2 \3 \1/p' >"$work/offsets"
[ -s "$work/offsets" ] || fail "no offsets"
while read -r begin end sentence; do
    [ "$(printf '%s' "$text" | tail -c +$((begin + 1)) | head -c $((end - begin)))" = "$sentence" ] || fail "offsets $begin $end"
done <"$work/offsets"

# archives by other tools
unpacks() {
    [ "$("$KNAP" convert "$1" 2>/dev/null | grep -c 'The ferry leaves at nine')" = 1 ] || fail "$1"
}
if "$KNAP" convert "$work/two.md" | grep -q 'http:'; then
    echo "built without Markdown" >&2
else
    gzip -k "$work/two.md" && unpacks "$work/two.md.gz"
    command -v zstd >/dev/null && zstd -q "$work/two.md" && unpacks "$work/two.md.zst"
    command -v zip >/dev/null && (cd "$work" && zip -q all.zip one.txt two.md) && unpacks "$work/all.zip"
    tar -C "$work" -czf "$work/all.tar.gz" one.txt two.md && unpacks "$work/all.tar.gz"
fi

# the name of a Markdown file decides, whatever it writes about
printf '# Notes\n\nA paper begins with `\\documentclass{article}` and `\\begin{document}`, and ends with `\\end{document}`.\n' >"$work/tex.md"
expect 0 'A paper begins with \\documentclass{article} and' "$KNAP" convert "$work/tex.md"
expect 2 "--json writes blocks" "$KNAP" convert "$work/tex.md" --json --to folder -o "$work/none"

# Blocks: what a document is made of, as text and as JSON.
cat >"$work/guide.md" <<'END'
# Bees

Bees live in hives near the orchard and fly out every morning.

They need three things:

- a dry box
- flowers
- water

```
open hive
```
END
"$KNAP" convert "$work/guide.md" --to text >"$work/blocks"
grep -qF -e '# Bees' "$work/blocks" || fail "convert does not show: # Bees"
grep -qF -e 'Bees live in hives near the orchard and fly out every morning.' "$work/blocks" || fail "convert does not show: Bees live in hives near the orchard and fly out every morning."
"$KNAP" convert "$work/guide.md" --json >"$work/blocks.json"
grep -qF -e '"kind":"heading"' "$work/blocks.json" || fail "convert does not show the heading"
grep -qF -e '"kind":"paragraph","prose":true,"sentences":1' "$work/blocks.json" || fail "convert does not show the paragraph"

# archives inside an archive: what all of them expand to is limited, not each one alone
python3 - "$work/nested.zip" <<'END'
import io, sys, zipfile
def packed(files):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return made.getvalue()
inner = packed([("a.txt", b"The bridge is closed. " * 450000)])
open(sys.argv[1], "wb").write(packed([("outer%d.zip" % i, packed([("inner%d.zip" % k, inner) for k in range(8)])) for i in range(5)]))
END
"$KNAP" convert "$work/nested.zip" -o "$work/nested.jsonl" >"$work/out" 2>&1
grep -qE "unpacked it has more than|expands to more than" "$work/out" || fail "nested archives: $(head -c 400 "$work/out")"

# a document of points: each gets a capital and a full stop, labels are one line, and JSON says so
printf '{\\rtf1 buy new sails for the mill\\par Oats\\par Rye\\par x = grind(2);\\par http://mill.example/\\par close the old door at six\\par}' >"$work/points.rtf"
"$KNAP" summarize -q --words 50 "$work/points.rtf" >"$work/out" || fail "points"
printf 'Buy new sails for the mill.\nClose the old door at six.\n' | cmp -s - "$work/out" || fail "points: $(cat "$work/out")"
"$KNAP" summarize -q --json "$work/points.rtf" | grep -q '"punctuation":"added"' || fail "JSON does not say that full stops were added"
"$KNAP" convert --to text "$work/points.rtf" | grep -q '^\[caption\] Oats, Rye\.$' || fail "labels: $("$KNAP" convert --to text "$work/points.rtf")"
printf '{\\rtf1 Oats\\par rye\\par}' >"$work/labels.rtf"
[ "$("$KNAP" summarize -q "$work/labels.rtf")" = "Oats, rye." ] || fail "labels alone: $("$KNAP" summarize -q "$work/labels.rtf")"
printf '{\\rtf1 Oats and rye for the mill\\par It turns.\\par}' >"$work/mixed.rtf"
[ "$("$KNAP" summarize -q "$work/mixed.rtf")" = "It turns." ] || fail "a fragment is picked: $("$KNAP" summarize -q "$work/mixed.rtf")"

# a line that goes on in lower case is no sentence, whatever is cut from it
printf '{\\rtf1 and so the old mill (by the river) turned for many years.\\par The wheel of the mill was new in those days.\\par}' >"$work/rest.rtf"
[ "$("$KNAP" summarize -q "$work/rest.rtf")" = "The wheel of the mill was new in those days." ] || fail "the rest of a sentence: $("$KNAP" summarize -q "$work/rest.rtf")"

# a notebook without a sentence is its title; code is never picked
printf '{"cells":[{"cell_type":"markdown","source":"# Mill"},{"cell_type":"code","source":"wheel = turn(wind, 2)"}],"nbformat":4}' >"$work/a.ipynb"
printf '{"cells":[{"cell_type":"code","source":"wheel = turn(wind, 2)"}],"nbformat":4}' >"$work/b.ipynb"
[ "$("$KNAP" summarize -q "$work/a.ipynb" 2>&1)" = Mill ] || fail "a notebook of code: $("$KNAP" summarize -q "$work/a.ipynb" 2>&1)"
expect 1 "b: no sentence in it, only code, tables or references" "$KNAP" summarize -q "$work/b.ipynb"

# a single document: its title opens the summary if the sentences do not name it, and a detail does not fill the room that is left
cat >"$work/weirs.md" <<'END'
# Handbook of the Ostrey

The gates of small weirs open and close by the level of the river, which gauges report to the keeper every minute of the day.
The keeper reads the gauges of the weirs in the morning and moves the gates of each weir when the river rises or falls.
Weirs hold the water of the river back for the mills in summer, and the gates let the water of the river go in winter.

## Paint

Blue is 2/3 of it.

It has 4 _x_ and 5 [y] at /z/ in #7 of 8.
END
"$KNAP" summarize -q -b 450b "$work/weirs.md" >"$work/out" || fail "weirs"
[ "$(head -1 "$work/out")" = "Handbook of the Ostrey." ] || fail "the title: $(cat "$work/out")"
grep -q "#7 of 8" "$work/out" && fail "a detail fills the room: $(cat "$work/out")"
"$KNAP" summarize -q -n 1 "$work/weirs.md" | grep -q "^The " || fail "a title counts as a sentence"
"$KNAP" summarize -q -b 60b "$work/weirs.md" | grep -q "Handbook" && fail "a title fills a small budget"
"$KNAP" summarize -q -b 200b --pin "$work/weirs.md:1" "$work/weirs.md" >"$work/out" 2>&1
grep -q "^The gates" "$work/out" || fail "a pin beside a title: $(cat "$work/out")"
"$KNAP" summarize -q -b 450b --ban "$work/weirs.md:1" "$work/weirs.md" >"$work/out"
[ "$(head -1 "$work/out")" = "Handbook of the Ostrey." ] || fail "the title is banned with the first sentence: $(cat "$work/out")"
grep -q "^The gates" "$work/out" && fail "a ban beside a title: $(cat "$work/out")"

# a manual: without details the summary is short, unless a number of sentences is asked for
cat >"$work/keeper.md" <<'END'
# Weirkeeper

Weirkeeper is a program that opens and closes the gates of small weirs by the level of the river.
It reads the gauges of the river every minute and moves the gates when the water rises.

## Options

Use the option --quiet if the default value of the variable is ignored by an older version.

Set the flag -x otherwise, see the file /etc/weir_keeper.conf for the default values of its arguments.
END
"$KNAP" summarize -q "$work/keeper.md" >"$work/out" || fail "keeper"
[ "$(grep -c . "$work/out")" = 2 ] || fail "details of a manual: $(cat "$work/out")"
[ "$("$KNAP" summarize -q -n 4 "$work/keeper.md" | grep -c .)" = 4 ] || fail "four sentences of a manual"

printf '# Handbook of\n\n# the Ostrey\n\nThe gates of small weirs open and close by the level of the river.\n' >"$work/two.md"
"$KNAP" summarize -q "$work/two.md" | grep -qx "Handbook of the Ostrey." || fail "a title of two lines: $("$KNAP" summarize -q "$work/two.md")"

# fields of a record are no prose, the text of the licence below its name is; who made the file of a book is not told
printf 'Format: https://weirs.example/1.0/\nSource: https://weirs.example\n\nFiles: *\nCopyright: 2019, Ann Brook.\nLicense: weir\n Everyone may copy the plans of the weirs and share them with all the others.\n The plans come without any warranty.\n' >"$work/copyright"
"$KNAP" summarize -q "$work/copyright" >"$work/out"
grep -q "^Everyone may copy the plans of the weirs and share them with all the others.$" "$work/out" || fail "the text of a licence: $(cat "$work/out")"
grep -q "Brook" "$work/out" && fail "a field is picked: $(cat "$work/out")"
printf 'Produced by Ann Brook.  The last edition was made by Jo Mill.\n\nTHE WEIRS\n\nThe keeper of the weirs was up before the sun that morning, and so was his dog.\n' >"$work/book.txt"
"$KNAP" summarize -q "$work/book.txt" | grep -q "Brook" && fail "who made the file of a book is told"
printf 'Weirs 2\n-------\n\n- #12: Open all the gates of the weir at once when the river rises.\n- #13: Close all the gates of the weir at night if it is low.\n' >"$work/changes.txt"
"$KNAP" summarize -q "$work/changes.txt" | grep -q "^Open all the gates" || fail "the number of a report: $("$KNAP" summarize -q "$work/changes.txt")"

# a feed: what it is, then its newest items
item() { echo "<item><title>$1</title><pubDate>$2 2026 04:00:00 GMT</pubDate><description>It rains and the river rises over its banks. $3</description></item>"; }
{
    echo "<rss version='2.0'><channel><title>Weir news</title><description>All that happens at the weirs of the river.</description>"
    item "Gates of the lower weir are closed" "01 Feb" "The keeper of the lower weir has closed its gates, and nobody knows for how long they will stay closed."
    item "Gates of the upper weir are open" "03 Feb" "The keeper of the upper weir has opened its gates, and nobody knows for how long they will stay open."
    item "A keeper is looked for" "02 Feb" "The upper weir and the lower weir have no keeper, and nobody knows for how long it will be so."
    echo "</channel></rss>"
} >"$work/feed.rss"
"$KNAP" summarize -q -b 110b "$work/feed.rss" >"$work/out" || fail "a feed is not summarized"
printf 'Weir news.\nAll that happens at the weirs of the river.\nGates of the upper weir are open.\n' | cmp - "$work/out" ||
    fail "a feed: $(cat "$work/out")"

# a mail: its subject, without the name of the list
printf 'From: Ann <a@x.example>\nTo: b@x.example\nSubject: Re: [weirs] gate of the mill\nDate: Tue, 9 Jun 2026 10:02:11 +0200\nMessage-ID: <1@x>\n\nIt was left open all night, so that the meadow below is under water now.\n' >"$work/gate.eml"
"$KNAP" summarize -q "$work/gate.eml" | grep -qx "Gate of the mill." || fail "the subject of a mail: $("$KNAP" summarize -q "$work/gate.eml")"

# entries of a list of changes: without the files that they name and the author, with a capital; other items stay as they are
printf '%s\n' '2026-05-01  Ann Miller  <ann@x.example>' '' '	* src/gate.c, gate.h (open_gate): stop the wheel before the gate is opened.' \
    '	* docs/mill.txt: describe how the gate of the mill is repaired.' '' '2026-04-02  Bob Miller  <bob@x.example>' '' \
    '	* [bob] Count the sacks that leave the mill on each day.' \
    '	* 2.10.1: turn the wheel backwards if the water is too high.' >"$work/ChangeLog"
"$KNAP" summarize -q "$work/ChangeLog" >"$work/out"
for line in 'Stop the wheel before the gate is opened.' 'Describe how the gate of the mill is repaired.' \
    'Count the sacks that leave the mill on each day.' '2.10.1: turn the wheel backwards if the water is too high.'; do
    grep -qxF "$line" "$work/out" || fail "an entry of a list of changes: '$line' in $(cat "$work/out")"
done

# short lines in place of prose are not repeated
printf '# Gates\n\n- Open gate.\n\n# Wheels\n\n- Open gate.\n' >"$work/short.md"
[ "$("$KNAP" summarize -q "$work/short.md" | grep -c 'Open gate')" = 1 ] || fail "a line is repeated: $("$KNAP" summarize -q "$work/short.md")"

# figures are not shown in place of prose
printf '# 12 13 14 2026 0.12\n\n# 7 8 9 10 11\n' >"$work/figures.md"
expect 1 "no sentence in it" "$KNAP" summarize -q --format markdown "$work/figures.md"

# links that lead nowhere or back, and folders that cannot be opened, are skipped; what is beside them is read
mkdir -p "$work/links/good/docs" "$work/links/bad/docs" "$work/links/closed"
echo "The bridge was closed on Monday morning." >"$work/links/good/docs/a.txt"
echo "The ferry sails again on Tuesday evening." >"$work/links/bad/docs/b.txt"
ln -s nowhere "$work/links/bad/docs/dangling.txt"
ln -s itself "$work/links/bad/docs/itself"
ln -s .. "$work/links/back"
expect 1 "dangling.txt: skipped: cannot open: No such file or directory" "$KNAP" convert "$work/links" -o "$work/links.jsonl"
expect 0 "itself: skipped: cannot open: Too many levels of symbolic links" "$KNAP" convert --skip-bad "$work/links" -o "$work/links.jsonl"
[ "$(grep -c -e "Monday morning" -e "Tuesday evening" "$work/links.jsonl")" = 2 ] || fail "links keep documents out: $(cat "$work/links.jsonl")"
grep -q "no other document" "$work/out" && fail "a false message: $(cat "$work/out")"
ln -sf .. "$work/links/good/back"
expect 0 "a link to a folder that it is in: ignored" "$KNAP" convert --skip-bad "$work/links" -o "$work/links.jsonl"
if [ "$(id -u)" != 0 ]; then
    chmod 0 "$work/links/closed"
    expect 0 "closed: skipped: cannot open: Permission denied" "$KNAP" convert --skip-bad "$work/links" -o "$work/links.jsonl"
    chmod 700 "$work/links/closed"
fi
finish
