// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// Descriptions of the result of an export or an import for a person.
enum TransferWords {
    private static let kinds = [
        ("pending", "pending request", "pending requests"),
        ("delivered", "delivered notification", "delivered notifications"),
        ("responses", "answer to fetch", "answers to fetch"), ("commands", "command to run", "commands to run"),
        ("missed", "missed one", "missed ones"), ("categories", "category", "categories"),
        ("applications", "application's badge or authorization", "applications' badges or authorizations"),
        ("pauses", "pause", "pauses"), ("extensions", "disabled extension", "disabled extensions"),
        ("registrations", "registration for remote notifications", "registrations for remote notifications"),
        ("history", "entry of the history", "entries of the history"),
        ("events", "line of the log", "lines of the log"),
    ]

    /// Lists the counts of exported or imported data as words, such as `12 pending requests, 1 category`.
    static func counts(_ counts: [String: Value]) -> String {
        let words = kinds.compactMap { key, one, more -> String? in
            let count = counts[key]?.int ?? 0
            return count == 0 ? nil : "\(count) \(count == 1 ? one : more)"
        }
        return words.isEmpty ? "nothing" : words.joined(separator: ", ")
    }

    /// Describes the result of an import, or of a trial that changes nothing.
    static func imported(_ counts: [String: Value], isTrial: Bool) -> String {
        if let before = counts["before"]?.string {
            return "nothing: this export was imported before, on \(before.onOneLine); --again imports it once more"
        }
        var text = (isTrial ? "would import " : "imported ") + self.counts(counts)
        let (kept, replaced) = (counts["kept"]?.int ?? 0, counts["replaced"]?.int ?? 0)
        if kept > 0 {
            text += "; \(kept) \(kept == 1 ? "was" : "were") there already and \(kept == 1 ? "stays" : "stay")"
        }
        if replaced > 0 { text += "; \(replaced) that \(replaced == 1 ? "was" : "were") there gave way" }
        return text
    }

    /// Returns a sentence for each kind of data that could not be exported.
    static func losses(_ counts: [String: Value]) -> [String] {
        let (files, rows) = (counts["missingFiles"]?.int ?? 0, counts["unreadable"]?.int ?? 0)
        return [
            files == 0
                ? nil : "\(files == 1 ? "an attached file is" : "\(files) attached files are") gone, and not exported",
            rows == 0 ? nil : "\(rows == 1 ? "one row" : "\(rows) rows") of the store can't be read or exported",
        ].compactMap(\.self)
    }
}
