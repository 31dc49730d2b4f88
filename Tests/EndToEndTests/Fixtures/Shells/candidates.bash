# shellcheck shell=bash
# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
#
# Completes each line of the standard input with the script $1 and the COMP_TYPE $2, as bash does. Prints "= LINE", and the candidates.

# Bash knows this builtin only while it completes.
compopt() { :; }
# shellcheck disable=SC1090
source "$1"
while IFS= read -r line; do
    COMP_LINE=$line COMP_POINT=${#line} COMP_TYPE=$2 COMPREPLY=()
    _belfry
    printf '= %s\n' "$line"
    ((${#COMPREPLY[@]} == 0)) || printf '%s\n' "${COMPREPLY[@]}"
done
