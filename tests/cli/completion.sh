# Completions offer commands, options, values and topics, from the tables; each script works in its shell.
. tests/cli_lib.sh
TAB=$(printf '\t')

# offers CANDIDATES WORD...: the completions of the last word, which may be empty
offers() {
    wanted=$1
    shift
    "$KNAP" __complete "$@" >"$work/offers" 2>"$work/errors" || fail "__complete $* failed: $(cat "$work/errors")"
    [ -s "$work/errors" ] && fail "__complete $* prints: $(cat "$work/errors")"
    [ "$(tail -n +2 "$work/offers" | cut -f 1 | tr '\n' ' ')" = "$wanted" ] ||
        fail "'$*' is completed to '$(tail -n +2 "$work/offers" | cut -f 1 | tr '\n' ' ')', not to '$wanted'"
}
asks() {
    kind=$1
    shift
    [ "$("$KNAP" __complete "$@")" = "$kind" ] || fail "'$*' does not ask for $kind: $("$KNAP" __complete "$@" | head -n 3)"
}
offers "summarize " su
offers "train tune " t
offers "--version " --v
offers "pack " help p
offers "more passages context systems fields examples all " help pack ""
offers "settings " help train se
offers "--help=systems " pack --help=sy
offers "--keep-order " pack --ke
offers "--no-stem " rouge --no-st
offers "lexrank lead " pack --system le
offers "--system=lexrank --system=lead " pack --system=le
offers "lexrank lead " pack -s le
offers "lead,lexrank lead,lead " experiment -s lead,le
offers "depend source picked " summarize --order ""
offers "greedy swap mbr relevance " summarize --decode ""
offers "quotes,fragments " summarize --filter quotes,f
offers "quality,volume quality,volume*quality " train --views quality,v
offers "--method=scp " train --method=s
offers "jsonl folder text " convert --to ""
offers "table rouge " rouge --format ""
offers "SPL SEE " rouge --input S
offers "bytes chars words tokens " pack --cost ""
offers "fr fi fa " summarize --lang f
offers "views benefit learner decode " tune --grid ""
offers "lambda= " pack --system mmr --set l
offers "--stem=yes --stem=no " rouge --stem=
offers "sheet score " judge ""
offers "--max-words --max-bytes --max-memory --max-time " judge sheet --max
offers "bash zsh fish " completion ""
offers "" pack --budget ""
offers "" nothing --x
asks files pack -m ""
asks files pack ""
asks files pack -- --sys
asks files summarize sample/
asks folders summarize --output ""
# an option that takes a name has values, in every command
for command in $("$KNAP" help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    "$KNAP" help "$command" all | sed -n 's/^  ...[ ,] \(--[a-z-]*\) \(NAMES*\|UNIT\|LAYOUT\|FORMAT\|CODE\)\( .*\|\)$/\1/p' | while read -r option; do
        [ "$("$KNAP" __complete "$command" "$option" "" | wc -l)" -ge 3 ] || fail "knap $command $option has no completions"
    done
done

# bash: --name=value comes as three words
cat >"$work/bash" <<'END'
source "$1"
try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _knap; echo "${COMPREPLY[*]}"; }
knap() { "$KNAP" "$@"; }
try knap su
try knap pack --system le
try knap pack --system = le
try knap train --views quality,vol
try knap help train se
try knap inspect examples/passages.j
try knap summarize --output exampl
END
cat >"$work/expected" <<'END'
summarize
lexrank lead
lexrank lead
quality,volume quality,volume*quality
settings
examples/passages.jsonl
examples
END
"$KNAP" completion bash | cmp - completions/knap.bash || fail "completion bash"
bash "$work/bash" completions/knap.bash >"$work/got" 2>&1
diff "$work/expected" "$work/got" >"$work/diff" || fail "bash: $(cat "$work/diff")"

"$KNAP" completion fish | cmp - completions/knap.fish || fail "completion fish"
mkdir "$work/bin" && ln -s "$KNAP" "$work/bin/knap"
if command -v fish >/dev/null; then
    export HOME="$work" XDG_CONFIG_HOME="$work" XDG_DATA_HOME="$work"
    tries() { PATH=$work/bin:$PATH fish --no-config -c "source completions/knap.fish; complete -C '$1'" 2>&1 | cut -f 1 | sort | tr '\n' ' '; }
    same() { [ "$2" = "$3" ] || fail "fish: '$1' is completed to '$3', not to '$2'"; }
    same "su" "summarize " "$(tries 'knap su')"
    same "pack --system le" "lead lexrank " "$(tries 'knap pack --system le')"
    same "pack --system=le" "--system=lead --system=lexrank " "$(tries 'knap pack --system=le')"
    same "quality,vol" "quality,volume quality,volume*quality " "$(tries 'knap train --views quality,vol')"
    same "help train se" "settings " "$(tries 'knap help train se')"
    same "files" "examples/passages.jsonl " "$(tries 'knap inspect examples/passages.j')"
    same "folders" "examples/ " "$(tries 'knap summarize --output exampl')"
else
    echo "fish is not installed: its completions are not tested"
fi

"$KNAP" completion zsh | cmp - completions/knap.zsh || fail "completion zsh"
if command -v zsh >/dev/null; then
    mkdir "$work/zsh" && cp completions/knap.zsh "$work/zsh/_knap"
    cat >"$work/drive" <<'END'
# types each line and a tab into an interactive zsh, and prints the line as zsh has completed it
zmodload zsh/zpty
zpty z "TERM=dumb PATH=$work/bin:$PATH zsh -f -i"
zpty -w z "PS1=; unsetopt zle_bracketed_paste beep; fpath=($work/zsh \$fpath); autoload -U compinit; compinit -u -d $work/dump"
zpty -w z "show() { print -r -- \"<<\$BUFFER>>\"; BUFFER=; zle accept-line }; zle -N show; bindkey '^X' show; print REA''DY"
zpty -r z answer '*READY*'
while IFS= read -r line; do
    zpty -w -n z "$line"$'\t\x18'
    zpty -r z answer '*<<*>>*'
    print -r -- ${${answer##*<<}%%>>*}
done
zpty -d z
END
    printf '%s\n' 'knap su' 'knap pack --keep' 'knap pack --system lex' 'knap pack --system=lex' 'knap help train se' \
        'knap inspect examples/passages.j' 'knap pack -s mmr --set lam' >"$work/typed"
    cat >"$work/expected" <<'END'
knap summarize
knap pack --keep-order
knap pack --system lexrank
knap pack --system=lexrank
knap help train settings
knap inspect examples/passages.jsonl
knap pack -s mmr --set lambda=
END
    work="$work" timeout 60 zsh -f "$work/drive" <"$work/typed" 2>&1 | sed 's/ *$//' >"$work/got"
    diff "$work/expected" "$work/got" >"$work/diff" || fail "zsh: $(cat "$work/diff")"
else
    echo "zsh is not installed: its completions are not tested"
fi
finish
