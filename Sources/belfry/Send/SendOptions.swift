// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import CGLib
import DBus
import Glibc
import NotificationModel

/// The notification that a command line of notify-send describes.
struct SendOptions: Sendable {
    /// The request's dictionary for the agent.
    private(set) var request: [String: Value]
    /// Display time in milliseconds as in notify-send: unlimited for 0, and the server's choice for a negative value.
    let expiry: Int32
    /// True with `-A default=...`; a click on the notification itself is then printed as the action `default`.
    private(set) var namesDefault = false
    let printsIdentifier: Bool
    /// True with `-w` or `-A`. Without a notification server, the command then fails instead of waiting for one.
    let waits: Bool
    let noQueue: Bool
    /// The value of `--replace-id`: a number of the notification server, or an identifier; nil to replace nothing.
    let replaced: String?
    let identifierDescriptor: Int32?
    let actionDescriptor: Int32?
    let tokenDescriptor: Int32?

    var identifier: String { request["identifier"]?.string ?? "" }
    var isScheduled: Bool { request["trigger"] != nil }

    /// Parses a command line as notify-send does; `--help` and `--version` end the process.
    ///
    /// - Throws: ``Failure`` with ``ExitStatus/usage`` for a wrong command line.
    init(_ arguments: [String]) throws {
        let line = try SendCommandLine(arguments)
        guard let title = line.texts.first, !title.isEmpty else { throw Failure(.usage, "No summary specified.") }
        guard line.texts.count <= 2 else { throw Failure(.usage, "Invalid number of options.") }
        (expiry, printsIdentifier) = (line.expiry, line.printsIdentifier)
        replaced = line.identifier == nil ? line.replaces : nil
        identifierDescriptor = Self.descriptor(line.identifierDescriptor)
        actionDescriptor = Self.descriptor(line.actionDescriptor)
        tokenDescriptor = Self.descriptor(line.tokenDescriptor)
        let applicationName = line.applicationName ?? Self.standardName
        var request: [String: Value] = [
            "title": .string(title), "applicationName": .string(applicationName),
            // As in notify-send, Belfry adds no buttons of its own, and only the notification server closes the
            // notification at its expiry: a server may ignore the expiry.
            "asGiven": .boolean(true), "leaveExpiryToServer": .boolean(true),
        ]
        if let body = line.texts.dropFirst().first.map(SendBody.init) {
            request["body"] = .string(body.text)
            request["markup"] = body.isMarkup ? .boolean(true) : nil
        }
        request["interruptionLevel"] = try Self.level(line.urgency)
        // In notify-send since 0.8, -n is the application's icon; -i has priority over it.
        request["icon"] = (line.icon ?? line.applicationIcon).map(Value.string)
        request["type"] = line.category.map(Value.string)
        request["transient"] = line.isTransient ? .boolean(true) : nil
        request["expireAfter"] = expiry < 0 ? nil : .double(Double(expiry) / 1000)
        request["trigger"] = try Self.trigger(line).map(Value.properties)
        request.merge(try Self.opening(line)) { $1 }
        var hints: [String: Value] = [:]
        for hint in line.hints { Self.add(try SendHint(hint), to: &request, &hints) }
        let identifier =
            line.identifier ?? line.replaces ?? StackTag.identifier(in: hints, applicationName: applicationName)
            ?? ShortIdentifier.makeNumber()
        request["identifier"] = .string(identifier)
        // libnotify adds this hint too, so that servers can find the sender's window.
        if request["trigger"] == nil, hints["sender-pid"] == nil { hints["sender-pid"] = .int64(Int64(getpid())) }
        // A hint whose value is itself a variant is wrapped in another variant: each value of a{sv} is a variant.
        let wrapped = hints.mapValues { if case .variant = $0 { Value.variant($0) } else { $0 } }
        request["hints"] = hints.isEmpty ? nil : .properties(wrapped)
        var actions: [ActionArgument] = []
        for (index, text) in line.actions.enumerated() {
            guard let action = Self.action(text, index) else { continue }
            if action.identifier == "default" { namesDefault = true }
            // Of two actions with the same name the first is used, because the server reports only the name.
            if !actions.contains(where: { $0.identifier == action.identifier }) { actions.append(action) }
        }
        if !actions.isEmpty { request["actions"] = .dictionaries(actions.map(\.properties)) }
        waits = line.waits || !actions.isEmpty
        noQueue = line.noQueue || (waits && request["trigger"] == nil)
        self.request = request
    }

    /// Finds the request to replace: by identifier, else by the notification server's number. A number that belongs to
    /// no request of Belfry is passed to the server.
    ///
    /// - Throws: ``Failure`` with ``ExitStatus/usage`` and notify-send's message if `--replace-id` is neither a number nor
    ///   an existing identifier; errors of the agent.
    mutating func findReplaced(by agent: AgentProxy) async throws {
        guard let replaced else { return }
        let named = PageOptions(identifiers: [replaced], limit: 1)
        if try await !agent.page(of: .delivered, named).rows.isEmpty { return }
        if let number = UInt32(replaced) {
            let numbered = PageOptions(limit: 1, number: number)
            let shown = try await agent.page(of: .delivered, numbered).rows.first
            if let found = shown?["identifier"]?.string {
                request["identifier"] = .string(found)
            } else if !isScheduled, number != 0 {
                // No notification of Belfry has the number, so the number is passed to the server.
                request["replacesNumber"] = .uint32(number)
            }
            return
        }
        if try await !agent.page(of: .pending, named).rows.isEmpty { return }
        throw Failure(.usage, "Cannot parse integer value “\(replaced)” for -r, and no request has this identifier.")
    }

    /// Default application name of notify-send, which people's rules for notification servers refer to.
    private static let standardName = "notify-send"

    /// True if the number that the server gives the notification must be printed.
    var wantsNumber: Bool { (printsIdentifier || identifierDescriptor != nil) && !isScheduled }

    /// Returns the interruption level for an urgency; nil for the normal urgency.
    private static func level(_ urgency: String?) throws -> Value? {
        switch urgency?.lowercased() {
        case nil, "normal": return nil
        case "low": return .string(InterruptionLevel.passive.rawValue)
        case "critical": return .string(InterruptionLevel.critical.rawValue)
        case let other?:
            throw Failure(.usage, "Unknown urgency \(other) specified. Known urgency levels: low, normal, critical.")
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

    /// Adds a hint; `urgency`, `category` and `transient` become keys of the request. A later hint replaces an earlier
    /// one with the same name.
    private static func add(_ hint: SendHint, to request: inout [String: Value], _ hints: inout [String: Value]) {
        let number = hint.value.int
        switch (hint.name, hint.value) {
        case ("urgency", _) where number.map((0...2).contains) == true:
            let level: InterruptionLevel? = [.passive, nil, .critical][number ?? 1]
            request["interruptionLevel"] = level.map { .string($0.rawValue) }
        case ("category", .string(let text)): request["type"] = text.isEmpty ? nil : .string(text)
        case ("transient", let value) where value.bool != nil || number != nil:
            request["transient"] = value.bool ?? (number != 0) ? .boolean(true) : nil
        // As in libnotify, an empty text removes the hint.
        case (_, .string("")): hints[hint.name] = nil
        default: hints[hint.name] = hint.value
        }
    }

    /// Parses `[NAME=]Text`; the name is by default the option's index. The result is nil for an empty name or text.
    private static func action(_ text: String, _ index: Int) -> ActionArgument? {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
        let name = parts.count == 2 ? parts[0] : String(index)
        guard let label = parts.last, !name.isEmpty, !label.isEmpty else { return nil }
        return ActionArgument(identifier: name, title: label)
    }
}

/// The body of a notification on notify-send's command line, with escapes and optional markup.
struct SendBody: Sendable {
    let text: String

    /// Resolves `\n` and other escapes as notify-send does.
    init(_ argument: String) { text = argument.contains("\\") ? Self.compressed(argument) : argument }

    /// True if the text contains `&` or `<`, which have a meaning in markup.
    var isMarkup: Bool { text.utf8.contains { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") } }

    private static func compressed(_ text: String) -> String {
        guard let result = g_strcompress(text) else { return text }
        defer { g_free(result) }
        return String(cString: result)
    }
}

/// The hint for a stack tag: a new notification replaces an older one of the same application with the same tag, such
/// as a volume indicator.
///
/// Some notification servers ignore the hint. Belfry gives both notifications one identifier, which works with all.
enum StackTag {
    private static let names = ["x-canonical-private-synchronous", "x-dunst-stack-tag", "synchronous"]

    /// Returns an identifier from the application name and tag, a number valid for `--replace-id`; nil without a tag.
    static func identifier(in hints: [String: Value], applicationName: String) -> String? {
        guard let tag = names.lazy.compactMap({ hints[$0]?.string }).first(where: { !$0.isEmpty }) else { return nil }
        // The hash is FNV-1a, which gives the same result in every process, unlike Swift's own.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in "\(applicationName)\u{0}\(tag)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return String(1 + (hash >> 16) % UInt64(Int32.max))
    }
}
