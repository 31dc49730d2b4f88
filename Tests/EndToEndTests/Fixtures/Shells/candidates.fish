# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
#
# Completes each line of the standard input with the script $argv[1]. Prints "= LINE", and the candidates with their descriptions.

source $argv[1]
while read --line line
    printf '= %s\n' $line
    complete -C $line
end
