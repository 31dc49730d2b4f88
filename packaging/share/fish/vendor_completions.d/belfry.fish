# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
#
# Completion of the command belfry in fish. The program itself knows its verbs, options and values.

function __belfry_complete
    set -l words (commandline -opc)
    set -l token (commandline -ct)
    set -l lines (command belfry __complete fish -- $words[2..] "$token" 2>/dev/null)
    switch "$lines[1]"
        case ':values' ':beginnings'
            test (count $lines) -lt 2; or printf '%s\n' $lines[2..]
        case ':files'
            set -l option (string match --regex -- '^--[^=]*=' "$token")
            set -l paths (__fish_complete_path (string replace --regex -- '^--[^=]*=' '' "$token"))
            test (count $paths) -eq 0; or printf '%s\n' "$option"$paths
        case ':command *'
            set -l count (string replace ':command ' '' -- $lines[1])
            set -l rest $words[(math $count + 1)..]
            complete -C (string join ' ' -- (string escape -- $rest) "$token")
    end
end

complete -c belfry -f -k -a '(__belfry_complete)'
