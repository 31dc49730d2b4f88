// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import FoundationEssentials

/// The option `--match`, which selects requests by their text instead of by identifier.
struct MatchOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Instead of an identifier: the request with this text in its title, subtitle or body.", valueName: "text"))
    var match: String?

    func validate() throws {
        if match?.isEmpty == true { throw ValidationError("--match needs a text.") }
    }

    /// Returns the identifiers of requests with the text of `--match`, as listed or as the person chose them.
    ///
    /// If several requests have the text and `all` is false, the person at the terminal chooses; if nobody is at the
    /// terminal, the error names the requests.
    ///
    /// - Throws: ``Failure`` with exit status 3 if no request has the text, if several have it and nobody is at the
    ///   terminal, or if the person chose none.
    func identifiers(by finder: RequestFinder, all: Bool) async throws -> [String] {
        guard let match else { return [] }
        let found = try await finder.matches(of: match)
        let words = "\"\(match.onOneLine)\" in title, subtitle or body"
        guard !found.isEmpty else { throw Failure(.noMatch, "no request has \(words)") }
        if found.count == 1 || all { return found.map(\.identifier) }
        let names = found.map { "\($0.identifier.onOneLine) (\($0.title.onOneLine))" }
        guard Console.isPersonThere else {
            let some = names.prefix(Self.named).joined(separator: ", ")
            let rest = names.count > Self.named ? " and \(names.count - Self.named) more" : ""
            throw Failure(
                .noMatch, "\(found.count) requests have \(words): \(some)\(rest); give an identifier, or --all")
        }
        for (index, name) in names.enumerated() { Console.writeError("  \(index + 1)  \(name)\n") }
        Console.writeError("Which? (1-\(names.count), or several such as 1,2; an empty line for none) ")
        let chosen = try Self.numbers(readLine() ?? "", upTo: names.count)
        return chosen.map { found[$0 - 1].identifier }
    }

    /// Largest number of requests that the error about several matching requests names.
    private static let named = 10

    /// Reads the numbers that the person has chosen, without repetitions.
    private static func numbers(_ line: String, upTo count: Int) throws -> [Int] {
        let words = line.split { " ,;\t".contains($0) }
        guard !words.isEmpty else { throw Failure(.noMatch, "none was chosen") }
        var chosen: [Int] = []
        for word in words {
            guard let number = Int(word), (1...count).contains(number) else {
                throw Failure(.noMatch, "\"\(String(word).onOneLine)\" is no number from 1 to \(count)")
            }
            if !chosen.contains(number) { chosen.append(number) }
        }
        return chosen
    }
}

/// The request to which a command applies: given by identifier or by text.
struct TargetOptions: ParsableArguments {
    @Argument(help: .request)
    var id: String?

    @OptionGroup var text: MatchOption

    @Flag(help: "With --match: all requests that have the text.")
    var all = false

    func validate() throws {
        if all, text.match == nil { throw ValidationError("--all needs --match.") }
        if id == nil, text.match == nil { throw ValidationError("Give an identifier, or --match and a text.") }
    }

    /// Refuses an identifier beside `--match`.
    func refuseBoth() throws {
        if id != nil, text.match != nil { throw ValidationError("An identifier and --match exclude each other.") }
    }

    /// Connects to the agent for the application of the request.
    func session(_ owner: ApplicationOption) async throws -> Session {
        guard let id, text.match == nil else { return try await owner.session() }
        return try await owner.session(owning: id)
    }

    /// Returns the selected texts for ``RequestFinder``: the given identifier, or those of the requests that match.
    func selected(by finder: RequestFinder) async throws -> [String] {
        if text.match != nil { return try await text.identifiers(by: finder, all: all) }
        return [id].compactMap(\.self)
    }

    /// Changes the selected requests.
    ///
    /// With several requests, every change is tried before the first is made: a refusal leaves all requests unchanged.
    ///
    /// - Parameters:
    ///   - finder: Finds the requests.
    ///   - change: Changes one request; with ``Attempt/check``, the function changes and prints nothing.
    /// - Throws: ``Failure`` if no request is selected, and the errors of `change`.
    func each(_ finder: RequestFinder, _ change: (String, Attempt) async throws -> Void) async throws {
        let selected = try await selected(by: finder)
        for attempt in selected.count > 1 ? [Attempt.check, .change] : [.change] {
            for text in selected { try await change(text, attempt) }
        }
    }

    /// The attempt to change a request.
    enum Attempt {
        /// The agent is asked whether the change is possible.
        case check
        /// The request is changed, or with `--dry-run` the change is printed.
        case change
    }
}

extension RequestFinder {
    /// Finds the requests with a text in title, subtitle or body, in any case of the letters; without early warnings.
    func matches(of text: String) async throws -> [(identifier: String, title: String)] {
        let text = text.lowercased()
        var found: [(identifier: String, title: String)] = []
        try await eachRow { row in
            guard row["warnsOf"] == nil, let identifier = row["identifier"]?.string,
                ["title", "subtitle", "body"].contains(where: { row[$0]?.string?.lowercased().contains(text) == true }),
                !found.contains(where: { $0.identifier == identifier })
            else { return }
            found.append((identifier, row["title"]?.string ?? ""))
        }
        return found
    }
}
