// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import DBus
import DesktopPresentation
package import EventLoop
import FoundationEssentials
import Logging

/// The present notification server and its capabilities.
///
/// The actor follows the owner of `org.freedesktop.Notifications`, and reads each owner's capabilities (quirks 1, 4 and
/// 66 of `quirks.tsv`). GNOME's owner passes notifications to the shell, so the shell is followed, too, and another
/// shell counts as another server (quirk 3). Only ``Desktop`` uses this actor.
package actor ServerLink: LoopActor {
    package nonisolated let loop: EventLoop

    private let connection: Connection
    private let logger: Logger
    private let arrived: @Sendable (Server) -> Void
    private let left: @Sendable (_ owner: String) -> Void
    private var subscription: Subscription?
    private var shellSubscription: Subscription?
    private var busID = ""
    /// The time when the bus was last asked to start a server; nil once a server runs.
    private var lastAsked: ContinuousClock.Instant?

    private(set) var server: Server?
    private var owner: String?
    /// The unique bus name of GNOME's shell, if the shell shows the notifications.
    private var shell: String?
    /// Whether GNOME's shell has exited; the server counts as arrived again with the next shell.
    private var isWaitingForShell = false
    /// A number that grows with each owner and each shell; replies to earlier questions are ignored.
    private var greeting = 0

    /// Whether a server owns `org.freedesktop.Notifications` and has not reported its capabilities yet.
    var isGreeting: Bool { owner != nil && server == nil && !isWaitingForShell }

    /// The unique name of a server that has not reported its capabilities yet.
    var greeted: String? { isGreeting ? owner : nil }

    /// The present server's failure to answer a question; nil once the server has answered all questions.
    private(set) var silence: Silence?

    /// The time limit for a server's reply to one question; after that the server is asked again.
    private static let patience = Duration.seconds(5)
    /// The time limit for a server's reply when ``complete(_:)`` asks its questions again.
    private static let shortPatience = Duration.seconds(1)
    /// The shortest pause before the bus is asked again to start a server.
    private static let askingPause = Duration.seconds(60)
    /// The time that the bus gives a service to start.
    static let startLimit = Duration.seconds(25)

    /// Both closures are called on the loop: `arrived` when a server owns its bus name and has reported its
    /// capabilities, and `left` when that server has exited, before the next server arrives.
    init(
        connection: Connection, logger: Logger, arrived: @escaping @Sendable (Server) -> Void,
        left: @escaping @Sendable (String) -> Void
    ) {
        self.connection = connection
        self.loop = connection.loop
        self.logger = logger
        self.arrived = arrived
        self.left = left
    }

    func start() async throws {
        let call = Message.methodCall(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "GetId", arguments: [])
        busID = try await connection.call(call).arguments.first?.string ?? ""
        subscription = try await connection.watch(name: NotifyCall.interface) { [weak self] _, new in
            self?.assumeIsolated { $0.ownerChanged(to: new) }
        }
    }

    func stop() {
        subscription.take()?.cancel()
        shellSubscription.take()?.cancel()
    }

    /// Asks the bus to start a server, at most once a minute (quirk 6). The first call after a server has exited asks
    /// at once (quirk 2).
    func startServerIfActivatable() {
        let now = ContinuousClock.now
        guard owner == nil, lastAsked.map({ now - $0 > Self.askingPause }) ?? true else { return }
        // Why: this is a task of its own, because nobody waits for it: a server's start changes the name's owner.
        Task { await hasOwnerOrStarts() }
    }

    /// Asks the bus to start a server if none owns the bus name; returns whether a server owns the name now.
    @discardableResult
    func hasOwnerOrStarts(within limit: Duration = startLimit) async -> Bool {
        guard owner == nil else { return true }
        lastAsked = .now
        do {
            guard try await connection.activatableNames().contains(NotifyCall.interface) else { return false }
            try await connection.startService(name: NotifyCall.interface, within: limit)
        } catch {
            logger.warning(
                "The bus could not start a notification server", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
        return owner != nil
    }

    private func ownerChanged(to new: String?) {
        shellSubscription.take()?.cancel()
        shell = nil
        isWaitingForShell = false
        leave()
        owner = new
        guard let new else { return }
        lastAsked = nil
        silence = nil
        begin(new)
    }

    private func leave() {
        greeting += 1
        silence = nil
        guard let owner else { return }
        server = nil
        left(owner)
    }

    private func begin(_ owner: String) {
        let turn = greeting
        // Why: each pair of owner and shell has a task of its own; its result is dropped if another pair has followed.
        Task { await greet(owner, turn) }
    }

    private func greet(_ owner: String, _ turn: Int) async {
        // A failed question is repeated: with guessed capabilities, a slow server would have no buttons until it exits.
        var greeting = ServerGreeting()
        var wasSilent = false
        while turn == self.greeting, case .ask(let question, let pause) = greeting.next {
            if pause > 0 { try? await Task.sleep(for: .seconds(pause)) }
            guard turn == self.greeting else { return }
            let reply = await reply(to: question, of: owner, turn)
            wasSilent = wasSilent || reply == .silence
            greeting.take(reply)
        }
        guard await introduce(owner, greeting, turn), wasSilent, greeting.capabilities == nil else { return }
        // The server hasn't replied yet, so due notifications are shown without its capabilities. A late reply counts.
        guard let late = try? await ask(ServerGreeting.Question.capabilities.rawValue, of: owner, within: nil).first,
            turn == self.greeting, let words = late.strings, let server
        else { return }
        introduce(owner, words, server.information, server.profile, isComplete: !server.information.isEmpty)
    }

    /// Asks a server again that has not answered all questions; new answers count as another arrival of the server.
    func complete(_ server: Server) async {
        let turn = greeting
        guard !server.isComplete, self.server == server else { return }
        let capabilities = try? await ask("GetCapabilities", of: server.owner, within: Self.shortPatience).first?
            .strings
        guard turn == greeting else { return }
        let information = try? await ask("GetServerInformation", of: server.owner, within: Self.shortPatience)
        guard turn == greeting, let server = self.server, !server.isComplete else { return }
        let words = information?.compactMap(\.string) ?? server.information
        let names = capabilities ?? Array(server.said)
        guard Set(names) != server.said || words != server.information else { return }
        let profile = ServerProfile(of: words)
        if let painter = profile.painter { await follow(painter, turn) }
        guard turn == greeting else { return }
        introduce(server.owner, names, words, profile, isComplete: capabilities != nil && !words.isEmpty)
    }

    private func introduce(_ owner: String, _ said: ServerGreeting, _ turn: Int) async -> Bool {
        guard turn == greeting else { return false }
        let words = said.information ?? []
        let profile = ServerProfile(of: words)
        if let painter = profile.painter { await follow(painter, turn) }
        guard turn == greeting else { return false }
        introduce(owner, said.capabilities ?? [], words, profile, isComplete: said.isComplete)
        return true
    }

    /// Returns the same server with its present capabilities; nil if it does not reply within a second, or has exited.
    ///
    /// Capabilities change with the server's configuration and with Do Not Disturb (quirk 66). A server that had
    /// buttons keeps them: during Do Not Disturb, Xfce's server does not report them, but draws them.
    func renewed(_ old: Server) async -> Server? {
        let turn = greeting
        guard let words = try? await ask("GetCapabilities", of: old.owner, within: .seconds(1)).first?.strings,
            turn == greeting, server == old
        else { return nil }
        let kept = old.capabilities.names.intersection(["actions"])
        let new = Server(
            owner: old.owner, place: old.place, capabilities: ServerCapabilities(kept.union(words), of: old.profile),
            information: old.information, isComplete: old.isComplete, said: Set(words), profile: old.profile)
        server = new
        return new
    }

    private func introduce(
        _ owner: String, _ capabilities: [String], _ words: [String], _ profile: ServerProfile, isComplete: Bool
    ) {
        let server = Server(
            owner: owner, place: ([busID, owner] + (shell.map { [$0] } ?? [])).joined(separator: "/"),
            capabilities: ServerCapabilities(capabilities, of: profile), information: words,
            isComplete: isComplete, said: Set(capabilities), profile: profile)
        self.server = server
        if isComplete { silence = nil }
        logger.notice("A notification server was found", metadata: [LogKey.server: "\(words.first ?? owner)"])
        arrived(server)
    }

    // MARK: - GNOME's shell

    private func follow(_ painter: String, _ turn: Int) async {
        guard turn == greeting, shellSubscription == nil else { return }
        do {
            let following = try await connection.watch(name: painter) { [weak self] _, new in
                self?.assumeIsolated { $0.shellChanged(to: new) }
            }
            // If the owner or the shell has changed by now, only the greeting of the new pair continues.
            guard turn == greeting, shellSubscription == nil else { return following.cancel() }
            shellSubscription = following
        } catch {
            logger.warning("Could not follow GNOME's shell", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    /// Handles a new shell: the owner of the name is the same, but its notifications were lost with the former shell.
    private func shellChanged(to new: String?) {
        guard new != shell, let owner else { return }
        let hadShell = shell != nil
        shell = new
        if hadShell {
            leave()
            isWaitingForShell = true
        }
        guard new != nil, isWaitingForShell else { return }
        isWaitingForShell = false
        begin(owner)
    }

    private func reply(
        to question: ServerGreeting.Question, of owner: String, _ turn: Int
    ) async -> ServerGreeting.Reply {
        let end = ContinuousClock.now + Self.patience
        do {
            let values = try await ask(question.rawValue, of: owner, within: Self.patience)
            switch question {
            case .capabilities:
                guard let words = values.first?.strings else { throw BusError.invalidArguments("") }
                return .words(words)
            case .information: return .words(values.compactMap(\.string))
            }
        } catch {
            guard turn == greeting else { return .error }
            if silence == nil {
                logger.warning(
                    "The notification server did not answer a call",
                    metadata: [LogKey.method: "\(question.rawValue)", LogKey.error: "\(ErrorSummary(error))"])
            }
            let name = (error as? BusError)?.name ?? "\(ErrorSummary(error))"
            silence = Silence(owner: owner, since: silence?.since ?? .now, error: name)
            // A server may itself return the timeout error, so only an error after the time limit counts as silence.
            return name == BusError.timeout.name && ContinuousClock.now >= end ? .silence : .error
        }
    }

    private func ask(_ member: String, of owner: String, within limit: Duration?) async throws -> [Value] {
        try await connection.call(NotifyCall.message(member, to: owner), timeout: limit).arguments
    }
}
