#!/bin/sh
# Measures the seven languages of MultiLing 2011, leaving one topic out: scripts/languages.sh KNAP DATA [SEEDS]
#
# Prints the table of docs/RESULTS.md. DATA is the folder multiling2011. The topics are the same in all languages, so the last line is
# a test over topics. It takes, for each topic, the mean over the languages of the difference between scp-swap and scp; p is the
# share of all changes of sign that give at least the same mean.
. "$(dirname "$0")/common.sh"
seeds=${3:-5}
echo "| language | scp | scp-expected | scp-swap | lead | lexrank | p of scp-swap against scp | topics better |"
echo "|---|---|---|---|---|---|---|---|"
for pair in english:en french:fr czech:cs greek:el arabic:ar hebrew:he hindi:hi; do
    name=${pair%%:*}
    "$knap" experiment -t "$data/$name" -l "${pair##*:}" -k 10 -b 250w -s scp,scp-expected,scp-swap,lead,lexrank --against scp --seeds "$seeds" -q --output "$work/$name" >"$work/table"
    awk -F, -v name="$name" '$1 == "scp" || $1 == "scp-swap" { sum[$3, $1] += $5; count[$3, $1]++; topic[$3] = 1 }
        END { for (t in topic) print name, t, sum[t, "scp-swap"] / count[t, "scp-swap"] - sum[t, "scp"] / count[t, "scp"] }' "$work/$name/scores.csv" >>"$work/gains"
    better=$(awk -v name="$name" '$1 == name { n++; k += $3 > 0 } END { print k " of " n }' "$work/gains")
    awk -v name="$name" -v better="$better" '/^ROUGE-1/ { on = 1; next } !NF { on = 0 }
        on { f[$1] = $2; if ($1 == "scp-swap") for (i = 3; i <= NF; i++) if ($(i - 1) ~ /\]$/) p = $i }
        END { printf "| %s | %s | %s | %s | %s | %s | %s | %s |\n", name, f["scp"], f["scp-expected"], f["scp-swap"], f["lead"], f["lexrank"], p, better }' "$work/table"
done
awk '{ gain[$2] += $3 / 7; all += $3 / 7; k += $3 > 0; n++ }
    END { for (t in gain) value[count++] = gain[t]
          for (set = 0; set < 2 ^ count; set++) {
              sum = 0; rest = set
              for (i = 0; i < count; i++) { sum += rest % 2 ? -value[i] : value[i]; rest = int(rest / 2) }
              if (sum < 0) sum = -sum
              hits += sum >= all - 1e-9
          }
          printf "\nscp-swap is above scp by %.2f in the mean of the languages, in %d of %d topics; over the %d topics p = %.4f\n", all / count, k, n, count, hits / 2 ^ count }' "$work/gains"
