// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import DBus
import EventLoop
import Logging

/// The screensavers of the session's bus: whether the one that runs is up.
///
/// None is ever started. GNOME's proxy of the freedesktop name refuses `GetActive`: it is no source.
actor ScreenSavers {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private struct Kind {
        /// Also its interface.
        let name: String
        let paths: [ObjectPath]
        var owner: String?
        /// Nil until it has told.
        var isActive: Bool?
    }

    private let connection: Connection
    private let logger: Logger
    /// In the order in which they are believed.
    private var kinds = [
        Kind(name: "org.gnome.ScreenSaver", paths: ["/org/gnome/ScreenSaver"]),
        Kind(name: "org.cinnamon.ScreenSaver", paths: ["/org/cinnamon/ScreenSaver"]),
        Kind(name: "org.mate.ScreenSaver", paths: ["/org/mate/ScreenSaver"]),
        Kind(name: "org.xfce.ScreenSaver", paths: ["/org/xfce/ScreenSaver"]),
        Kind(name: "org.freedesktop.ScreenSaver", paths: ["/org/freedesktop/ScreenSaver", "/ScreenSaver"]),
    ]
    private var subscriptions: [Subscription] = []
    private var changed: (@Sendable () -> Void)?

    /// How long one may take to say whether it is up.
    private static let patience = Duration.seconds(2)

    init(on connection: Connection, logger: Logger) {
        self.connection = connection
        loop = connection.loop
        self.logger = logger
    }

    /// The first that has told, and what it said last.
    var told: (name: String, isActive: Bool)? {
        kinds.lazy.compactMap { kind in kind.isActive.map { (kind.name, $0) } }.first
    }

    /// Begins to listen; when it returns, those that run have been asked, and most have answered.
    func start(changed: @escaping @Sendable () -> Void) async {
        self.changed = changed
        do {
            for index in kinds.indices {
                let name = kinds[index].name
                let rule = MatchRule(sender: name, interface: name, member: "ActiveChanged")
                subscriptions.append(
                    try await connection.subscribe(to: rule) { [weak self] signal in
                        guard case .boolean(let isActive)? = signal.arguments.first else { return }
                        self?.assumeIsolated { $0.take(isActive, from: index, signal.sender) }
                    })
                subscriptions.append(
                    try await connection.watch(name: name) { [weak self] _, owner in
                        self?.assumeIsolated { $0.follow(owner, of: index) }
                    })
            }
            // Their answers come before this one.
            _ = try await connection.owner(of: kinds[0].name)
        } catch {
            logger.warning("Could not follow the screensavers", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    func stop() {
        changed = nil
        subscriptions.forEach { $0.cancel() }
        subscriptions = []
    }

    private func follow(_ owner: String?, of index: Int) {
        kinds[index].owner = owner
        kinds[index].isActive = nil
        if let owner { ask(owner, index, kinds[index].paths[...]) }
        changed?()
    }

    private func ask(_ owner: String, _ index: Int, _ paths: ArraySlice<ObjectPath>) {
        guard let path = paths.first else { return }
        let message = Message.methodCall(
            destination: owner, path: path, interface: kinds[index].name, member: "GetActive", arguments: [],
            autoStart: false)
        // By closure: in the order of the bus, so that no older answer undoes a newer signal.
        _ = connection.assumeIsolated { connection in
            connection.start(message, timeout: Self.patience) { [weak self] result in
                self?.assumeIsolated { savers in
                    if case .success(let reply) = result, case .boolean(let isActive)? = reply.arguments.first {
                        savers.take(isActive, from: index, owner)
                    } else if savers.kinds[index].owner == owner {
                        savers.ask(owner, index, paths.dropFirst())
                    }
                }
            }
        }
    }

    private func take(_ isActive: Bool, from index: Int, _ owner: String?) {
        guard kinds[index].owner == owner, owner != nil else { return }
        kinds[index].isActive = isActive
        changed?()
    }
}
