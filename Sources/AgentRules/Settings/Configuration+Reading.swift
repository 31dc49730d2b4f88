// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import SettingsFile

extension SettingsTable {
    /// Refuses a `%` before an unknown letter, which would reach the program unchanged.
    ///
    /// `words` are a program's arguments, `key` is their key in the file, and `known` the letters that are replaced.
    static func checkPlaceholders(in words: some Sequence<String>, of key: String, known: [Character]) throws {
        for word in words {
            // `%%` begins no placeholder.
            for piece in word.replacing("%%", with: "").split(separator: "%", omittingEmptySubsequences: false)
                .dropFirst()
            {
                guard let letter = piece.first, letter.isLetter, !known.contains(letter) else { continue }
                let list = known.map { "%\($0)" }.joined(separator: ", ")
                throw SettingsProblem("\(key) has \"%\(letter)\", which is no placeholder; there are \(list)")
            }
        }
    }
}

extension ConfigurationError: LogSafeError {
    /// The problem, with quotes from the person's settings, without which the log entry would not help.
    package var logSummary: String { description }
}
