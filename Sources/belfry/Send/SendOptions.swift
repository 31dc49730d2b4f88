// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import NotificationModel

/// What a command line of notify-send asks for.
struct SendOptions: Sendable {
    var title: String
    var body: String?
    var level: InterruptionLevel = .active
    /// Milliseconds as notify-send takes them: 0 is never, less is the server's choice.
    var expiry: Int32 = -1
    var applicationName: String?
    var icon: String?
    var type: String?
    var hints: [String: Value] = [:]
    var actions: [ActionArgument] = []
    /// `-A default=...`: the choice of the notification itself has a name.
    var namesDefault = false
    var isTransient = false
    var printsIdentifier = false
    /// Whether `-w` or `-A` was given: a waiting caller never leaves a notification without a server.
    var waits = false
    var noQueue = false
    var identifier: String
    /// What `--replace-id` names where that is no number of notify-send's: there must be such a request.
    var replacedName: String?
    var trigger: [String: Value]?
    /// What a choice of the notification itself opens: `open` or `activate`.
    var opening: [String: Value]
    var identifierDescriptor: Int32?
    var actionDescriptor: Int32?
    var tokenDescriptor: Int32?

    /// Whether it is for later.
    var isScheduled: Bool { trigger != nil }

    /// Parses a command line as notify-send does; ends the process for `--help` and `--version`.
    ///
    /// - Throws: ``Failure`` with ``ExitStatus/usage`` for a wrong one.
    init(_ arguments: [String]) throws {
        let line = try SendCommandLine(arguments)
        guard let title = line.texts.first, !title.isEmpty else { throw Failure(.usage, "No summary specified.") }
        guard line.texts.count <= 2 else { throw Failure(.usage, "Invalid number of options.") }
        self.title = title
        body = line.texts.dropFirst().first.map { PlainBody.text(of: $0) }
        level = try Self.level(line.urgency)
        expiry = line.expiry
        applicationName = line.applicationName
        // As in notify-send since 0.8: -n is the application's icon; where both are given, it stands aside.
        icon = line.icon ?? line.applicationIcon
        type = line.category
        isTransient = line.isTransient
        printsIdentifier = line.printsIdentifier
        identifier = line.identifier ?? line.replaces ?? ShortIdentifier.makeNumber()
        replacedName = line.replaces.flatMap { Int32($0) == nil ? $0 : nil }
        trigger = try Self.trigger(line)
        opening = try Self.opening(line)
        (identifierDescriptor, actionDescriptor, tokenDescriptor) = (
            Self.descriptor(line.identifierDescriptor), Self.descriptor(line.actionDescriptor),
            Self.descriptor(line.tokenDescriptor)
        )
        for hint in line.hints { try add(SendHint(hint)) }
        for (index, action) in line.actions.enumerated() { add(action, index) }
        waits = line.waits || !actions.isEmpty || namesDefault
        noQueue = line.noQueue || (waits && !isScheduled)
    }

    /// Refuses a `--replace-id` that is neither a number nor the identifier of a request, in notify-send's words.
    ///
    /// - Throws: ``Failure`` with ``ExitStatus/usage``, or what the agent throws.
    func checkReplaced(by agent: AgentProxy) async throws {
        guard let replacedName else { return }
        let named = PageOptions(identifiers: [replacedName], limit: 1)
        if try await !agent.page(of: .delivered, named).rows.isEmpty { return }
        if try await !agent.page(of: .pending, named).rows.isEmpty { return }
        throw Failure(
            .usage, "Cannot parse integer value “\(replacedName)” for -r, and no request has this identifier.")
    }

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

    /// Three hints are keys of a request; the rest go on as hints.
    private mutating func add(_ hint: SendHint) {
        switch (hint.name, hint.value) {
        case ("urgency", .byte(let number)) where number <= 2: level = [.passive, .active, .critical][Int(number)]
        case ("category", .string(let text)): type = text
        case ("transient", let value): isTransient = value.bool ?? ((value.int ?? 0) != 0)
        default: hints[hint.name] = hint.value
        }
    }

    /// `[NAME=]Text`; without a name it is the option's number. One with an empty name or text is left out.
    private mutating func add(_ text: String, _ index: Int) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { $0.trimmed }
        let name = parts.count == 2 ? parts[0] : String(index)
        let label = parts.last ?? ""
        if name.isEmpty || label.isEmpty { return }
        if name == "default" {
            namesDefault = true
        } else {
            actions.append(ActionArgument(identifier: name, title: label))
        }
    }

    /// The dictionary for the agent.
    func request() throws -> [String: Value] {
        var request: [String: Value] = ["identifier": .string(identifier), "title": .string(title)]
        if let body { request["body"] = .string(body) }
        if level != .active { request["interruptionLevel"] = .string(level.rawValue) }
        if expiry >= 0 {
            request["expireAfter"] = .double(Double(expiry) / 1000)
        }
        // As with notify-send: also what has buttons goes when the server finds it old.
        if expiry >= 0 || !actions.isEmpty { request["leaveExpiryToServer"] = .boolean(true) }
        for (key, text) in [("applicationName", applicationName), ("icon", icon), ("type", type)] {
            if let text { request[key] = .string(text) }
        }
        if isTransient { request["transient"] = .boolean(true) }
        if !hints.isEmpty { request["hints"] = .properties(hints) }
        if !actions.isEmpty { request["actions"] = .dictionaries(actions.map(\.properties)) }
        request.merge(opening) { $1 }
        if let trigger { request["trigger"] = .properties(trigger) }
        return request
    }
}

extension Substring {
    /// Without blanks at either end, as `g_strstrip` leaves it.
    fileprivate var trimmed: String {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
