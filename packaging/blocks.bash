# shellcheck shell=bash
# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
#
# Runs the commands of a text in Markdown. Source this file after session.bash, with an agent on the private bus.
#
# Each block marked "sh" or "python" runs in order, while a notification server presses a button at once: "yes", or the one that a line
# <!-- press: BUTTON --> right before the block names. A block fails if its exit status is not 0, or if its output differs from its
# "# Output: " lines, in which "..." stands for any text. Blocks marked "console" are put aside for the script; blocks with another mark
# are no commands.

# Folder in which the blocks run.
# shellcheck disable=SC2154 # session.bash sets it
block_folder=$scratch
failures=0
blocks=0
# The screens, each a line number; their text is in "$scratch/screen-NUMBER".
screens=()

# run_block PLACE LANGUAGE FILE BUTTON
run_block() {
    local place=$1 language=$2 file=$3 interpreter=(bash -euo pipefail) printed expected pattern status=0
    [[ $language == python ]] && interpreter=("${BELFRY_PYTHON:-/usr/bin/python3}")
    start_desktop --press "$4" > "$scratch/desktop.log"
    printed=$(cd "$block_folder" && timeout 60 "${interpreter[@]}" "$file" < /dev/null) || status=$?
    end_last_process
    expected=$(sed -n 's/^ *# Output: //p' "$file")
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
    local number=0 language='' began=0 line button="yes"
    while IFS= read -r line <&3; do
        number=$((number + 1))
        case $language:$line in
            ':<!-- press: '*' -->')
                button=${line#'<!-- press: '}
                button=${button%' -->'}
                ;;
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
                run_block "${1##*/}:$began" "$language" "$scratch/block" "$button"
                language=
                button="yes"
                ;;
            *) printf '%s\n' "$line" >> "$scratch/block" ;;
        esac
    done 3< "$1"
    if [[ -n $language ]]; then
        printf '%s: the last block has no end\n' "$1"
        failures=$((failures + 1))
    fi
}
