// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ICalendar

/// The file formats of other programs that Belfry reads; the raw value is the value of the option `--from`.
package enum ReminderFormat: String, CaseIterable, Sendable {
    /// Jobs of cron, as `crontab -l` prints them.
    case crontab
    /// Jobs of at, as `atq` and `at -c` print them.
    case at
    /// Events and tasks of RFC 5545.
    case ics
    /// Files of the program remind.
    case remind
    /// Timestamps of Emacs' Org mode.
    case org

    /// Number of lines that are searched for the mark of a format.
    private static let linesToLookAt = 2000

    /// Recognizes a format by its content; nil for a text without the mark of any format.
    package init?(recognizing bytes: [UInt8]) {
        if CalendarFile.recognizes(bytes) {
            self = .ics
            return
        }
        let lines = TextLines(bytes).prefix(Self.linesToLookAt).map(\.text)
        let readers: [(ReminderFormat, (Substring) -> Bool)] = [
            (.at, AtQueueReader.recognizes), (.remind, RemindReader.recognizes), (.crontab, CrontabReader.recognizes),
            (.org, OrgReader.recognizes),
        ]
        // The first line that a reader recognizes decides the format.
        for line in lines {
            guard let reader = readers.first(where: { $0.1(line) }) else { continue }
            self = reader.0
            return
        }
        return nil
    }

    /// Part of a sentence that lists the readable formats.
    package static let list =
        "a crontab (crontab -l), the jobs of at (atq and at -c), iCalendar (.ics), files of remind, "
        + "Org timestamps, and the output of \"belfry export\""
}

/// The lines of a text with their numbers, without the line ends.
struct TextLines: Sequence, IteratorProtocol {
    private var rest: Substring
    private var number = 0
    private var isAtEnd: Bool

    /// Maximum number of bytes in a line that is read.
    static let longestLine = 64 * 1024

    /// Decodes the text as UTF-8; invalid bytes become replacement characters.
    init(_ bytes: [UInt8]) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        rest = String(decoding: bytes.starts(with: mark) ? bytes[3...] : bytes[...], as: UTF8.self)[...]
        isAtEnd = rest.isEmpty
    }

    mutating func next() -> (number: Int, text: Substring)? {
        guard !isAtEnd else { return nil }
        number += 1
        let bytes = rest.utf8
        let end = bytes.firstIndex(of: 10) ?? bytes.endIndex
        var line = rest[..<end]
        if line.utf8.last == 13 { line = Substring(line.utf8.dropLast()) }
        if end == bytes.endIndex {
            isAtEnd = true
        } else {
            rest = rest[bytes.index(after: end)...]
            isAtEnd = rest.isEmpty
        }
        return (number, line)
    }
}
