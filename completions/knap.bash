# knap.bash - completes command lines of knap in bash. `knap __complete` knows what fits; this script only asks it.
_knap() {
    local i word="" words=() kind candidate description
    # bash cuts words at = and :, so that --name=value comes as three; they are joined again
    for ((i = 1; i <= COMP_CWORD; i++)); do
        if [[ $i -gt 1 && ${COMP_WORDS[i]} == [=:]* && ${#words[@]} -gt 0 ]] ||
            [[ $i -gt 2 && ${COMP_WORDS[i - 1]} == *[=:] && ${#words[@]} -gt 0 ]]; then
            words[${#words[@]} - 1]+=${COMP_WORDS[i]}
        else
            words+=("${COMP_WORDS[i]}")
        fi
    done
    word=${words[${#words[@]} - 1]}
    # bash replaces what follows the last = or :, so candidates leave out the rest
    local kept=${word%"${word##*[=:]}"}
    COMPREPLY=()
    while IFS=$'\t' read -r candidate description; do
        if [[ -z $kind ]]; then
            kind=$candidate
        else
            COMPREPLY+=("${candidate#"$kept"}")
        fi
    done < <("${COMP_WORDS[0]}" __complete "${words[@]}" 2>/dev/null)
    case $kind in
    files)
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "${word#"$kept"}")
        ;;
    folders)
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -d -- "${word#"$kept"}")
        ;;
    esac
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
        compopt -o nospace 2>/dev/null
    fi
    return 0
}
complete -F _knap knap
