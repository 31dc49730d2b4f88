// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus

/// Finds requests by what people type: an identifier, a prefix of one, or `%1`.
struct RequestFinder {
    /// Where to look.
    enum Place: CaseIterable {
        case pending, delivered
    }

    private let agent: AgentProxy
    private let places: [Place]

    init(_ agent: AgentProxy, in places: [Place] = Place.allCases) {
        self.agent = agent
        self.places = places
    }

    /// The whole identifier.
    ///
    /// - Parameters:
    ///   - text: What was typed.
    ///   - orAsGiven: What matches nothing is returned as it is, instead of refused.
    /// - Returns: The one that matches.
    /// - Throws: ``Failure`` with exit status 3 when nothing, or more than one, matches.
    func identifier(_ text: String, orAsGiven: Bool = false) async throws -> String {
        try Self.match(text, among: try await all().compactMap { $0["identifier"]?.string }, orAsGiven: orAsGiven)
    }

    /// The request's dictionary, a pending one before a delivered one.
    func request(_ text: String) async throws -> [String: Value] {
        let all = try await all()
        let identifier = try Self.match(text, among: all.compactMap { $0["identifier"]?.string })
        return all.first { $0["identifier"]?.string == identifier } ?? [:]
    }

    private func all() async throws -> [[String: Value]] {
        var all: [[String: Value]] = []
        if places.contains(.pending) { all += EarlyWarnings.gathered(in: try await agent.pending()) }
        if places.contains(.delivered) { all += try await agent.delivered() }
        return all
    }

    /// Picks one identifier out of those that there are.
    static func match(_ text: String, among known: [String], orAsGiven: Bool = false) throws -> String {
        // An empty variable of a script is the beginning of everything.
        guard !text.isEmpty else { throw Failure(.noMatch, "the identifier is empty") }
        if known.contains(text) { return text }
        if let number = ordinal(text) {
            let listed = try LastList.identifier(number)
            guard known.contains(listed) || orAsGiven else {
                throw Failure(.noMatch, "\"\(listed)\", \(text) of the last list, is not there any more")
            }
            return listed
        }
        let matches = Set(known.filter { $0.hasPrefix(text) })
        if matches.count == 1, let match = matches.first { return match }
        if orAsGiven, matches.isEmpty { return text }
        guard matches.isEmpty else {
            let some = matches.sorted().prefix(4).map(\.onOneLine).joined(separator: ", ")
            throw Failure(.noMatch, "\"\(text)\" is the beginning of more than one: \(some)")
        }
        throw Failure(.noMatch, "nothing has the identifier \"\(text)\"")
    }

    /// The number in `%1`; nil for anything else.
    static func ordinal(_ text: String) -> Int? { text.hasPrefix("%") ? Int(text.dropFirst()) : nil }

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
        let given = try texts.map { text in try Self.ordinal(text).map(LastList.identifier) ?? text }
        // Most are whole: one call, and no list.
        var removed = try await remove(given)
        var complaints: [String] = []
        let missed = given.filter { !removed.contains($0) }
        guard !missed.isEmpty else { return (removed, []) }
        let known = try await all().compactMap { $0["identifier"]?.string }
        var found: [String] = []
        for text in missed {
            do {
                found.append(try Self.match(text, among: known))
            } catch let failure as Failure {
                complaints.append(failure.sentence)
            }
        }
        if !found.isEmpty { removed += try await remove(found) }
        return (removed, complaints)
    }
}
