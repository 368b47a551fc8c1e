# Documents with headings, questions, outlines, and the words for lengths and lists of knap summarize.
. tests/cli_lib.sh
cat >"$work/guide.md" <<'END'
# Weirkeeper

## Installation

Copy the program to a folder of the search path, and restart the shell of the operator before the first run.
Packages for the usual systems are built every night, and the newest of them is kept on the server of the project.

## License

Everybody may copy and change the program, and may sell what was made with it, as long as this notice is kept.

## Introduction

Weirkeeper is a program that opens and closes the gates of small weirs by the level of the river above them.
It reads the gauges of a river every minute and moves a gate only when two gauges agree that the water rises.

## Alarms

A gate that does not move within a minute rings the bell in the house of the keeper until somebody answers it.

## Conclusions

In three winters on the Ostrey the program kept the meadows dry and saved the keepers forty walks at night.
END

# a summary says what the document is about, not how it is installed or licensed
expect 0 "Weirkeeper is a program that opens and closes the gates" "$KNAP" summarize -q "$work/guide.md" -n 2
grep -qE "Copy the program|Packages for|Everybody may" "$work/out" && fail "a side section is in the summary: $(cat "$work/out")"
sed 's/^Weirkeeper is a program that/This document describes a program that/' "$work/guide.md" >"$work/this.md"
expect 0 "This document describes a program" "$KNAP" summarize -q "$work/this.md" -n 1

# the sentence that opens a document is preferred to one that tells a little more
cat >"$work/opens.txt" <<'END'
The lake of Orrin has four dams that were built by the miners of the valley before the war.

The miners of the valley built the four dams of the lake of Orrin before the war and gave the city of Orrin its water.
END
expect 0 "The lake of Orrin has four dams" "$KNAP" summarize -q "$work/opens.txt" -n 1

# items complete the text that introduces them, so they are not picked alone, unless hardly anything else is a whole sentence
cat >"$work/list.md" <<'END'
The keeper of a weir has a few duties that are written in the law of the province:

- The keeper opens the gates when the water stands above the red mark for an hour.
- The keeper writes the level of the water into the book of the weir every morning.
END
expect 0 "The keeper " "$KNAP" summarize -q "$work/list.md" -n 1
printf '\nThe law of the province was written after the flood of 1911 and has not been changed since.\n' >>"$work/list.md"
expect 0 "The keeper " "$KNAP" summarize -q "$work/list.md" -n 3
printf 'Nobody in the villages below the weir remembers who wrote the first draft of it.\n' >>"$work/list.md"
expect 0 "The law of the province was written" "$KNAP" summarize -q "$work/list.md" -n 3
grep -qE "The keeper (opens|writes)" "$work/out" && fail "an item is picked without what introduces it"

# a short sentence is better than a fragment
printf 'Tides of the\n\nhigh and low water at the weir of the province in the year\n\nIt rained.\n' >"$work/short.txt"
expect 0 "It rained." "$KNAP" summarize -q "$work/short.txt" -n 3
[ "$(wc -l <"$work/out")" = 1 ] || fail "a fragment is picked: $(cat "$work/out")"

# a question: what answers it, and nothing else
expect 0 "rings the bell in the house of the keeper" "$KNAP" summarize -q "$work/guide.md" --query "Who hears the bell?" -w 60
[ "$(wc -l <"$work/out")" = 1 ] || fail "more than the answer: $(cat "$work/out")"
"$KNAP" summarize -q "$work/guide.md" -n 2 >"$work/plain"
"$KNAP" summarize -q "$work/guide.md" -n 2 --query "zzz" >"$work/none" || fail "a question without an answer"
cmp "$work/plain" "$work/none" || fail "a question that no sentence answers changes the summary"

# lengths
"$KNAP" summarize -q "$work/guide.md" -b 2s | cmp - "$work/plain" || fail "-n 2 is not -b 2s"
"$KNAP" summarize -q "$work/guide.md" --words 40 >"$work/out" && "$KNAP" summarize -q "$work/guide.md" -b 40w | cmp - "$work/out" ||
    fail "--words 40 is not -b 40w"
expect 2 "give one of them" "$KNAP" summarize "$work/guide.md" -n 2 -w 40

# lists; Markdown's own marks are escaped
"$KNAP" summarize -q "$work/guide.md" -n 2 --bullets | sed 's/^- //' | cmp - "$work/plain" || fail "--bullets"
echo "The keeper opened the *gates* [of] the weir on the night of the flood in March." >"$work/marks.txt"
expect 0 'the \*gates\* \[of\]' "$KNAP" summarize -q "$work/marks.txt" -n 1 --markdown

# --html FILE prints no text
"$KNAP" summarize -q "$work/guide.md" --html "$work/page.html" >"$work/out" || fail "--html"
[ -s "$work/out" ] && fail "--html prints: $(cat "$work/out")"
grep -q "opens and closes the gates" "$work/page.html" || fail "the page is empty"

# an outline: all headings in their order, each with its best sentence
"$KNAP" summarize -q "$work/guide.md" --sections >"$work/outline" || fail "--sections"
grep '^#' "$work/outline" >"$work/headings"
printf '# Weirkeeper\n## Installation\n## License\n## Introduction\n## Alarms\n## Conclusions\n' | cmp - "$work/headings" ||
    fail "the headings of the outline: $(cat "$work/headings")"
[ "$(grep -c '^[A-Z]' "$work/outline")" = 5 ] || fail "not one sentence per section: $(cat "$work/outline")"
"$KNAP" summarize -q "$work/guide.md" --sections -n 2 >"$work/outline"
[ "$(grep -c '^[A-Z]' "$work/outline")" = 7 ] || fail "not two sentences where a section has them: $(cat "$work/outline")"
expect 2 "--sections prints an outline" "$KNAP" summarize "$work/guide.md" --sections --json

# the words of the page in --explain and JSON
expect 0 "understandable alone" "$KNAP" summarize -q "$work/guide.md" -n 1 --explain
expect 0 '"label":"' "$KNAP" summarize -q "$work/guide.md" -n 1 --explain --json
finish
