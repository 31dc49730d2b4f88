// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The lists of belfry-time(7), as rows of columns.
package enum ManualPage {
    /// A row of one of the lists.
    package struct Row: Sendable, CustomStringConvertible {
        package let columns: [String]
        /// The first column: the text to type.
        package var text: String { columns[0] }
        package var description: String { text }
    }

    /// The rows of the list in a section, in order.
    package static func rows(of section: String) -> [Row] {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../packaging/share/man/man7/belfry-time.7").standardized
        let lines = ((try? String(contentsOf: page, encoding: .utf8)) ?? "").split(separator: "\n")
        return lines.drop { $0 != ".Sh \(section)" }.dropFirst().prefix { !$0.hasPrefix(".Sh") }
            .filter { $0.hasPrefix(".It ") && $0.contains(" Ta ") }
            .map { Row(columns: $0.dropFirst(4).replacing("\\(dq", with: "\"").components(separatedBy: " Ta ")) }
    }
}
