// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Characters of the drawing that are not ASCII, with an ASCII replacement.
package struct Glyphs: Hashable, Sendable {
    package var low: String
    package var normal: String
    package var critical: String
    package var dot: String
    package var arrow: String
    package var ellipsis: String

    package static let unicode = Glyphs(low: "○", normal: "●", critical: "▲", dot: "·", arrow: "→", ellipsis: "…")
    package static let ascii = Glyphs(low: "-", normal: "*", critical: "!", dot: "-", arrow: "->", ellipsis: "...")

    /// Returns the glyphs that the locale of these environment variables can show.
    package static func suiting(_ environment: [String: String]) -> Glyphs {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let name = locale.lowercased()
        return name.hasSuffix("utf-8") || name.hasSuffix("utf8") ? .unicode : .ascii
    }
}
