// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Pauses and quiet hours of the year: which notifications are held back, by the rules of the manual.
struct YearHolding {
    /// The end of each application's pause; "*" means all.
    var pauses: [String: Double] = [:]

    /// The quiet hours, which critical notifications pass, and which do not apply to one application; the flood limit
    /// is off.
    static let configuration = """
        [quiet]
        from = "23:37"
        to = "01:53"
        pierce = ["critical"]
        [flood]
        burst = 0
        [applications."org.example.App2"]
        quiet = false
        """

    /// The reason for holding a notification back at a moment; nil if it is shown.
    func reason(_ app: String, _ level: YearRequest.Level, at moment: Double, in zone: TimeZone) -> String? {
        guard level != .critical else { return nil }
        // Sums of the same seconds differ in their last bits.
        let moment = moment + 0.000_5
        if [pauses[app], pauses["*"]].contains(where: { $0.map { $0 > moment } ?? false }) { return "paused" }
        guard app != "org.example.App2" else { return nil }
        let second = Int(YearZone(zone).reading(moment).rounded(.down)) % 86_400
        return second >= 23 * 3600 + 37 * 60 || second < 3600 + 53 * 60 ? "quiet" : nil
    }
}
