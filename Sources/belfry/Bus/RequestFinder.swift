// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus

/// Finds requests by what people type: an identifier, a prefix of one, or `%1`.
struct RequestFinder {
    /// Where to look.
    enum Place: CaseIterable {
        case pending, delivered
        /// Held back by a pause or in the quiet hours, or missed: it waits for its digest.
        case held
    }

    private let agent: AgentProxy
    private let places: [Place]

    init(_ agent: AgentProxy, in places: [Place] = Place.allCases) {
        self.agent = agent
        self.places = places
    }

    /// How many of those that begin alike are looked at, to name some of them.
    private static let sample = 10

    /// The whole identifier.
    ///
    /// - Parameters:
    ///   - text: What was typed.
    ///   - orAsGiven: What matches nothing is returned as it is, instead of refused.
    /// - Returns: The one that matches.
    /// - Throws: ``Failure`` with exit status 3 when nothing, or more than one, matches.
    func identifier(_ text: String, orAsGiven: Bool = false) async throws -> String {
        if let identifier = try await match(text, orAsGiven: orAsGiven).identifier { return identifier }
        guard orAsGiven else { throw nothing(text) }
        return text
    }

    /// The refusal of what matches nothing.
    private func nothing(_ text: String) -> Failure {
        let isNumber = places.contains(.delivered) && UInt32(text) != nil
        let number = isNumber ? ", and the notification server shows nothing of this application under this number" : ""
        return Failure(.noMatch, "nothing has the identifier \"\(text)\"\(number)")
    }

    /// The request's dictionary, a pending one before a delivered one.
    func request(_ text: String) async throws -> [String: Value] {
        let (identifier, request) = try await match(text)
        guard let identifier else {
            // What a digest stands for is in it by name alone.
            let gathered = try await agent.missed().first { $0["identifier"]?.string == text }
            if let gathered { return gathered }
            throw nothing(text)
        }
        // Only what is pending has a date to come, and warnings before it.
        guard request["nextTriggerDate"] != nil else { return request }
        var warnings = EarlyWarnings()
        warnings.note(try await agent.page(of: .pending, PageOptions(prefix: identifier + "~")).rows)
        return warnings.gathered(in: [request])[0]
    }

    /// The one that has this identifier, else that the server shows under this number, else whose begins like it; nil if
    /// there is none.
    private func match(
        _ text: String, orAsGiven: Bool = false
    ) async throws -> (identifier: String?, request: [String: Value]) {
        // An empty variable of a script is the beginning of everything.
        guard !text.isEmpty else { throw Failure(.noMatch, "the identifier is empty") }
        if let request = try await first(PageOptions(identifiers: [text], limit: 1)).first { return (text, request) }
        if let number = LastList.ordinal(text) {
            let listed = try LastList.line(number).identifier
            if let request = try await first(PageOptions(identifiers: [listed], limit: 1)).first {
                return (listed, request)
            }
            if orAsGiven { return (listed, [:]) }
            throw Failure(.noMatch, "\"\(listed)\", \(text) of the last list, is not there any more")
        }
        if let shown = try await shown(text) { return shown }
        let found = try await first(PageOptions(prefix: text, limit: Self.sample))
        let matches = Set(found.compactMap { $0["identifier"]?.string })
        guard matches.count > 1 else { return (matches.first, found.first ?? [:]) }
        let some = matches.sorted().prefix(4).map(\.onOneLine).joined(separator: ", ")
        throw Failure(.noMatch, "\"\(text)\" is the beginning of more than one: \(some)")
    }

    /// The one that the notification server shows under this number, which `send -p` has printed; before any that only
    /// begins so.
    private func shown(_ text: String) async throws -> (identifier: String?, request: [String: Value])? {
        guard places.contains(.delivered), let number = UInt32(text), number != 0 else { return nil }
        let row = try await agent.page(of: .delivered, PageOptions(limit: 1, number: number)).rows.first
        return row?["identifier"]?.string.map { ($0, row ?? [:]) }
    }

    /// The first page of each place; where that is empty, what is held back.
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

    /// Removes by identifier, and by prefix what is none.
    ///
    /// - Parameters:
    ///   - texts: What was typed.
    ///   - remove: The agent's method, which returns what it has removed.
    /// - Returns: What was removed, and a sentence for each that wasn't.
    /// - Throws: ``Failure`` for an ordinal that is none, or what the agent throws.
    func remove(
        _ texts: [String], by remove: ([String]) async throws -> [String]
    ) async throws -> (removed: [String], complaints: [String]) {
        guard !texts.contains("") else { throw Failure(.noMatch, "the identifier is empty") }
        let given = try texts.map { text in try LastList.ordinal(text).map(LastList.line)?.identifier ?? text }
        // Most are whole: one call, and no list.
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
