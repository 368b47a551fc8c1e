#!/bin/sh
# Measures context packing on questions with known answers: scripts/questions.sh [BUILD [SEEDS [OUT]]]
#
# knap-questions makes a question of each cluster of news (MultiLing 2011, English), product reviews (FewSum) and
# opinions (Opinosis), or of sample/ where ../shared is missing. The reward is the share of the question's facts that a
# list covers. Each seed draws other distractors and other folds. Trained systems learn from the other four folds of
# the same kind.
#
# No setting is chosen on the questions that it is measured on (nested cross-validation). For each kind and fold:
#   untrained:chosen  the system and settings of untrained_grid with the highest mean on the other four folds
#   cover:chosen      the same, among the settings of cover
#   knap:chosen       the settings of trained_grid with the highest mean on two of the other four folds, each packed by a
#                     model that was trained on the remaining three; then a model of all four is trained with them
#   knap:default      the defaults of knap train; they were once chosen on these questions
# The kind "languages" is the news in the other languages of MultiLing 2011. Nothing is chosen there: the defaults of
# knap pack and knap train are measured. A topic is in the same fold in all languages.
#
# Prints the mean of each system with its 95% interval over the questions, the paired differences, and the choices.
set -eu
build=${1:-build/release}
seeds=${2:-"1 2 3 4 5"}
out=${3:-$(mktemp -d)}
data=../shared/data
knap=$build/knap
pack="$knap pack -q -j 1 --json"
folds="0 1 2 3 4"

# NAME SYSTEM SETTINGS: what may be chosen without training. A name with '=' is not a row of the table.
untrained_grid() {
    cat <<END
top-k mmr lambda=1
mmr mmr lambda=0.5
mmr:lambda=0.3 mmr lambda=0.3
mmr:lambda=0.7 mmr lambda=0.7
facility-location cover cover=items,power=0,lambda=0
facility-weighted cover cover=items
facility-weighted:power=1 cover cover=items,power=1
facility-weighted:power=2 cover cover=items,power=2
submod submod lambda=4,r=0.3
submod:lambda=1 submod lambda=1,r=0.3
submod:r=1 submod lambda=4,r=1
submod:lambda=1,r=1 submod lambda=1,r=1
lexrank lexrank redundancy=0.5
lexrank:redundancy=0.7 lexrank redundancy=0.7
cover cover lambda=0.01,power=0.5
cover:lambda=0,power=0.5 cover lambda=0,power=0.5
cover:lambda=0,power=1 cover lambda=0,power=1
cover:lambda=0,power=2 cover lambda=0,power=2
cover:lambda=0.01,power=1 cover lambda=0.01,power=1
cover:lambda=0.01,power=2 cover lambda=0.01,power=2
cover:lambda=0.1,power=0.5 cover lambda=0.1,power=0.5
cover:lambda=0.1,power=1 cover lambda=0.1,power=1
cover:lambda=0.1,power=2 cover lambda=0.1,power=2
END
}

# VIEWS/DECODING: what may be chosen in training.
trained_grid="expected/swap expected/greedy paper/swap paper/greedy"
default=expected/swap

# rewards NAME [FOLD]: prints "KIND NAME QUESTION SEED FOLD REWARD" for each object of knap pack --json. FOLD is that of
# the question, or the fold that a choice is made for.
rewards() {
    sed -n 's/.*"id":"\([^"]*\)".*"reward":\([0-9.e-]*\).*/\1 \2/p' |
        awk -v kind="$kind" -v seed="$seed" -v name="$1" -v fold="${2:-}" -v folds="$dir/$kind.folds" '
            BEGIN { while ((getline line < folds) > 0) { split(line, part); of[part[1]] = part[2] } }
            { print kind, name, $1, seed, fold == "" ? of[$1] : fold, $2 }'
}

# Writes $kind.all, shuffled, $kind.0 to $kind.4 and $kind.folds (ID FOLD). An id is TOPIC or LANGUAGE:TOPIC.
split_folds() {
    awk -v seed="$seed" 'BEGIN {srand(seed)} {print rand() "\t" $0}' | LC_ALL=C sort | cut -f 2- >"$dir/$kind.all"
    for fold in $folds; do : >"$dir/$kind.$fold"; done
    awk -v to="$dir/$kind" '{
        id = $0; sub(/^{"id":"/, "", id); sub(/".*/, "", id)
        topic = id; sub(/^[a-z]*:/, "", topic)
        if (!(topic in fold)) fold[topic] = ++topics % 5
        print >(to "." fold[topic])
        print id, fold[topic] >(to ".folds")
    }' "$dir/$kind.all"
}

# train SETTINGS FOLD...: a model of all folds but these.
train() {
    views=${1%/*}
    decode=${1#*/}
    shift
    : >"$dir/train"
    for fold in $folds; do
        case " $* " in *" $fold "*) ;; *) cat "$dir/$kind.$fold" >>"$dir/train" ;; esac
    done
    $knap train -q -j 1 "$dir/train" -o "$dir/model" --views "$views" --decode "$decode"
}

# choose FOLD PREFIX INNER: the name with the highest mean reward of the other folds, the first of equals. With INNER 1
# standard input has the rewards that choices for each fold are made by, otherwise those of all folds.
choose() {
    awk -v kind="$kind" -v fold="$1" -v prefix="$2" -v inner="$3" '
        $1 == kind && (inner ? $5 == fold : $5 != fold) && index($2, prefix) == 1 {
            if (!($2 in n)) order[++names] = $2
            sum[$2] += $6; n[$2]++
        }
        END {
            for (i = 1; i <= names; i++)
                if (i == 1 || sum[order[i]] / n[order[i]] > sum[best] / n[best]) best = order[i]
            print best
        }'
}

# keep NAME FOLD CHOSEN: the rewards of the chosen row in this fold are those of NAME.
keep() {
    awk -v kind="$kind" -v name="$1" -v fold="$2" -v chosen="$3" '
        $1 == kind && $2 == chosen && $5 == fold {$2 = name; print}' "$dir/untrained" >>"$dir/rewards"
    echo "$kind $1 $3" >>"$dir/choices"
}

measure_untrained() {
    untrained_grid | while read -r name system settings; do
        $pack -s "$system" --set "$settings" "$dir/$kind.all" | rewards "$name"
    done >>"$dir/untrained"
    awk -v kind="$kind" '$1 == kind && $2 !~ /=/' "$dir/untrained" >>"$dir/rewards"
    $pack -s oracle "$dir/$kind.all" | rewards oracle >>"$dir/rewards"
    for fold in $folds; do
        keep untrained:chosen "$fold" "$(choose "$fold" "" 0 <"$dir/untrained")"
        keep cover:chosen "$fold" "$(choose "$fold" cover 0 <"$dir/untrained")"
    done
}

measure_trained() {
    for settings in $trained_grid; do
        for one in $folds; do # a model without two folds serves the choices for both
            two=$(((one + 1) % 5))
            train "$settings" "$one" "$two"
            $pack -m "$dir/model" "$dir/$kind.$one" | rewards "$settings" "$two"
            $pack -m "$dir/model" "$dir/$kind.$two" | rewards "$settings" "$one"
        done
    done >>"$dir/inner"
    for test in $folds; do
        chosen=$(choose "$test" "" 1 <"$dir/inner")
        echo "$kind knap:chosen $chosen" >>"$dir/choices"
        train "$chosen" "$test"
        $pack -m "$dir/model" "$dir/$kind.$test" | rewards knap:chosen "$test" >>"$dir/rewards"
        [ "$chosen" = "$default" ] || train "$default" "$test"
        $pack -m "$dir/model" "$dir/$kind.$test" | rewards knap:default "$test" >>"$dir/rewards"
    done
}

# With the first seed only: it is slow, and far below the others.
measure_dpp() {
    for test in $folds; do
        for fold in $folds; do [ "$fold" = "$test" ] || cat "$dir/$kind.$fold"; done >"$dir/train"
        $pack -s dpp --train "$dir/train" "$dir/$kind.$test" | rewards dpp:trained "$test" >>"$dir/rewards"
    done
}

measure() { # KIND FOLDER
    "$build/bench/knap-questions" "$seed" "$2" 2>/dev/null | split_folds
    measure_untrained
    measure_trained
    [ "$seed" != "${seeds%% *}" ] || measure_dpp
}

# The defaults on the news in other languages.
measure_languages() {
    for language in arabic czech french greek hebrew hindi; do
        "$build/bench/knap-questions" "$seed" "$data/multiling2011/$language" 2>/dev/null |
            sed "s/^{\"id\":\"/&$language:/"
    done | split_folds
    $pack -s cover "$dir/$kind.all" | rewards cover >>"$dir/rewards"
    $pack -s submod "$dir/$kind.all" | rewards submod >>"$dir/rewards"
    $pack -s oracle "$dir/$kind.all" | rewards oracle >>"$dir/rewards"
    for test in $folds; do
        train "$default" "$test"
        $pack -m "$dir/model" "$dir/$kind.$test" | rewards knap:default "$test" >>"$dir/rewards"
    done
}

running=
# begin KIND COMMAND...: measures one kind with one seed, beside the others.
begin() {
    kind=$1
    dir=$out/$seed.$kind
    mkdir -p "$dir"
    for file in untrained inner rewards choices; do : >"$dir/$file"; done
    "$2" "$kind" "${3:-}" &
    running="$running $!"
}

rm -f "$out"/*/rewards "$out"/*/choices
for seed in $seeds; do
    if [ -d "$data" ]; then
        begin news measure "$data/multiling2011/english"
        begin reviews measure "$data/fewsum"
        begin opinions measure "$data/opinosis"
        begin languages measure_languages
    else
        begin sample measure sample
    fi
done
for process in $running; do wait "$process"; done

# A question counts once, with the mean over the seeds and, for "languages", over the languages. Intervals are those of
# the mean over the questions.
cat "$out"/*/rewards | awk '
{ sub(/^[a-z]*:/, "", $3); sum[$1, $2, $3] += $6; count[$1, $2, $3]++; kinds[$1]; names[$2]; questions[$1, $3] }
function add(kind, name, value) { n[kind, name]++; s[kind, name] += value; q[kind, name] += value * value }
function half(kind, name,  m, df, t) { # half the 95% interval by Student, whose quantile Cornish and Fisher expand
    m = s[kind, name] / n[kind, name]
    df = n[kind, name] - 1
    if (df < 1) return 0
    t = 1.96 + 2.372 / df + 2.823 / (df * df)
    return t * sqrt((q[kind, name] / n[kind, name] - m * m) / df)
}
function compare(kind, id, one, two) {
    if (!((kind, one, id) in count) || !((kind, two, id) in count)) return
    pairs[one " - " two]
    difference = sum[kind, one, id] / count[kind, one, id] - sum[kind, two, id] / count[kind, two, id]
    add(kind, one " - " two, difference)
    if (kind != "languages") add("all", one " - " two, difference)
}
END {
    for (key in sum) {
        split(key, part, SUBSEP)
        add(part[1], part[2], sum[key] / count[key])
        if (part[1] != "languages") add("all", part[2], sum[key] / count[key])
    }
    for (key in questions) {
        split(key, part, SUBSEP)
        compare(part[1], part[2], "knap:chosen", "untrained:chosen")
        compare(part[1], part[2], "knap:chosen", "cover:chosen")
        compare(part[1], part[2], "knap:chosen", "cover")
        compare(part[1], part[2], "knap:default", "cover")
        compare(part[1], part[2], "cover:chosen", "submod")
        compare(part[1], part[2], "cover", "submod")
    }
    kinds["all"]
    for (kind in kinds) {
        for (name in names)
            if (n[kind, name])
                printf "1 %-9s %-18s %.4f ± %.4f of %d questions\n", kind, name, s[kind, name] / n[kind, name],
                       half(kind, name), n[kind, name]
        for (pair in pairs)
            if (n[kind, pair]) {
                split(pair, part, " - ")
                m = s[kind, pair] / n[kind, pair]
                base = s[kind, part[2]] / n[kind, part[2]]
                printf "2 %-9s %-30s %+.4f ± %.4f, %+.1f%% [%+.1f%%, %+.1f%%]\n", kind, pair, m, half(kind, pair),
                       100 * m / base, 100 * (m - half(kind, pair)) / base, 100 * (m + half(kind, pair)) / base
            }
    }
}' | LC_ALL=C sort | sed 's/^[12] //'
echo "Choices (kind, row, what was chosen, in how many folds of all seeds):"
cat "$out"/*/choices | LC_ALL=C sort | uniq -c |
    awk '{print $2, $3, $4, $1}' | LC_ALL=C sort -k1,2 -k4,4nr
