// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import FoundationEssentials
import Logging

/// Who the notification server is at the moment, and what it can do.
///
/// Follows the owner of `org.freedesktop.Notifications`; capabilities are read anew for each owner
/// (quirks 1, 4 and 66). GNOME's owner only takes in what the shell shows: there the shell is followed too, and
/// another shell is another server (quirk 3). Used by the ``Desktop`` only, on the loop.
actor ServerLink {
    /// A server that answered. It is the same as long as its place is, whatever it says of itself meanwhile.
    struct Server: Hashable, Sendable {
        /// Its unique name: where calls go.
        let owner: String
        /// The bus's id, its unique name and GNOME's shell, for the store: unique names begin anew with each bus.
        let place: String
        let capabilities: ServerCapabilities
        /// Name, vendor, version and specification, as it says itself.
        let information: [String]

        static func == (one: Self, other: Self) -> Bool { one.place == other.place }

        func hash(into hasher: inout Hasher) { hasher.combine(place) }

        let profile: ServerProfile
    }

    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let connection: Connection
    private let logger: Logger
    private let arrived: @Sendable (Server) -> Void
    private let left: @Sendable (_ owner: String) -> Void
    private var subscription: Subscription?
    private var shellSubscription: Subscription?
    private var busID = ""
    /// When a server was last asked for; nil once one has come.
    private var lastAsked: ContinuousClock.Instant?

    private(set) var server: Server?
    private var owner: String?
    /// The owner of GNOME's shell, where that is what shows.
    private var shell: String?
    /// The shell has gone, and its server comes back with the next one.
    private var isWaitingForShell = false
    /// Grows with each owner and each shell: what a server says counts for its own greeting only.
    private var greeting = 0

    /// A server is there, and has still to say what it can do.
    var isGreeting: Bool { owner != nil && server == nil && !isWaitingForShell }

    /// The unique name of the server that has still to say what it can do.
    var greeted: String? { isGreeting ? owner : nil }

    /// How long a server may take to say what it can do before it is asked again.
    private static let patience = Duration.seconds(5)
    /// How often it is asked before it is given what is due all the same: half a minute.
    private static let tries = 6
    /// How long to wait before a server is asked for again.
    private static let askingPause = Duration.seconds(60)

    /// Both closures are called on the loop: `arrived` when a server owns the name and has said what it can do,
    /// `left` when that owner is gone, before a next one arrives.
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
        subscription?.cancel()
        subscription = nil
        shellSubscription?.cancel()
        shellSubscription = nil
    }

    /// Asks the bus to start a server, seldom (quirk 6); one that has come and gone is asked for again (quirk 2).
    func startServerIfActivatable() {
        let now = ContinuousClock.now
        guard owner == nil, lastAsked.map({ now - $0 > Self.askingPause }) ?? true else { return }
        lastAsked = now
        // Nobody waits for the answer: a server that comes is an owner change.
        Task {
            guard try await connection.activatableNames().contains(NotifyCall.interface) else { return }
            try await connection.startService(name: NotifyCall.interface)
        }
    }

    private func ownerChanged(to new: String?) {
        shellSubscription?.cancel()
        shellSubscription = nil
        shell = nil
        isWaitingForShell = false
        leave()
        owner = new
        guard let new else { return }
        lastAsked = nil
        begin(new)
    }

    private func leave() {
        greeting += 1
        guard let owner else { return }
        server = nil
        left(owner)
    }

    private func begin(_ owner: String) {
        let turn = greeting
        // One task for each owner and shell; its result counts only while these are the ones.
        Task { await greet(owner, turn) }
    }

    private func greet(_ owner: String, _ turn: Int) async {
        // What it can do is not guessed: a server that is slow once would have no buttons for its whole life.
        let capabilities = await answer(to: "GetCapabilities", of: owner, turn, tries: Self.tries)
        guard turn == greeting else { return }
        let information = await answer(to: "GetServerInformation", of: owner, turn, tries: Self.tries)
        let words = information?.compactMap(\.string) ?? []
        let profile = ServerProfile(of: words)
        if let painter = profile.painter { await follow(painter, turn) }
        guard turn == greeting else { return }
        introduce(owner, capabilities, words, profile)
        guard capabilities == nil else { return }
        // It has been silent for long, so that what is due is shown without; what it says later counts all the same.
        let late = await answer(to: "GetCapabilities", of: owner, turn, tries: .max)
        if turn == greeting, let late { introduce(owner, late, words, profile) }
    }

    /// The same server with the capabilities of now; nil if it doesn't say them within a second, or has gone.
    ///
    /// They change while it runs: with its configuration, or with Do Not Disturb (quirk 66). Buttons that it once had
    /// are kept: Xfce's takes the word back while nobody is to be disturbed, and draws them all the same.
    func renewed(_ old: Server) async -> Server? {
        let turn = greeting
        guard let words = try? await ask("GetCapabilities", of: old.owner, within: .seconds(1)).first?.strings,
            turn == greeting, server == old
        else { return nil }
        let kept = old.capabilities.names.intersection(["actions"])
        let new = Server(
            owner: old.owner, place: old.place, capabilities: ServerCapabilities(kept.union(words), of: old.profile),
            information: old.information, profile: old.profile)
        server = new
        return new
    }

    private func introduce(_ owner: String, _ capabilities: [Value]?, _ words: [String], _ profile: ServerProfile) {
        let server = Server(
            owner: owner, place: ([busID, owner] + (shell.map { [$0] } ?? [])).joined(separator: "/"),
            capabilities: ServerCapabilities(capabilities?.first?.strings ?? [], of: profile), information: words,
            profile: profile)
        self.server = server
        logger.notice("A notification server is there", metadata: [LogKey.server: "\(words.first ?? owner)"])
        arrived(server)
    }

    // MARK: - GNOME's shell

    private func follow(_ painter: String, _ turn: Int) async {
        guard turn == greeting, shellSubscription == nil else { return }
        do {
            let following = try await connection.watch(name: painter) { [weak self] _, new in
                self?.assumeIsolated { $0.shellChanged(to: new) }
            }
            // Meanwhile there may be another owner; or another shell, whose greeting follows it itself.
            guard turn == greeting, shellSubscription == nil else { return following.cancel() }
            shellSubscription = following
        } catch {
            logger.warning("Could not follow GNOME's shell", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    /// The owner of the name stays, but what it had on the screen went with the former shell.
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

    /// Asks until there is an answer, which may be late; nil when there is none after so many tries, or another greeting.
    ///
    /// An error is an answer without content.
    private func answer(to member: String, of owner: String, _ turn: Int, tries: Int) async -> [Value]? {
        var rest = tries
        while turn == greeting, rest > 0 {
            rest -= 1
            do {
                return try await ask(member, of: owner, within: Self.patience)
            } catch {
                logger.warning(
                    "The notification server did not answer",
                    metadata: [LogKey.method: "\(member)", LogKey.error: "\(ErrorSummary(error))"])
                guard (error as? BusError)?.name == BusError.timeout.name else { return [] }
            }
        }
        return nil
    }

    private func ask(_ member: String, of owner: String, within limit: Duration) async throws -> [Value] {
        try await connection.call(NotifyCall.message(member, to: owner), timeout: limit).arguments
    }
}
