// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The exit statuses of `ask` as in its help; the manual has the same table.
enum AnswerStatuses {
    /// Table with a line for each status or group of statuses.
    static let table = """
        Exit status:
        0 - Yes; with -A, --reply or --category an answer, which is printed
        1 - No, and nothing else
        2 - the command line is wrong
        4 - the notification itself was chosen, and there is no --default
        5 - expired, replaced or removed
        6 - dismissed: never a yes
        65 - a value is refused
        69 - nobody can answer: no bus, agent, server, button or text field
        70 - a failure of the agent
        73 - the store cannot be read or written
        75 - too many requests wait
        77 - not allowed
        124 - --timeout ran out
        129, 130, 143 - SIGHUP, SIGINT or SIGTERM; the question is taken away
        """
}
