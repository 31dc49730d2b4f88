// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import Glibc
import NotificationModel
import Triggers

/// The command `belfry again`: adds the request of a past notification once more.
struct Again: JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "again",
        abstract: "Add the request of a past notification once more.",
        discussion: """
            Without a time, its own trigger counts again. If its date has passed, give a time or --now; on a terminal \
            you are asked whether to show it now. While a repeating request is still pending, the new one has an \
            identifier of its own.

            belfry again k3f9 tomorrow 9am
            belfry again k3f9 --now
            """)

    @Argument(
        help: "The identifier, a unique prefix of it, or %1 for the first of the last list in this terminal.")
    var id: String

    @Argument(help: ArgumentHelp("A duration or a time, such as 1h or tomorrow 9am.", valueName: "when"))
    var words: [String] = []

    @Option(help: ArgumentHelp("The same time, given as an option.", valueName: "when"))
    var at: String?

    @Flag(help: "Show it at once.")
    var now = false

    @OptionGroup var output: AddedOptions
    @OptionGroup var owner: ApplicationOption

    var wantsJSON: Bool { output.wantsJSON }

    func validate() throws {
        if [!words.isEmpty, at != nil, now].count(where: { $0 }) > 1 {
            throw ValidationError("Give a time, --at or --now; they exclude each other.")
        }
    }

    func run() async throws {
        let agent = try await owner.session(owning: id).agent
        var request = PastRequest.without(try await PastRequest(agent).entry(id))
        if let identifier = request["identifier"]?.string {
            let pending = try await agent.page(of: .pending, PageOptions(identifiers: [identifier], limit: 1)).rows
            if !pending.isEmpty || identifier.hasPrefix(Limits.reservedPrefix) { request["identifier"] = nil }
        }
        if now {
            request["trigger"] = nil
        } else if let time = at ?? (words.isEmpty ? nil : words.joined(separator: " ")) {
            var trigger: [String: Value] = ["expression": .string(time)]
            if let zone = try Environment.timeZone() { trigger["timeZone"] = .string(zone) }
            request["trigger"] = .properties(trigger)
        }
        let isOwnTime = at == nil && words.isEmpty && !now
        do {
            try output.print(try await add(request, by: agent), of: request, isVerbose: owner.verbose)
        } catch let refusal as Refusal where refusal.code == .invalidTrigger && isOwnTime {
            try await askForNow(request, by: agent)
        }
    }

    private func add(_ request: [String: Value], by agent: AgentProxy) async throws -> [String: Value] {
        try await agent.add(request, noQueue: false, isUndoable: true)
    }

    /// Shows at once a request whose date has passed, if the person at the terminal agrees.
    private func askForNow(_ request: [String: Value], by agent: AgentProxy) async throws {
        guard Console.isPersonThere else {
            throw Failure(.usage, "the request's date has passed; give a time, such as tomorrow 9am, or --now")
        }
        guard Console.confirms("Its date has passed. Show it now?") else { throw ExitCode(ExitStatus.noMatch.rawValue) }
        var request = request
        request["trigger"] = nil
        try output.print(try await add(request, by: agent), of: request, isVerbose: owner.verbose)
    }
}

/// The search for a past notification in the history.
struct PastRequest {
    private let agent: AgentProxy

    init(_ agent: AgentProxy) { self.agent = agent }

    /// Largest number of history entries to fetch for a prefix.
    private static let sample = 1000

    /// Finds the newest history entry for a text: an identifier, `%N`, or a prefix that only one identifier has.
    ///
    /// - Throws: ``Failure`` with exit status 3 if there is no match or more than one.
    func entry(_ text: String) async throws -> [String: Value] {
        guard !text.isEmpty else { throw Failure(.noMatch, "the identifier is empty") }
        let identifier = try LastList.ordinal(text).map(LastList.line)?.identifier ?? text
        var found: [[String: Value]] = []
        try await agent.eachHistoryPage(["identifier": .string(identifier)], upTo: 1) { found += $0 }
        if let entry = found.first { return entry }
        try await agent.eachHistoryPage(["prefix": .string(identifier)], upTo: Self.sample) { found += $0 }
        let names = Set(found.compactMap { $0["identifier"]?.string })
        guard names.count <= 1 else {
            let some = names.sorted().prefix(4).map(\.onOneLine).joined(separator: ", ")
            throw Failure(.noMatch, "several identifiers begin with \"\(identifier)\": \(some)")
        }
        guard let entry = found.first else {
            throw Failure(.noMatch, "the history has no notification \"\(identifier.onOneLine)\"")
        }
        return entry
    }

    /// Returns the request of a history entry, ready to be added again, without attached files that are gone.
    static func without(_ entry: [String: Value]) -> [String: Value] {
        var request = ListedKeys.removed(from: entry)
        for key in ["warnsOf", "leadTime"] { request[key] = nil }
        if let attachments = request["attachments"]?.array {
            let present = attachments.filter { access($0.properties?["url"]?.string ?? "", R_OK) == 0 }
            if present.count < attachments.count { Console.say("attached files that are gone are left out") }
            request["attachments"] = present.isEmpty ? nil : .array(present, of: Value.properties([:]).type)
        }
        if let sound = request["sound"]?.string, sound.hasPrefix("/"), access(sound, R_OK) != 0 {
            request["sound"] = .string("default")
        }
        return request
    }
}
