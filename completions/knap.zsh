#compdef knap
# _knap - completes command lines of knap in zsh. `knap __complete` knows what fits; this script only asks it.
_knap() {
    local kind line word
    local -a lines plain open
    lines=("${(@f)$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    kind=${lines[1]}
    shift lines
    case $kind in
    files)
        compset -P '--*='
        _files
        return
        ;;
    folders)
        compset -P '--*='
        _files -/
        return
        ;;
    esac
    for line in "${lines[@]}"; do
        word=${${line%%$'\t'*}//:/\\:}
        # what ends with = goes on without a space
        if [[ $word == *= ]]; then
            open+=("$word:${line#*$'\t'}")
        else
            plain+=("$word:${line#*$'\t'}")
        fi
    done
    (( $#plain )) && _describe knap plain
    (( $#open )) && _describe knap open -S ''
    return 0
}
if [[ $funcstack[1] == _knap ]]; then
    _knap "$@"
else
    compdef _knap knap
fi
