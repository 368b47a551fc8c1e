#!/bin/sh
# From a log of shown lists and clicks to a better policy (docs/CLICKS.md). A simulator stands for the people who click, so the truth is known.
set -eu
knap=${KNAP:-knap}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# simulate COUNT SEED KIND: pages of 20 articles, of which a logging policy shows 4. People click fresh articles that fit their interest. KIND log:
# what a log has; page: the articles alone; truth: the probabilities of clicks, which nobody knows outside a simulator.
simulate() {
    awk -v logs="$1" -v x="$2" -v kind="$3" '
    function random() { x = x * 16807 % 2147483647; return x / 2147483647 }
    BEGIN {
        for (n = 0; n < logs; n++) {
            items = chances = shown = clicks = truth = ""; sum = 0
            for (i = 0; i < 20; i++) {
                fresh = random(); fit = random(); popular = random()
                click[i] = 0.02 + 0.4 * fresh * fit
                chance[i] = 1 + popular; sum += chance[i]; left[i] = 1
                items = items (i ? "," : "") sprintf("{\"id\":\"a%d\",\"cost\":1,\"features\":{\"fresh\":%.4f,\"fit\":%.4f,\"popular\":%.4f}}", i, fresh, fit, popular)
                truth = truth (i ? " " : "") sprintf("%.6f", click[i])
                chances = chances (i ? "," : "") sprintf("%.6f", chance[i])
            }
            for (k = 0; k < 4; k++) {
                lot = random() * sum
                for (i = 0; i < 20; i++) if (left[i]) { last = i; lot -= chance[i]; if (lot < 0) break }
                left[last] = 0; sum -= chance[last]
                shown = shown (k ? "," : "") "\"a" last "\""
                if (random() < click[last]) clicks = clicks (clicks == "" ? "" : ",") "\"a" last "\""
            }
            if (kind == "truth") print truth
            else if (kind == "page") printf "{\"budget\":4,\"items\":[%s]}\n", items
            else printf "{\"budget\":4,\"items\":[%s],\"shown\":[%s],\"chances\":[%s],\"clicks\":[%s]}\n", items, shown, chances, clicks
        }
    }'
}

simulate 3000 11 log >learn.jsonl
simulate 3000 12 log >check.jsonl
echo "== Learn from 3000 logs, and estimate the new policy on 3000 others before it is deployed"
"$knap" train learn.jsonl -o clicks.knap --quiet
"$knap" evaluate -m clicks.knap -s lead --base lead check.jsonl
echo
echo "== What is true: clicks per list on 1000 new pages, which only a simulator can tell"
simulate 1000 13 page >pages.jsonl
simulate 1000 13 truth >truth
for system in "-m clicks.knap" "-s lead"; do
    "$knap" pack $system --json --quiet pages.jsonl | sed 's/.*"indices":\[\([^]]*\)\].*/\1/' | paste -d ' ' truth - |
        awk -v name="${system#-? }" '{ n = split($21, pick, ","); for (i = 1; i <= n; i++) sum += $(pick[i] + 1) } END { printf "%-11s %.4f\n", name, sum / NR }'
done
