// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import NotificationServer

/// Prints lists of requests and notifications, with a line for each.
struct RowPrinter {
    enum Style { case human, json, porcelain }

    let style: Style
    /// True if lines end with NUL, without escaped texts.
    let endsWithNull: Bool
    /// True if the lines for people contain the application.
    let namesApplication: Bool

    /// Largest width of an identifier, a time and an application printed so far, for lists printed in parts.
    private var width = 0
    private var timeWidth = 0
    private var applicationWidth = 0

    init(style: Style, endsWithNull: Bool = false, namesApplication: Bool = false) {
        self.style = style
        self.endsWithNull = endsWithNull
        self.namesApplication = namesApplication
    }

    /// The keys to fetch for the rows of a list; nil if all keys are printed.
    func keys(of kind: List.Kind) -> [String]? {
        let common = ["identifier", "app", "title"]
        return switch (style, kind) {
        case (.json, _): nil
        case (.human, .pending): common + ["text", "nextTriggerDateUnix", "when", "snoozed", "warnsOf"]
        case (.porcelain, .pending): common + ["nextTriggerDate", "nextTriggerDateUnix"]
        case (_, _): common + ["date", "dateUnix", "state", "waitsFor", "remote"]
        }
    }

    /// A line's content, for people and for programs.
    struct Row {
        let dictionary: [String: Value]
        /// Date and state for people.
        let time: String
        /// Words after the title, for people; empty for most rows.
        let note: String
        private let date: String
        private let title: String?
        private let state: String?

        /// Creates a row. A given `state` is one more column of `--porcelain`, after the common columns.
        ///
        /// `date` is the date's key in the dictionary; with the suffix `Unix`, the key of the date in Unix seconds.
        init(
            _ dictionary: [String: Value], time: String, date: String, title: String? = nil, state: String? = nil,
            note: String = ""
        ) {
            self.dictionary = dictionary
            (self.time, self.note) = (time, note)
            (self.date, self.title, self.state) = (date, title, state)
        }

        /// Columns of `--porcelain`.
        var columns: [String] {
            let texts = ["identifier", "app", date].map { dictionary[$0]?.string ?? "" }
            let seconds = dictionary[date + "Unix"]?.double.map { String(Int64($0)) } ?? ""
            return texts + [seconds, title ?? dictionary["title"]?.string ?? ""] + (state.map { [$0] } ?? [])
        }

        var application: String { dictionary["app"]?.string ?? "" }
        var identifier: String { dictionary["identifier"]?.string ?? "" }
    }

    /// Prints rows below the rows already printed.
    mutating func print(_ rows: [Row]) throws {
        let end = endsWithNull ? "\0" : "\n"
        switch style {
        case .json: Console.print(try rows.map { try JSONText.line($0.dictionary) }, end: end)
        case .porcelain:
            let lines = rows.map { row in
                row.columns.map { endsWithNull ? $0 : $0.escapedForPorcelain }.joined(separator: "\t")
            }
            Console.print(lines, end: end)
        case .human:
            let identifiers = rows.map(\.identifier.onOneLine)
            width = max(width, min(36, identifiers.map(\.count).max() ?? 0))
            timeWidth = max(timeWidth, min(60, rows.map(\.time.count).max() ?? 0))
            applicationWidth = max(applicationWidth, min(36, rows.map(\.application.onOneLine.count).max() ?? 0))
            let lines = zip(rows, identifiers).map { [self] row, identifier in
                let title = row.dictionary["title"]?.string ?? ""
                let application = namesApplication ? row.application.onOneLine.padded(to: applicationWidth) + "  " : ""
                let rest = "  " + application + row.time.padded(to: timeWidth) + "  "
                let shown = title.isEmpty ? "(no title)" : title.onOneLine
                let name = identifier.padded(to: width)
                let note = row.note.isEmpty ? "" : "  \(row.note)"
                guard Console.isTerminal else { return Self.styled(name, rest, shown, isTitle: !title.isEmpty) + note }
                // Each row has one line in a terminal; the note is truncated first, then a long title.
                let room = Console.columns - TextWidth.of(name)
                let middle = rest.cut(to: room)
                let cut = shown.cut(to: room - TextWidth.of(middle))
                let space = room - TextWidth.of(middle) - TextWidth.of(cut)
                return Self.styled(name, middle, cut, isTitle: !title.isEmpty)
                    + (note.isEmpty ? "" : Console.dim(note.cut(to: space)))
            }
            Console.print(lines, end: end)
        }
    }

    private static func styled(_ identifier: String, _ middle: String, _ title: String, isTitle: Bool) -> String {
        Console.bold(identifier) + middle + (isTitle ? title : Console.dim(title))
    }

    /// Creates the row of a request that waits for its trigger.
    static func pending(_ request: [String: Value]) -> Row {
        let snoozed = request["snoozed"]?.bool == true ? ", snoozed" : ""
        let warns = request["warnsOf"] == nil ? "" : ", early warning"
        // If a request waits for a place, its key `text` already describes its trigger.
        let when = request["nextTriggerDateUnix"] == nil ? "" : text(request, "when").onOneLine
        return Row(request, time: text(request, "text") + snoozed + warns, date: "nextTriggerDate", note: when)
    }

    static func delivered(_ notification: [String: Value]) -> Row {
        let state =
            switch notification["state"]?.string {
            case "presenting": waiting(for: text(notification, "waitsFor"))
            case "unpresented": ", off the screen"
            default: ""
            }
        let remote = notification["remote"]?.bool == true ? ", remote" : ""
        return Row(
            notification, time: shortDate(text(notification, "date")) + remote + state, date: "date",
            state: text(notification, "state"))
    }

    /// Describes what a notification waits for before it is presented; an older agent doesn't report what that is.
    static func waiting(for want: String) -> String {
        switch want {
        case "reply": ", waits for the server's answer"
        case "extension": ", waits for the application's extension"
        case "room": ", waits for room on the screen"
        case "retry": ", waits for a retry"
        case "refused": ", refused by the server and kept"
        case "turn": ", waits for its turn"
        default: ", waits for a server"
        }
    }

    /// Creates the row of a notification that was not presented in time.
    static func missed(_ notification: [String: Value]) -> Row {
        let reason = text(notification, "reason") + (notification["waits"]?.bool == true ? ", comes in a digest" : "")
        return Row(notification, time: "\(shortDate(text(notification, "due"))), \(reason)", date: "due", state: reason)
    }

    /// Returns `2026-11-24 09:00` for an RFC 3339 date; the offset is omitted, because it is the person's own.
    static func shortDate(_ date: String) -> String {
        date.count >= 16 ? "\(date.prefix(10)) \(date.dropFirst(11).prefix(5))" : date
    }

    /// Returns `2026-11-24 09:00:00` for an RFC 3339 date.
    static func shortTime(_ date: String) -> String {
        date.count >= 19 ? "\(date.prefix(10)) \(date.dropFirst(11).prefix(8))" : date
    }

    private static func text(_ dictionary: [String: Value], _ key: String) -> String { dictionary[key]?.string ?? "" }
}
