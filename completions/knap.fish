# knap.fish - completes command lines of knap in fish. `knap __complete` knows what fits; this script only asks it.
function __knap_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l lines ($words[1] __complete $words[2..-1] 2>/dev/null)
    set -l word (commandline -ct)
    set -l kept (string match -r -- '^--[^=]*=' $word)
    switch "$lines[1]"
        case files
            for path in (__fish_complete_path (string replace -- "$kept" '' $word))
                echo "$kept$path"
            end
        case folders
            for path in (__fish_complete_directories (string replace -- "$kept" '' $word) '')
                echo "$kept$path"
            end
        case '*'
            string join \n -- $lines[2..-1]
    end
end
complete -c knap -f -a '(__knap_complete)'
