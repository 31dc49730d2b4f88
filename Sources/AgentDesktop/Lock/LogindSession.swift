// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import AgentMachine
import DBus
import EventLoop
import Glibc
import Logging

/// The lock state of the person's graphical session, as reported by logind.
///
/// The agent is not part of a session. It follows the user's `Display` session, which may change.
actor LogindSession: LoopActor {
    nonisolated let loop: EventLoop

    private static let name = "org.freedesktop.login1"
    private static let manager: ObjectPath = "/org/freedesktop/login1"
    private static let managerInterface = "org.freedesktop.login1.Manager"
    private static let userInterface = "org.freedesktop.login1.User"
    private static let sessionInterface = "org.freedesktop.login1.Session"
    /// Time limit of one reply of logind: no notification is shown before logind's first replies.
    private static let patience = Duration.seconds(2)

    private struct Place: Hashable {
        let id: String
        let path: ObjectPath
    }

    private let systemBus: SystemBus
    private let logger: Logger
    private var connection: Connection?
    private var subscriptions: [Subscription] = []
    private var user: (path: ObjectPath, subscription: Subscription)?
    private var session: (place: Place, subscription: Subscription)?
    private var hint: Bool?
    /// Whether the session's lock hint was ever true: if so, a program sets the hint, and false isn't just the default.
    private var isSet = false
    /// Number of the latest read of the session's state; answers to earlier reads are ignored.
    private var reading = 0
    private var isStarted = false
    private var changed: (@Sendable () -> Void)?

    init(on systemBus: SystemBus, logger: Logger) {
        self.systemBus = systemBus
        loop = systemBus.loop
        self.logger = logger
    }

    /// The session and whether it is locked; nil if logind does not know, or no program sets the hint.
    var told: (session: String, isLocked: Bool)? {
        guard isSet, let hint, let session else { return nil }
        return (session.place.id, hint)
    }

    /// The session and its hint, even if no program sets the hint; nil if logind has not answered.
    var followed: (session: String, isLocked: Bool)? {
        guard let hint, let session else { return nil }
        return (session.place.id, hint)
    }

    /// Subscribes to changes of the session; returns when logind has reported the session's state, or does not run.
    func start(changed: @escaping @Sendable () -> Void) async {
        self.changed = changed
        do {
            let connection = try await systemBus.connected()
            self.connection = connection
            await systemBus.whenLost { [weak self] in self?.assumeIsolated { $0.lost() } }
            // A user without a session has no object in logind yet; the signal `UserNew` tells when it exists.
            let rule = MatchRule(
                sender: Self.name, path: Self.manager, interface: Self.managerInterface, member: "UserNew")
            subscriptions.append(
                try await connection.subscribe(to: rule) { [weak self] signal in
                    guard signal.arguments.first == .uint32(getuid()) else { return }
                    self?.assumeIsolated { $0.readAgain() }
                })
            subscriptions.append(
                try await connection.watch(name: Self.name) { [weak self] _, new in
                    self?.assumeIsolated { $0.ownerChanged(to: new) }
                })
            isStarted = true
            await read()
        } catch {
            logger.debug("logind can't be asked", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    func stop() {
        changed = nil
        forget()
        subscriptions.forEach { $0.cancel() }
        subscriptions = []
    }

    private func lost() {
        forget()
        connection = nil
        changed?()
    }

    private func ownerChanged(to owner: String?) {
        guard isStarted else { return }
        // The state from before logind's restart is no longer valid; the new logind is asked.
        forget()
        guard owner != nil else {
            changed?()
            return
        }
        Task {
            await read()
            changed?()
        }
    }

    private func forget() {
        reading += 1
        user.take()?.subscription.cancel()
        leaveSession()
    }

    private func leaveSession() {
        session.take()?.subscription.cancel()
        hint = nil
        isSet = false
    }

    private func readAgain() { Task { await read() } }

    /// Finds the session, and asks whether it is locked; signals report changes after that.
    private func read() async {
        reading += 1
        let turn = reading
        do {
            let path = try await call(
                .methodCall(
                    destination: Self.name, path: Self.manager, interface: Self.managerInterface, member: "GetUser",
                    arguments: [.uint32(getuid())], autoStart: false))
            guard turn == reading, case .objectPath(let path)? = path else { return }
            try await follow(user: path)
            let display =
                try await call(.getProperty("Display", of: Self.userInterface, at: path, in: Self.name))?.structure
                ?? []
            guard turn == reading else { return }
            guard case .string(let id)? = display.first, !id.isEmpty, case .objectPath(let path)? = display.last else {
                leaveSession()
                changed?()
                return
            }
            try await follow(session: Place(id: id, path: path))
            guard turn == reading, session?.place.path == path else { return }
            await readHint(of: path)
        } catch {
            guard turn == reading else { return }
            leaveSession()
            changed?()
        }
    }

    private func follow(user path: ObjectPath) async throws {
        guard user?.path != path else { return }
        user.take()?.subscription.cancel()
        let subscription = try await propertyChanges(of: path, Self.userInterface) { $0.readAgain() }
        user?.subscription.cancel()
        user = (path, subscription)
    }

    private func follow(session place: Place) async throws {
        guard session?.place != place else { return }
        leaveSession()
        let subscription = try await propertyChanges(of: place.path, Self.sessionInterface) {
            [path = place.path] logind in
            logind.sessionChanged(path)
        } told: { logind, values in
            if case .boolean(let isLocked)? = values["LockedHint"] { logind.take(isLocked, of: place.path) }
        }
        session?.subscription.cancel()
        session = (place, subscription)
    }

    /// Follows an object's properties: for a session, calls `told` with new values, and `changed` if the lock hint must
    /// be read. For a user, `told` is nil, and `changed` is called if the display session may have changed.
    private func propertyChanges(
        of path: ObjectPath, _ interface: String, changed: @escaping @Sendable (isolated LogindSession) -> Void,
        told: (@Sendable (isolated LogindSession, [String: Value]) -> Void)? = nil
    ) async throws -> Subscription {
        guard let connection else { throw BusError.disconnected }
        let rule = MatchRule.propertiesChanged(of: interface, at: path, from: Self.name)
        return try await connection.subscribe(to: rule) { [weak self] signal in
            let values = signal.changedProperties
            let stale = signal.arguments.last?.strings ?? []
            self?.assumeIsolated { logind in
                if let told {
                    told(logind, values)
                    if stale.contains("LockedHint") { changed(logind) }
                } else if values["Display"] != nil || stale.contains("Display") {
                    changed(logind)
                }
            }
        }
    }

    private func sessionChanged(_ path: ObjectPath) { Task { await readHint(of: path) } }

    /// Reads the session's lock hint; returns when logind's answer is handled.
    private func readHint(of path: ObjectPath) async {
        guard let connection else { return }
        let message = Message.getProperty("LockedHint", of: Self.sessionInterface, at: path, in: Self.name)
        await withCheckedContinuation { continuation in
            // A closure handles the reply in the order of the bus, so that no older reply overwrites a newer signal.
            connection.assumeIsolated { connection in
                connection.start(message, timeout: Self.patience) { [weak self] result in
                    if case .success(let reply) = result,
                        case .boolean(let isLocked)? = reply.arguments.first?.unwrapped
                    {
                        self?.assumeIsolated { $0.take(isLocked, of: path) }
                    }
                    continuation.resume()
                }
            }
        }
    }

    private func take(_ isLocked: Bool, of path: ObjectPath) {
        guard session?.place.path == path else { return }
        if isLocked || hint == true { isSet = true }
        hint = isLocked
        changed?()
    }

    // MARK: - Calls

    private func call(_ message: Message) async throws -> Value? {
        guard let connection else { throw BusError.disconnected }
        return try await connection.call(message, timeout: Self.patience).arguments.first
    }
}
