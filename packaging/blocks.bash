# shellcheck shell=bash
# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
#
# Runs the commands of a text in Markdown. Source this file after session.bash, with an agent on the private bus.
#
# Each block marked "sh" or "python" runs in order, while a notification server presses the button "yes" at once. A block fails if its exit
# status is not 0, or if its output differs from its "# Output: " lines, in which "..." stands for any text, and dates, spans of time and
# Belfry's own identifiers for any others. Lines before a block change this for it:
#   <!-- press: BUTTON -->   the server presses this button
#   <!-- any status -->      other exit statuses are right, too, but those of a wrong command line
#   <!-- ends -->            the block would not end by itself, and is ended after a second
# Blocks marked "console" are put aside for the script; blocks with another mark are no commands.

# Folder in which the blocks run.
# shellcheck disable=SC2154 # session.bash sets it
block_folder=$scratch
failures=0
blocks=0
# The screens, each a line number; their text is in "$scratch/screen-NUMBER".
screens=()

# Replaces dates, spans of time, identifiers and columns, which differ in each run.
alike_in_each_run() {
    local month='[0-9]{4}-[0-9]{2}-[0-9]{2}' clock='[0-9]{2}:[0-9]{2}(:[0-9]{2})?'
    sed -E -e "s/((Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?$month $clock( [A-Z]{2,5}\\b)?/WHEN/g" -e "s/(Mon|Tue|Wed|Thu|Fri|Sat|Sun) $month/DAY/g" \
        -e 's/\(in [^)]*\)/(in SPAN)/g' -e 's/^( *|WHEN  )[2-9a-z]{5}  /\1ID  /' -e 's/[0-9]+\.[0-9]+ s/TIME/' -e 's/ {2,}/  /g' -e 's/ +$//'
}

# run_block PLACE LANGUAGE FILE BUTTON END
run_block() {
    local place=$1 language=$2 file=$3 interpreter=(bash -euo pipefail) printed expected pattern status=0 limit=60
    [[ $5 != ends ]] || limit=1
    [[ $language == python ]] && interpreter=("${BELFRY_PYTHON:-/usr/bin/python3}")
    start_desktop --press "$4" > "$scratch/desktop.log"
    printed=$(cd "$block_folder" && timeout "$limit" "${interpreter[@]}" "$file" < /dev/null) || status=$?
    end_last_process
    if [[ $5 == any && ! $status =~ ^(2|64|126|127)$ || $5 == ends && $status == 124 ]]; then status=0; fi
    printed=$(alike_in_each_run <<< "$printed")
    expected=$(sed -n 's/^ *# Output: //p' "$file" | alike_in_each_run)
    pattern=$(sed -e 's/[][*?\\]/\\&/g' -e 's/\.\.\./*/g' <<< "$expected")
    # shellcheck disable=SC2053 # a pattern on purpose
    if ((status == 0)) && [[ -z $expected || $printed == $pattern ]]; then
        printf '%s: runs\n' "$place"
        return
    fi
    failures=$((failures + 1))
    printf '%s: exit status %d\n-- expected\n%s\n-- printed\n%s\n--\n' "$place" "$status" "$expected" "$printed"
}

# run_blocks FILE
run_blocks() {
    local number=0 language='' began=0 line button="yes" end=''
    while IFS= read -r line <&3; do
        number=$((number + 1))
        case $language:$line in
            ':<!-- press: '*' -->')
                button=${line#'<!-- press: '}
                button=${button%' -->'}
                ;;
            ':<!-- any status -->') end=any ;;
            ':<!-- ends -->') end=ends ;;
            ':```sh' | ':```python' | ':```console')
                language=${line#'```'}
                blocks=$((blocks + 1))
                : > "$scratch/block"
                began=$number
                ;;
            ':```'*) language=other ;;
            ':'*) ;;
            'console:```')
                mv "$scratch/block" "$scratch/screen-$began"
                screens+=("$began")
                language=
                ;;
            'other:```') language= ;;
            *':```')
                run_block "${1##*/}:$began" "$language" "$scratch/block" "$button" "$end"
                language=
                button="yes"
                end=
                ;;
            *) printf '%s\n' "$line" >> "$scratch/block" ;;
        esac
    done 3< "$1"
    if [[ -n $language ]]; then
        printf '%s: the last block has no end\n' "$1"
        failures=$((failures + 1))
    fi
}
