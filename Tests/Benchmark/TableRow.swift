// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A line of the table: our figure, the figure compared with, and the ratio.
struct TableRow {
    let what: String
    let ours: String
    var peer = ""
    var ratio = ""
    /// Target value of issue 2.
    var aim = ""

    init(_ what: String, _ ours: String, peer: String = "", ratio: String = "", aim: String = "") {
        self.what = what
        self.ours = ours
        self.peer = peer
        self.ratio = ratio
        self.aim = aim
    }

    /// Creates a line with two figures of the same unit, written by `format`; the ratio is ours to theirs.
    init(
        _ what: String, _ ours: Double, against peer: String, _ theirs: Double, aim: String = "",
        format: (Double) -> String
    ) {
        let ratio = theirs > 0 ? String(format: "%.2fx", ours / theirs) : ""
        self.init(what, format(ours), peer: "\(format(theirs)) \(peer)", ratio: ratio, aim: aim)
    }

    static func milliseconds(_ seconds: Double) -> String { String(format: "%.2f ms", seconds * 1000) }
    static func seconds(_ seconds: Double) -> String { String(format: "%.2f s", seconds) }
    static func rate(_ perSecond: Double) -> String { String(format: "%.0f /s", perSecond) }
    static func megabytes(_ bytes: Double) -> String { String(format: "%.2f MB", bytes / 1_000_000) }
}
