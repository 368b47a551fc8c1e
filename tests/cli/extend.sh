# docs/ARCHITECTURE.md, "To add a ...": in a copy of the tree, adds one of each as that page says, builds the program and checks that
# each shows up by itself. Most are a part that is there already under a new name.
. tests/cli_lib.sh
case "$BUILD" in *asan*) exit 77 ;; esac # once is enough
git ls-files >/dev/null 2>&1 || { echo "skipped: the tracked files are not known here"; exit 77; }
mkdir "$work/tree" && git ls-files -z | tar -c --null -T - --ignore-failed-read 2>/dev/null | tar -x -C "$work/tree"
cd "$work/tree" || exit 1

# edit FILE EXPRESSION: sed in place; it must change something.
edit() {
    sed "$2" "$1" >"$work/edited"
    cmp -s "$work/edited" "$1" && fail "nothing to edit in $1: $2"
    cp "$work/edited" "$1"
}

# reward: a file, its name in rewards.h, a row in reward.c
sed 's/reward_modular/reward_plain_sum/; s/"modular"/"plain_sum"/' src/core/reward_modular.c >src/core/reward_plain_sum.c
edit src/core/rewards.h 's/kn_reward_expected;/kn_reward_expected, kn_reward_plain_sum;/'
edit src/core/reward.c 's/&kn_reward_expected,/\&kn_reward_expected, \&kn_reward_plain_sum,/'

# view part: a file, its name in view.h, a row in view.c
sed 's/min_distance/apart/g; s/min-distance/apart/g' src/core/view_distance.c >src/core/view_apart.c
edit src/core/view.h 's/kn_view_relevance;/kn_view_relevance, kn_view_apart;/'
edit src/core/view.c 's/ROW("similarity", kn_view_similarity)/& ROW("apart", kn_view_apart)/'

# learner: a file, its name in learner.h, a row in learners.c
sed 's/adagrad/stepper/g' src/core/learner_adagrad.c >src/core/learner_stepper.c
edit src/core/learner.h 's/kn_learner_adagrad,/kn_learner_adagrad, kn_learner_stepper,/'
edit src/core/learners.c 's/ROW("aggregate", kn_learner_aggregate)/& ROW("stepper", kn_learner_stepper)/'

# reduction: a function and a row in reduction.c
edit src/core/reduction.c 's/ROW("classify", kn_reduction_classify)/& ROW("ordinal", kn_reduction_ordinal)/'
edit src/core/reduction.c 's/^const kn_reduction kn_reduction_rank = .*/static const kn_reduction kn_reduction_ordinal = {"as rank", rank_slope};\n&/'

# system: a file, a row in systems.h
sed 's/lead/opening/g' src/systems/lead.c >src/systems/opening.c
edit src/systems/systems.h 's/MEMBER(lead, "lead")/& MEMBER(opening, "opening")/'

# feature of a word: a row in word_rows.h
edit src/summarize/word_rows.h 's/FEATURE("newest-lead", DATES, .*/& FEATURE("title-again", TITLE, w->title)/'

# flaw: a row in flaws.h and its function in flaws.c
edit src/summarize/flaws.h 's/FLAW(DEPENDENT, .*/& FLAW(SHOUT, "shouts", 0, is_shout, always)/'
edit src/summarize/flaws.c 's/^static bool points_back(/static bool is_shout(const kn_story *story, const kn_story_line *line)\n{\n    (void)story;\n    return line->length \&\& line->text[line->length - 1] == 33;\n}\n\n&/'

# setting: a field of knap_settings and a row in settings.c
edit include/knap/core.h 's/^    size_t seed;$/    size_t seed;\n    size_t patience;/'
edit src/core/settings.c 's/^    ROW(KNAP_PARAM_COUNT, seed, .*/&\n    ROW(KNAP_PARAM_COUNT, patience, 3, 0, 100, NULL, "waits in vain"),/'

# command: a file, its name in cli.h, a row in main.c
sed 's/convert/recast/g' cli/cmd_convert.c >cli/cmd_recast.c
edit cli/cli.h 's/cmd_convert,/cmd_convert, cmd_recast,/'
edit cli/main.c 's/&cmd_convert,/& \&cmd_recast,/'

[ ! -s "$failures" ] || finish
launcher=$(command -v ccache >/dev/null && echo -DCMAKE_C_COMPILER_LAUNCHER=ccache)
generator=$(command -v ninja >/dev/null && echo -GNinja)
export CCACHE_NOHASHDIR=1 CCACHE_BASEDIR="$work"
# shellcheck disable=SC2086
cmake -S . -B build $generator $launcher -DKNAP_TESTS=OFF -DKNAP_WERROR=ON -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0 \
    >log 2>&1 && cmake --build build --target knap -j 2 >log 2>&1 || { grep -E 'error|Error' log | head -20 >&2; fail "it does not build"; finish; }
knap=build/knap

cat >data.jsonl <<'END'
{"id":"a","budget":3,"items":[{"id":"x","cost":1,"features":{"f":1},"value":1},{"id":"y","cost":2,"features":{"f":3},"value":3},{"id":"z","cost":2,"features":{"f":2},"value":1}],"reward":{"kind":"plain_sum"}}
{"id":"b","budget":3,"items":[{"id":"x","cost":1,"features":{"f":4},"value":4},{"id":"y","cost":2,"features":{"f":1},"value":2},{"id":"z","cost":1,"features":{"f":2},"value":1}],"reward":{"kind":"plain_sum"}}
END
expect 0 '"reward":0.8' $knap pack -s oracle --json data.jsonl
expect 0 'model: m.knap' $knap train data.jsonl -o m.knap --views quality,apart --learner stepper --reduction ordinal --patience 7
expect 0 'apart:f' $knap inspect m.knap
expect 0 'stepper' $knap inspect m.knap
expect 0 'ordinal' $knap inspect m.knap
grep -q 'patience 7' m.knap || fail "the setting is not in the model"
expect 0 '"items":["x","y"]' $knap pack --json --system opening data.jsonl
for word in apart stepper ordinal patience shouts; do
    expect 0 "$word" $knap train --help=all
done
expect 0 opening $knap pack --help=all
expect 0 opening $knap pack --system majority --help
expect 0 recast $knap --help
expect 0 '"documents"' $knap recast sample/westmere-recount
$knap train sample -o words.knap --epochs 1 -q || fail "training fails"
grep -q 'title-again' words.knap || fail "the feature of a word is not in the model"
grep -q 'shouts' words.knap || fail "the flaw is not in the model"
finish
