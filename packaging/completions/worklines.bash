# bash completion for worklines(1): commands and options come from the program itself, so nothing here can be stale.
_worklines() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command="" i words=""
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; ++i)); do
        case ${COMP_WORDS[i]} in
            --config) ((++i)) ;;
            -*) ;;
            *) command=${COMP_WORDS[i]}; break ;;
        esac
    done
    case $prev in
        --audience) words="staff public" ;;
        --lang) words="en de es" ;;
        --format) words="html md text json" ;;
        --config | --archive | --sacct) compopt -o default; return ;;
        --spool | --out) compopt -o dirnames; return ;;
        --scripts) compopt -o default; return ;;
        *)
            if [[ -z $command ]]; then
                words="$(worklines --help 2>/dev/null | sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p') --config --help --version"
            elif [[ $cur == -* ]]; then
                words=$(worklines "$command" --help 2>/dev/null | grep -o -- '--[a-z][a-z-]*')
            elif [[ $command == explain ]]; then
                words=$(worklines explain 2>/dev/null | cut -d' ' -f1)
            fi
            ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _worklines worklines
