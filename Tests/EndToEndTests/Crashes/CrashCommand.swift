// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Triggers

/// A start of a request's command, which has recorded its input.
struct CrashCommand {
    let title: String
    /// The time in seconds of the test clock.
    let due: Double
    let event: String

    /// The shell command, which adds one line to a file atomically.
    static func line(to file: String) -> String {
        "printf '%s|%s|%s\\n' \"$BELFRY_TITLE\" \"$BELFRY_DUE\" \"$BELFRY_EVENT${BELFRY_TEXT:+: $BELFRY_TEXT}\" >> \(file)"
    }

    /// All starts that were recorded so far.
    static func read(_ text: String) -> [CrashCommand] {
        text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: "|").map(String.init)
            guard words.count == 3, let due = Date(rfc3339: words[1]) else { return nil }
            return CrashCommand(title: words[0], due: due.timeIntervalSince1970, event: words[2])
        }
    }

    func isOf(_ request: CrashRequest, _ occurrence: CrashOccurrence) -> Bool {
        title == request.title(occurrence.version) && abs(due - occurrence.due) < 1
    }
}
