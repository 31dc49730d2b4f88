// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import CGLib
import DBus
import Glibc
import NotificationModel

// Why: one property for each option of notify-send.
/// The notification described by a command line of notify-send.
struct SendOptions: Sendable {
    var title: String
    var body: SendBody?
    var level: InterruptionLevel = .active
    /// Display time in milliseconds as in notify-send: 0 is unlimited, a negative value lets the server choose.
    var expiry: Int32 = -1
    var applicationName: String
    var icon: String?
    var type: String?
    var hints: [String: Value] = [:]
    var actions: [ActionArgument] = []
    /// True with `-A default=...`, which names the click on the notification itself.
    var namesDefault = false
    var isTransient = false
    var printsIdentifier = false
    /// True with `-w` or `-A`: without a server, such a call fails instead of waiting.
    var waits = false
    var noQueue = false
    var identifier: String
    /// Value of `--replace-id`: a number of the notification server, or an identifier.
    var replaced: String?
    /// Number of `--replace-id` that is not a Belfry notification's; it is passed to the server.
    var replacedNumber: UInt32 = 0
    var trigger: [String: Value]?
    /// The key `open` or `activate`, for a click on the notification itself.
    var opening: [String: Value]
    var identifierDescriptor: Int32?
    var actionDescriptor: Int32?
    var tokenDescriptor: Int32?

    /// True if the notification has a trigger.
    var isScheduled: Bool { trigger != nil }

    /// Parses a command line as notify-send does; `--help` and `--version` end the process.
    ///
    /// - Throws: ``Failure`` with ``ExitStatus/usage`` for a wrong command line.
    init(_ arguments: [String]) throws {
        let line = try SendCommandLine(arguments)
        guard let title = line.texts.first, !title.isEmpty else { throw Failure(.usage, "No summary specified.") }
        guard line.texts.count <= 2 else { throw Failure(.usage, "Invalid number of options.") }
        self.title = title
        body = line.texts.dropFirst().first.map(SendBody.init)
        level = try Self.level(line.urgency)
        expiry = line.expiry
        applicationName = line.applicationName ?? Self.standardName
        // In notify-send since 0.8, -n is the application's icon; -i has priority over it.
        icon = line.icon ?? line.applicationIcon
        type = line.category
        isTransient = line.isTransient
        printsIdentifier = line.printsIdentifier
        replaced = line.identifier == nil ? line.replaces : nil
        identifier = ""
        trigger = try Self.trigger(line)
        opening = try Self.opening(line)
        (identifierDescriptor, actionDescriptor, tokenDescriptor) = (
            Self.descriptor(line.identifierDescriptor), Self.descriptor(line.actionDescriptor),
            Self.descriptor(line.tokenDescriptor)
        )
        for hint in line.hints { try add(SendHint(hint)) }
        identifier =
            line.identifier ?? line.replaces ?? StackTag.identifier(in: hints, applicationName: applicationName)
            ?? ShortIdentifier.makeNumber()
        for (index, action) in line.actions.enumerated() { add(action, index) }
        waits = line.waits || !actions.isEmpty
        noQueue = line.noQueue || (waits && !isScheduled)
    }

    /// Finds the request of `--replace-id`: by its identifier, else by the notification server's number. Any other
    /// number is passed to the server.
    ///
    /// - Throws: ``Failure`` with ``ExitStatus/usage`` and notify-send's message if the value is neither a number nor
    ///   an existing identifier; errors of the agent.
    mutating func findReplaced(by agent: AgentProxy) async throws {
        guard let replaced else { return }
        let named = PageOptions(identifiers: [replaced], limit: 1)
        if try await !agent.page(of: .delivered, named).rows.isEmpty { return }
        if let number = UInt32(replaced) {
            let numbered = PageOptions(limit: 1, number: number)
            let shown = try await agent.page(of: .delivered, numbered).rows.first
            if let found = shown?["identifier"]?.string {
                identifier = found
            } else if !isScheduled {
                replacedNumber = number
            }
            return
        }
        if try await !agent.page(of: .pending, named).rows.isEmpty { return }
        throw Failure(
            .usage, "Cannot parse integer value “\(replaced)” for -r, and no request has this identifier.")
    }

    /// Default application name of notify-send, to which rules of servers refer.
    private static let standardName = "notify-send"

    /// True if the notification server's number must be printed.
    var wantsNumber: Bool { (printsIdentifier || identifierDescriptor != nil) && !isScheduled }

    private static func level(_ urgency: String?) throws -> InterruptionLevel {
        switch urgency?.lowercased() {
        case nil, "normal": return .active
        case "low": return .passive
        case "critical": return .critical
        case let other?:
            throw Failure(
                .usage, "Unknown urgency \(other) specified. Known urgency levels: low, normal, critical.")
        }
    }

    private static func trigger(_ line: SendCommandLine) throws -> [String: Value]? {
        let given = [("in", line.delay), ("at", line.at), ("every", line.every)].filter { $0.1 != nil }
        guard given.count <= 1 else {
            throw Failure(.usage, "--in, --at and --every exclude each other: a notification has one time.")
        }
        guard let (family, words) = given.first, let words else { return nil }
        return TriggerOptions.words(family, words, timeZone: try Environment.timeZone())
    }

    private static func opening(_ line: SendCommandLine) throws -> [String: Value] {
        guard line.opened == nil || line.activated == nil else {
            throw Failure(.usage, "--open and --activate exclude each other: a click opens one thing.")
        }
        return ["open": line.opened, "activate": line.activated].compactMapValues { $0.map(Value.string) }
    }

    private static func descriptor(_ number: Int32) -> Int32? { number < 0 ? nil : number }

    /// Adds a hint; three hints become keys of the request. Of two with the same name, the last counts.
    private mutating func add(_ hint: SendHint) {
        let number = hint.value.int
        switch (hint.name, hint.value) {
        case ("urgency", _) where number.map((0...2).contains) == true:
            level = [.passive, .active, .critical][number ?? 1]
        case ("category", .string(let text)): type = text.isEmpty ? nil : text
        case ("transient", let value) where value.bool != nil || number != nil:
            isTransient = value.bool ?? (number != 0)
        // As in libnotify, an empty text removes the hint.
        case (_, .string("")): hints[hint.name] = nil
        default: hints[hint.name] = hint.value
        }
    }

    /// Adds `[NAME=]Text`; the default name is the option's index. An empty name or text is ignored.
    private mutating func add(_ text: String, _ index: Int) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
        let name = parts.count == 2 ? parts[0] : String(index)
        let label = parts.last ?? ""
        if name.isEmpty || label.isEmpty { return }
        if name == "default" { namesDefault = true }
        // A press can't tell two actions with the same name apart, so the first counts.
        if actions.contains(where: { $0.identifier == name }) { return }
        actions.append(ActionArgument(identifier: name, title: label))
    }

    /// Returns the request's dictionary for the agent.
    func request() throws -> [String: Value] {
        var request: [String: Value] = [
            "identifier": .string(identifier), "title": .string(title), "applicationName": .string(applicationName),
            // As with notify-send: Belfry adds no buttons of its own, and the server decides on the expiry.
            "asGiven": .boolean(true), "leaveExpiryToServer": .boolean(true),
        ]
        if let body { request["body"] = .string(body.text) }
        if body?.isMarkup == true { request["markup"] = .boolean(true) }
        if level != .active { request["interruptionLevel"] = .string(level.rawValue) }
        if expiry >= 0 { request["expireAfter"] = .double(Double(expiry) / 1000) }
        for (key, text) in [("icon", icon), ("type", type)] {
            if let text { request[key] = .string(text) }
        }
        if isTransient { request["transient"] = .boolean(true) }
        if replacedNumber != 0 { request["replacesNumber"] = .uint32(replacedNumber) }
        var hints = hints
        // As in libnotify, so that servers can find the sender's window.
        if !isScheduled, hints["sender-pid"] == nil { hints["sender-pid"] = .int64(Int64(getpid())) }
        if !hints.isEmpty {
            // A variant given by the caller is wrapped in another variant.
            request["hints"] = .properties(hints.mapValues { if case .variant = $0 { .variant($0) } else { $0 } })
        }
        if !actions.isEmpty { request["actions"] = .dictionaries(actions.map(\.properties)) }
        request.merge(opening) { $1 }
        if let trigger { request["trigger"] = .properties(trigger) }
        return request
    }
}

/// The body of notify-send, with escapes and optional markup.
struct SendBody: Sendable {
    let text: String

    /// Resolves `\n` and other escapes as notify-send does.
    init(_ argument: String) { text = argument.contains("\\") ? Self.compressed(argument) : argument }

    /// True if the text contains characters with a meaning in markup.
    var isMarkup: Bool { text.utf8.contains { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") } }

    private static func compressed(_ text: String) -> String {
        guard let result = g_strcompress(text) else { return text }
        defer { g_free(result) }
        return String(cString: result)
    }
}

/// The stack tag, with which a newer notification of an application replaces an older one, such as a volume popup.
///
/// Only some servers support it. Belfry gives both notifications the same identifier, which works with all servers.
enum StackTag {
    private static let names = ["x-canonical-private-synchronous", "x-dunst-stack-tag", "synchronous"]

    /// Returns the request's identifier, a number as for `--replace-id`; nil without a tag.
    static func identifier(in hints: [String: Value], applicationName: String) -> String? {
        guard let tag = names.lazy.compactMap({ hints[$0]?.string }).first(where: { !$0.isEmpty }) else { return nil }
        // FNV-1a gives the same result in every process, unlike Swift's own hash.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in "\(applicationName)\u{0}\(tag)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return String(1 + (hash >> 16) % UInt64(Int32.max))
    }
}
