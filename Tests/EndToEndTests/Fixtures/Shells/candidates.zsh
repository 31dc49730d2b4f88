# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
#
# Completes each line of the standard input in an interactive zsh, which has the folder $1 in its fpath. Prints "= LINE", and the
# candidates as zsh lists them. Files are in the folder $2.

zmodload zsh/zpty
cat > $2/lines
mkfifo $2/end
cat > $2/.zshrc <<'RC'
unsetopt beep
PROMPT= RPROMPT=
fpath=($FUNCTIONS $fpath)
autoload -Uz compinit
compinit -u -D
# Records the candidates that match, and how they are shown.
compadd() {
    local -a hits
    builtin compadd -O hits "$@"
    local hit
    for hit in $hits; print -r -- ${shown[${values[(ie)$hit]}]:-$hit} >> $ZDOTDIR/found
    builtin compadd "$@"
}
record() {
    local line
    for line in "${(@f)$(<$ZDOTDIR/lines)}"; do
        print -r -- "= $line" >> $ZDOTDIR/found
        BUFFER=$line CURSOR=$#line
        zle list-choices
    done
    BUFFER=
    print > $ZDOTDIR/end
}
zle -N record
bindkey '^X' record
# The terminal passes keys on at once from here on.
zle-line-init() { print > $ZDOTDIR/end }
zle -N zle-line-init
RC
export FUNCTIONS=$1 ZDOTDIR=$2
zpty shell zsh -d -i
# The pipe is read to its end, so that the next reader waits for the next writer.
cat $2/end > /dev/null
zpty -w -n shell $'\C-x'
cat $2/end > /dev/null
zpty -d shell
cat $2/found
