// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Triggers

/// A reminder that a file of another program describes.
package struct FileReminder: Hashable, Sendable {
    /// Number of the line that describes the reminder, from 1.
    package var line: Int
    /// Identifier that is the same whenever the same line is read: the file's format and a hash of the line's content.
    package var identifier: String
    package var title: String
    package var body = ""
    package var trigger: Trigger
    /// First date of the reminder after the file was read.
    package var nextDate: Date
    /// Early warnings, in seconds before each date of the reminder.
    package var leads: [Int] = []
    /// Command that cron, at or remind would run; nil for a plain reminder.
    package var command: FileCommand?
}

/// A command of a crontab line, of a job of at, or of remind's `RUN`.
package struct FileCommand: Hashable, Sendable {
    /// Text of the command, for the shell.
    package var text: String
    /// Shell that reads the text.
    package var shell = "/bin/sh"
    /// Variables that the file sets for the command.
    package var environment: [String: String] = [:]

    package init(text: String, shell: String = "/bin/sh", environment: [String: String] = [:]) {
        (self.text, self.shell, self.environment) = (text, shell, environment)
    }

    /// Variable in ``environment`` that makes a shell or the loader run code before the command; nil if there is none.
    package var variableThatRunsCode: String? {
        environment.keys.sorted().first { Self.namesThatRunCode.contains($0) || $0.hasPrefix("LD_") }
    }

    private static let namesThatRunCode: Set = ["BASH_ENV", "ENV", "PS4", "SHELLOPTS"]

    /// Name of the program with which the text begins, for the reminder's title.
    package var program: String {
        let words = text.split(maxSplits: 16, whereSeparator: \.isWhitespace)
        let word = words.first { !$0.contains("=") && $0 != "(" && $0 != "{" } ?? ""
        return String((word.split(separator: "/").last ?? word).prefix(64))
    }
}

/// A line of a file that becomes no reminder, and the reason.
package struct FileLine: Error, Hashable, Sendable {
    /// Number of the line, from 1.
    package let line: Int
    /// Reason as a sentence without a full stop; it may change between releases.
    package let message: String

    package init(line: Int, _ message: String) { (self.line, self.message) = (line, message) }
}

/// A hash that names a line in identifiers: FNV-1a with 64 bits.
enum ContentHash {
    /// Returns the hash of some texts in 16 hexadecimal digits.
    static func text(_ parts: [String]) -> String {
        // The byte 0 separates the parts, so that "ab", "c" and "a", "bc" differ.
        text(parts.flatMap { Array($0.utf8) + [0] })
    }

    /// Returns the hash of some bytes.
    static func text(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
