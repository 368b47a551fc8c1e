# Every examples/*.sh runs, is explained in docs/COOKBOOK.md or on a page of its own, and prints what that page shows.
. tests/cli_lib.sh
for script in examples/*.sh; do
    page=docs/COOKBOOK.md
    [ $script = examples/clicks.sh ] && page=docs/CLICKS.md
    KNAP=$KNAP sh "$script" >"$work/out" 2>"$work/err" || fail "$script failed: $(tail -n 3 "$work/err")"
    grep -qF "sh $script" $page || fail "$page does not explain $script"
    # the text block behind the command
    awk -v command="sh $script" '$0 == command { wait = 1 } wait && /^```text$/ { on = 1; wait = 0; next } /^```/ { on = 0 } on' $page >"$work/shown"
    [ -s "$work/shown" ] || fail "$page shows no output of $script"
    while IFS= read -r line; do
        grep -qxF -e "$line" "$work/out" || fail "$page shows a line that $script does not print: $line"
    done <"$work/shown"
    [ "$(wc -l <"$work/shown")" -ge 3 ] || fail "$page shows too little of the output of $script"
done

# the truth of the simulator is inside the intervals of items and slate, and the new policy is better
KNAP=$KNAP sh examples/clicks.sh 2>/dev/null | tr -d '[],' | awk '$2 == "items" || $2 == "slate" { if ($6 != "-") { low[$1, $2] = $6; high[$1, $2] = $7 } }
    NF == 2 && $2 ~ /^[0-9.]+$/ { truth[$1] = $2; for (i = 0; i < 2; i++) { e = i ? "items" : "slate"; n++; if (!(low[$1, e] <= $2 && $2 <= high[$1, e])) bad++ } }
    END { exit !(n == 4 && !bad && truth["clicks.knap"] > 1.8 * truth["lead"]) }' || fail "the truth is outside the intervals of examples/clicks.sh"

# what the recipes promise
KNAP=$KNAP sh examples/ads.sh >"$work/ads" 2>&1
[ "$(grep -c '^page 16.*Cola' "$work/ads")" -le 1 ] || fail "two colas on one page"
grep -q '^page 16.*house ad' "$work/ads" || fail "the house ad is missing"
grep -q '^page 16.*Ski Valley' "$work/ads" && fail "a blocked ad is shown"
for name in ads.knap robot.knap; do
    KNAP=$KNAP sh examples/$([ $name = ads.knap ] && echo ads || echo trajectories).sh 2>&1 |
        awk -v name=$name '$1 == name && $2 ~ /^[+-]/ { rows++; if ($2 <= 0) bad++ } END { exit !(rows && !bad) }' ||
        fail "$name is not better than its base"
done
finish
