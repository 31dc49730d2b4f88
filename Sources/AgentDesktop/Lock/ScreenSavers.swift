// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import DBus
import EventLoop
import Logging

/// The screensavers on the session bus, and whether the running one is active.
///
/// The agent starts no screensaver. GNOME's proxy `org.freedesktop.ScreenSaver` refuses `GetActive`, and never counts.
actor ScreenSavers: LoopActor {
    nonisolated let loop: EventLoop

    private struct Kind {
        /// The screensaver's bus name, which is also the name of its interface.
        let name: String
        let paths: [ObjectPath]
        var owner: String?
        /// Whether the screensaver is active; nil until it has reported that.
        var isActive: Bool?
    }

    private let connection: Connection
    private let logger: Logger
    private var kinds = [
        Kind(name: "org.gnome.ScreenSaver", paths: ["/org/gnome/ScreenSaver"]),
        Kind(name: "org.cinnamon.ScreenSaver", paths: ["/org/cinnamon/ScreenSaver"]),
        Kind(name: "org.mate.ScreenSaver", paths: ["/org/mate/ScreenSaver"]),
        Kind(name: "org.xfce.ScreenSaver", paths: ["/org/xfce/ScreenSaver"]),
        Kind(name: "org.freedesktop.ScreenSaver", paths: ["/org/freedesktop/ScreenSaver", "/ScreenSaver"]),
    ]
    private var subscriptions: [Subscription] = []
    private var changed: (@Sendable () -> Void)?

    /// Time in which a screensaver must answer.
    private static let patience = Duration.seconds(2)

    init(on connection: Connection, logger: Logger) {
        self.connection = connection
        loop = connection.loop
        self.logger = logger
    }

    /// The most preferred screensaver that has reported its state, and its last report; nil without a report.
    var told: (name: String, isActive: Bool)? {
        kinds.lazy.compactMap { kind in kind.isActive.map { (kind.name, $0) } }.first
    }

    /// Subscribes to the screensavers' changes; returns when the running screensavers were asked, and most answered.
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
            // The bus replies to this call last: most screensavers have replied by then.
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
        // A closure handles the reply in the order of the bus, so that no older reply overwrites a newer signal.
        connection.assumeIsolated { connection in
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
