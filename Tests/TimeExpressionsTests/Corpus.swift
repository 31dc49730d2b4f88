// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The table of `corpus.txt`, whose head describes its format.
struct Corpus {
    struct Line: Sendable, CustomTestStringConvertible {
        let now: String
        let zone: String
        let front: String
        let text: String
        let result: String
        let rest: String

        var testDescription: String { "\(front) \(text) at \(now) in \(zone)" }
    }

    static let lines: [Line] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "corpus.txt")
        let table = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        var (now, zone) = ("", "")
        var lines: [Line] = []
        for line in table.split(separator: "\n") where !line.hasPrefix("//") {
            if line.hasPrefix("#") {
                let words = line.split(separator: " ")
                (now, zone) = (String(words[1]), String(words[2]))
                continue
            }
            let columns = line.split(separator: "|", omittingEmptySubsequences: false).map { column in
                var column = column.drop { $0 == " " }
                while column.last == " " { column.removeLast() }
                return String(column)
            }
            lines.append(
                Line(
                    now: now, zone: zone, front: columns[0], text: columns[1], result: columns[2],
                    rest: columns.count > 3 ? columns[3] : ""))
        }
        return lines
    }()
}
