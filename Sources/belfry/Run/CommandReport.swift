// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc
import NotificationModel

/// The text and the loudness of the notification about the end of a command.
struct CommandReport {
    let end: ForegroundCommand.End
    let took: Duration
    /// The last lines of the command's output.
    let output: [String]

    /// The words at the end of the notification's title.
    var verb: String { end.succeeded ? "has ended" : "has failed" }

    var body: String {
        let words = Self.words(for: took)
        let sentence = end.succeeded ? "After \(words)." : "\(end), after \(words)."
        return ([sentence] + output).joined(separator: "\n")
    }

    /// The keys of a request that make a failure louder than a success.
    ///
    /// A command that was interrupted by Ctrl-C is no louder: the person is there.
    var loudness: [String: Value] {
        if end.succeeded { return [:] }
        if case .killed(SIGINT) = end { return [:] }
        return ["interruptionLevel": .string(InterruptionLevel.timeSensitive.rawValue), "sound": .string("default")]
    }

    /// Returns a duration in its two largest units: `2 h 5 min`, `3 min 12 s`, `4 s`.
    static func words(for duration: Duration) -> String {
        let seconds = duration.components.seconds
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        if hours > 0 { return "\(hours) h \(minutes) min" }
        return minutes > 0 ? "\(minutes) min \(seconds % 60) s" : "\(seconds) s"
    }
}
