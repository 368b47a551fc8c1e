# knap in many languages: recognition, words without spaces, documents of several languages, ROUGE on other scripts.
. "$(dirname "$0")/../cli_lib.sh"

# Every language is recognised, and summarized in whole sentences.
while IFS="$(printf '\t')" read -r code text; do
    case $code in '#'*) continue ;; esac
    printf '%s\n' "$text" >"$work/$code.txt"
    expect 0 "\"language\":\"$code\"" "$KNAP" summarize --json -b 700b "$work/$code.txt"
    expect 0 '"picked":0' "$KNAP" summarize --json -b 700b "$work/$code.txt"
done <tests/data/languages.txt

# A budget in words counts words where no spaces separate them: not the whole text.
for code in zh ja th; do
    "$KNAP" summarize -q -b 40w "$work/$code.txt" >"$work/short" || fail "status of $code"
    [ -s "$work/short" ] || fail "nothing of $code fits 40 words"
    [ "$(wc -c <"$work/short")" -lt $(($(wc -c <"$work/$code.txt") / 2)) ] || fail "40 words are half of $code"
done

# A cluster of several languages: each document has the sentence ends of its own.
printf '%s\n' "Das gilt z. B. für Kinder unter sechs Jahren, d. h. Peter zahlt heute im Zoo nichts. Der 2. Weltkrieg war" \
    "am 8. Mai zu Ende. Alle anderen Besucher müssen am Eingang den vollen Preis bezahlen, sagte der Direktor." \
    "Die Preise gelten seit dem 3. Oktober und werden in diesem Jahr nicht mehr erhöht, obwohl die Kosten steigen." >"$work/zoo-de.txt"
sed 's/^/  /' "$work/en.txt" >"$work/zoo-en.txt"
cat "$work/en.txt" >>"$work/zoo-en.txt"
expect 0 'Das gilt z. B. für Kinder unter sechs Jahren, d. h. Peter zahlt heute im Zoo nichts.","document"' \
    "$KNAP" summarize --json -s lead -b 5000b "$work/zoo-de.txt" "$work/zoo-en.txt"
expect 0 '"language":"en"' "$KNAP" summarize --json -s lead -b 5000b "$work/zoo-de.txt" "$work/zoo-en.txt"

# A language that knap does not know: said, with what follows from it; not when it is named.
printf '%s\n' "Baraza la mji liliamua siku ya Jumanne kulifunga daraja la zamani kwa ajili ya matengenezo hadi mwisho wa mwezi" \
    "wa Machi. Madereva watalazimika kutumia barabara ya kando ya mto, jambo ambalo litaongeza safari kwa dakika kumi." \
    "Wenye maduka karibu na daraja wanaogopa kupoteza wateja wao na wamemwomba meya awape basi la bure." >"$work/sw.txt"
expect 0 'language not recognised (und)' "$KNAP" summarize -b 300b "$work/sw.txt"
"$KNAP" summarize -b 300b --lang und "$work/sw.txt" 2>&1 | grep -q 'not recognised' && fail "a language that was named is doubted"

# ROUGE: text that ASCII words cannot see.
head -c 300 "$work/ru.txt" >"$work/peer.txt"
expect 0 'are not ASCII' "$KNAP" rouge "$work/peer.txt" "$work/ru.txt"
expect 0 'language of the references: ru' "$KNAP" rouge "$work/peer.txt" "$work/ru.txt"
"$KNAP" rouge -q "$work/peer.txt" "$work/ru.txt" >"$work/default" || fail "rouge on Russian"
"$KNAP" rouge -q --lang ru "$work/peer.txt" "$work/ru.txt" >"$work/named" || fail "rouge --lang ru"
"$KNAP" rouge -q --lang auto "$work/peer.txt" "$work/ru.txt" >"$work/auto" || fail "rouge --lang auto"
cmp -s "$work/default" "$work/named" || fail "Russian is not scored as with --lang ru"
cmp -s "$work/auto" "$work/named" || fail "--lang auto is not --lang ru"
grep -q 'ROUGE-1 .*0.00000' "$work/default" && fail "zeros for Russian"
expect 0 'language of the references: zh' "$KNAP" rouge --lang auto "$work/zh.txt" "$work/zh.txt"
"$KNAP" rouge "$work/fr.txt" "$work/fr.txt" 2>&1 | grep -q 'note' && fail "a note on French, which the script reads"

finish
