// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus

/// Search for requests by the text that a person typed: an identifier, a prefix of an identifier, `%1`, or the
/// notification server's number of a notification.
struct RequestFinder {
    /// A list of the agent to search.
    enum Place: CaseIterable {
        case pending, delivered
        /// Notifications that wait for a digest: held back by a pause or the quiet hours, or missed.
        case held
    }

    private let agent: AgentProxy
    private let places: [Place]

    init(_ agent: AgentProxy, in places: [Place] = Place.allCases) {
        self.agent = agent
        self.places = places
    }

    /// Largest number of requests to fetch for a prefix, enough to detect an ambiguous prefix and to list examples.
    private static let sample = 10

    /// Finds the identifier of the only request that matches the text. With `orAsGiven`, returns the text, or the
    /// identifier that a `%N` stands for, if none does. Throws ``Failure`` with exit status 3 for no match or several.
    func identifier(_ text: String, orAsGiven: Bool = false) async throws -> String {
        if let identifier = try await match(text, orAsGiven: orAsGiven).identifier { return identifier }
        guard orAsGiven else { throw nothing(text) }
        return text
    }

    /// Creates the error for a text that matches no request.
    private func nothing(_ text: String) -> Failure {
        let isNumber = places.contains(.delivered) && UInt32(text) != nil
        let number = isNumber ? ", and the notification server shows nothing of this application under this number" : ""
        return Failure(.noMatch, "no request has the identifier \"\(text)\"\(number)")
    }

    /// Finds the dictionary of the only request that matches the text; a pending request comes before a delivered one.
    ///
    /// - Throws: ``Failure`` with exit status 3 if there is no match or more than one.
    func request(_ text: String) async throws -> [String: Value] {
        let (identifier, request) = try await match(text)
        guard let identifier else {
            // A missed notification is found by its whole identifier only.
            let gathered = try await agent.missed().first { $0["identifier"]?.string == text }
            if let gathered { return gathered }
            if let ended = try await ended(text) { return ended }
            throw nothing(text)
        }
        // Only pending requests have a next date and early warnings.
        guard request["nextTriggerDate"] != nil else { return request }
        var warnings = EarlyWarnings()
        warnings.note(try await agent.page(of: .pending, PageOptions(prefix: identifier + "~")).rows)
        return warnings.gathered(in: [request])[0]
    }

    /// Finds the newest entry of the history with this identifier; nil if there is none.
    private func ended(_ identifier: String) async throws -> [String: Value]? {
        var found: [String: Value]?
        try await agent.eachHistoryPage(["identifier": .string(identifier)], upTo: 1) { found = $0.first }
        return found
    }

    /// Finds a request by its identifier, else by `%N`, else by the notification server's number, else by a prefix. The
    /// identifier is nil if no request matches.
    private func match(
        _ text: String, orAsGiven: Bool = false
    ) async throws -> (identifier: String?, request: [String: Value]) {
        // An empty text, such as from an unset variable of a script, would match everything.
        guard !text.isEmpty else { throw Failure(.noMatch, "the identifier is empty") }
        if let request = try await first(PageOptions(identifiers: [text], limit: 1)).first { return (text, request) }
        if let number = LastList.ordinal(text) {
            let listed = try LastList.line(number).identifier
            if let request = try await first(PageOptions(identifiers: [listed], limit: 1)).first {
                return (listed, request)
            }
            if orAsGiven { return (listed, [:]) }
            throw Failure(.noMatch, "\"\(listed)\", \(text) of the last list, no longer exists")
        }
        if let shown = try await shown(text) { return shown }
        let found = try await first(PageOptions(prefix: text, limit: Self.sample))
        let matches = Set(found.compactMap { $0["identifier"]?.string })
        guard matches.count > 1 else { return (matches.first, found.first ?? [:]) }
        let some = matches.sorted().prefix(4).map(\.onOneLine).joined(separator: ", ")
        throw Failure(.noMatch, "several identifiers begin with \"\(text)\": \(some)")
    }

    /// Finds a delivered notification by the notification server's number, as printed by `send -p`; nil if no
    /// notification has the number.
    private func shown(_ text: String) async throws -> (identifier: String?, request: [String: Value])? {
        guard places.contains(.delivered), let number = UInt32(text), number != 0 else { return nil }
        let row = try await agent.page(of: .delivered, PageOptions(limit: 1, number: number)).rows.first
        return row?["identifier"]?.string.map { ($0, row ?? [:]) }
    }

    /// Returns the first page of the pending and delivered lists; if both are empty, requests that wait for a digest.
    private func first(_ options: PageOptions) async throws -> [[String: Value]] {
        var found: [[String: Value]] = []
        for place in places where place != .held {
            found += try await agent.page(of: place == .pending ? .pending : .delivered, options).rows
        }
        guard found.isEmpty, places.contains(.held) else { return found }
        return try await agent.missed().filter { row in
            guard row["waits"]?.bool == true, let identifier = row["identifier"]?.string else { return false }
            return options.identifiers?.contains(identifier) ?? identifier.hasPrefix(options.prefix)
        }
    }

    /// Calls `body` with each row of the lists in `places`, in the order of the lists.
    func eachRow(_ body: ([String: Value]) throws -> Void) async throws {
        for place in places where place != .held {
            try await agent.eachPage(of: place == .pending ? .pending : .delivered) { try $0.forEach(body) }
        }
        if places.contains(.held) { try await agent.missed().filter { $0["waits"]?.bool == true }.forEach(body) }
    }

    /// Returns the given identifiers that occur in one of the lists in `places`; changes nothing.
    func existing(_ identifiers: [String]) async throws -> [String] {
        var known: Set<String> = []
        for place in places where place != .held {
            try await agent.eachPage(
                of: place == .pending ? .pending : .delivered,
                PageOptions(identifiers: identifiers, limit: PageOptions.largestLimit, keys: ["identifier"])
            ) { known.formUnion($0.compactMap { $0["identifier"]?.string }) }
        }
        if places.contains(.held) {
            let held = try await agent.missed().filter { $0["waits"]?.bool == true }
            known.formUnion(held.compactMap { $0["identifier"]?.string })
        }
        return identifiers.filter(known.contains)
    }

    /// Removes requests; a text may be an identifier, a prefix, `%N` or a notification server's number, as in
    /// ``identifier(_:orAsGiven:)``.
    ///
    /// The result has the removed identifiers, and an error message for each text without a match.
    ///
    /// - Throws: ``Failure`` for an empty text or an invalid `%N`, or an error of the agent.
    func remove(
        _ texts: [String], by remove: ([String]) async throws -> [String]
    ) async throws -> (removed: [String], complaints: [String]) {
        guard !texts.contains("") else { throw Failure(.noMatch, "the identifier is empty") }
        let given = try texts.map { text in try LastList.ordinal(text).map(LastList.line)?.identifier ?? text }
        // Most texts are whole identifiers, for which one call is enough.
        var removed = try await remove(given)
        var complaints: [String] = []
        let missed = given.filter { !removed.contains($0) }
        guard !missed.isEmpty else { return (removed, []) }
        var found: [String] = []
        for text in missed {
            do {
                found.append(try await identifier(text))
            } catch let failure as Failure {
                complaints.append(failure.sentence)
            }
        }
        if !found.isEmpty { removed += try await remove(found) }
        return (removed, complaints)
    }
}

/// The early warnings in a list of pending requests; in that list each warning is a request of its own.
struct EarlyWarnings {
    private var leads: [String: [String]] = [:]

    /// The keys that ``note(_:)`` reads.
    static let keys = ["identifier", "app", "warnsOf"]

    /// Collects the early warnings among the rows of a list.
    mutating func note(_ rows: [[String: Value]]) {
        for row in rows {
            guard let parent = row["warnsOf"]?.string, let name = row["identifier"]?.string,
                name.hasPrefix(parent + "~")
            else { continue }
            leads[Self.key(parent, row), default: []].append(String(name.dropFirst(parent.count + 1)))
        }
    }

    /// Returns the rows, with the key `before` added to each request that has early warnings.
    func gathered(in rows: [[String: Value]]) -> [[String: Value]] {
        guard !leads.isEmpty else { return rows }
        return rows.map { row in
            guard row["warnsOf"] == nil, let before = leads[Self.key(row["identifier"]?.string ?? "", row)] else {
                return row
            }
            return row.merging(["before": .strings(before)]) { _, new in new }
        }
    }

    private static func key(_ identifier: String, _ row: [String: Value]) -> String {
        "\(row["app"]?.string ?? "")\0\(identifier)"
    }
}

/// Random identifiers for requests whose identifier must be known before they are added.
enum ShortIdentifier {
    // The alphabet lacks letters and digits that look alike, such as 0 and o.
    private static let alphabet = Array("23456789abcdefghjkmnpqrstuvwxyz")

    /// Creates a readable identifier, such as `ask-k3f9x2`.
    static func make(prefix: String) -> String {
        prefix + String((0..<6).map { _ in alphabet[Int.random(in: alphabet.indices)] })
    }

    /// Creates a random number from 1 to the largest `Int32`, which is valid for notify-send's `--replace-id`.
    static func makeNumber() -> String { String(UInt32.random(in: 1...UInt32(Int32.max))) }
}
