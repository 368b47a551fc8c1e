# Ten news stories of our own, of ten short documents each (tests/data/news.jsonl): the summary tells how the story ended, and no event
# twice.
. tests/cli_lib.sh

"$KNAP" summarize tests/data/news.jsonl -q -o "$work/out" || fail "summarize"
# says TOPIC WORDS: what the end of each story is, as one of its last documents has it
says() {
    grep -qE "$2" "$work/out/$1.txt" || fail "$1 does not end with '$2': $(cat "$work/out/$1.txt")"
}
says calder-mine 'charged on Friday'
says veldmark-coalition 'agreed on Saturday on a coalition|elected Hedda Brun'
says cyclone-tessa '174'
says halden-savings 'arrested|losses of Halden Savings are \$1.6 billion'
says kovalo-extradition 'seven years'
says arden-stadium 'found guilty|opened again'
says lumila-formula '\$120 million'
says harrow-bus 'sentenced to six years'
says norla-marathon 'sentenced to two years|was banned'
says norlandia-air 'Polaris'
# two documents of one day begin nearly alike: at most one of the two is picked
for topic in calder-mine:'trapped 26 miners' norla-marathon:'world record in|a world record' cyclone-tessa:'nine people' halden-savings:'dismissed its chief'; do
    [ "$(grep -cE "${topic#*:}" "$work/out/${topic%%:*}.txt")" -le 1 ] || fail "twice: ${topic#*:} in $(cat "$work/out/${topic%%:*}.txt")"
done
# without room for all of it the end is told all the same
"$KNAP" summarize tests/data/news.jsonl -q -b 320b -o "$work/short" || fail "summarize -b 320b"
ended=0
for topic in calder-mine:'for good|to the surface' cyclone-tessa:174 kovalo-extradition:'seven years' lumila-formula:'120 million' harrow-bus:'six years' norla-marathon:'two years|was banned' norlandia-air:Polaris halden-savings:'arrested|1.6 billion' arden-stadium:'guilty|opened again' veldmark-coalition:'on a coalition|elected'; do
    grep -qE "${topic#*:}" "$work/short/${topic%%:*}.txt" && ended=$((ended + 1))
done
[ "$ended" -ge 8 ] || fail "$ended of 10 short summaries tell the end"
