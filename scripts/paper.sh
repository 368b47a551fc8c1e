#!/bin/sh
# Prints the systems of the paper's table on the data at hand: scripts/paper.sh KNAP DATA [SEEDS]
#
# DATA is the folder that holds multiling2011, fewsum and opinosis. SCP and CONSEQOPT have the paper's views and benefit, which are
# the defaults of 'knap experiment'. Sets: MultiLing 2011 English, leaving one topic out, with 250 words, with 665 bytes, and with
# 1535 bytes, the mean length of its references, so that precision and recall can be compared as in the paper's table; FewSum, train
# -> test, 250 bytes; Opinosis, 10 folds, 100 bytes.
. "$(dirname "$0")/common.sh"
seeds=${3:-5}
link_fewsum

# table NAME OPTION...: a row for each system
table() {
    name=$1
    shift
    "$knap" experiment "$@" -l en -s submod,dpp,dpp-mbr,conseqopt,scp,oracle,oracle-f --seeds "$seeds" -q --json >"$work/json"
    sed 's/{"system":/\n&/g' "$work/json" | awk -v name="$name" '
        function value(key) { match($0, "\"" key "\":[0-9.e-]+"); v = substr($0, RSTART, RLENGTH); sub(/.*:/, "", v); return v }
        function cell(key) { return value("seeds") > 1 ? sprintf("%.2f ± %.2f", value(key), value(key "_sd")) : sprintf("%.2f", value(key)) }
        /^{"system":/ { system_name = $0; sub(/^{"system":"/, "", system_name); sub(/".*/, "", system_name)
            printf "| %s | %s | %s | %s | %s |\n", name, system_name, cell("f"), cell("p"), cell("r"); name = "" }'
}

echo "| set | system | F | P | R |"
echo "|---|---|---|---|---|"
table "MultiLing English, 250w" -t "$data/multiling2011/english" -k 10 -b 250w
table "the same, 665b" -t "$data/multiling2011/english" -k 10 -b 665b
table "the same, 1535b" -t "$data/multiling2011/english" -k 10 -b 1535b
table "FewSum, 250b" -t "$work/train" --test "$work/test" -b 250b
table "Opinosis, 100b" -t "$data/opinosis" -k 10 -b 100b
