#!/bin/sh
# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
#
# Asks a question in one second, and prints the identifier of the button that was pressed.
# Needs gdbus, of libglib2.0-bin.
#
# A shell can't answer calls of D-Bus. So the request names a command for each button, which
# the agent runs.

set -eu

folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
mkfifo "$folder/answer"
# The agent sets the variables; no text of the answer is ever part of the command.
# shellcheck disable=SC2016
command='echo "$BELFRY_ACTION" > "$BELFRY_INFO_PIPE"'

gdbus call --session --dest org.belfry.Agent --object-path /org/belfry/Agent \
    --method org.belfry.NotificationCenter1.Add example-shell "{
        'identifier': <'backup'>,
        'title': <'Back up?'>,
        'trigger': <{'in': <'1s'>}>,
        'actions': <[
            {'identifier': <'yes'>, 'title': <'Yes'>},
            {'identifier': <'no'>, 'title': <'No'>}]>,
        'userInfo': <{'pipe': <'$folder/answer'>}>,
        'on': <{'yes': <'$command'>, 'no': <'$command'>}>}" > /dev/null

# Reads until the command has written the answer.
cat "$folder/answer"
