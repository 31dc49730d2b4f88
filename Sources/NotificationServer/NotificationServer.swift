// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
package import EventLoop

// This type implements the server's side of org.freedesktop.Notifications. It stores open notifications, assigns
// numbers and sends signals. Its delegate draws notifications and reports the person's actions. Everything runs on the
// connection's loop, so signals are sent in the order of events.

/// A notification server on one bus connection.
package actor NotificationServer: LoopActor {
    package nonisolated let connection: Connection
    package nonisolated var loop: EventLoop { connection.loop }
    package private(set) var configuration: NotificationServerConfiguration

    private let delegate: any NotificationServerDelegate
    private let timers: any ExpiryTimers
    private var entries: [UInt32: Entry] = [:]
    /// Numbers of the open notifications, in the order of opening.
    private var order: [UInt32] = []
    private var lastID: UInt32 = 0
    private var nameWatch: Subscription?

    private struct Entry {
        var notification: ReceivedNotification
        var timer: (any ExpiryTimer)?
    }

    package static let path: ObjectPath = "/org/freedesktop/Notifications"
    package static let interfaceName = "org.freedesktop.Notifications"

    /// Creates a server; ``export()`` and ``takeName(_:)`` make it reachable.
    ///
    /// Without `timers`, the server uses the timers of the connection's loop.
    package init(
        on connection: Connection, configuration: NotificationServerConfiguration = .init(),
        timers: (any ExpiryTimers)? = nil, delegate: any NotificationServerDelegate
    ) {
        self.connection = connection
        self.configuration = configuration
        self.timers = timers ?? LoopTimers(connection.loop)
        self.delegate = delegate
    }

    /// Open notifications, the oldest first.
    package var open: [ReceivedNotification] { order.compactMap { entries[$0]?.notification } }

    /// Changes the configuration; open notifications keep their timers.
    package func configure(_ configuration: NotificationServerConfiguration) { self.configuration = configuration }

    /// Exports the server's object on the connection; must be called before ``takeName(_:)``.
    package func export() throws {
        try connection.assumeIsolated { try $0.export(NotificationServerObject(self), at: Self.path) }
    }

    /// Requests the server's bus name, and reports each new owner of the name to the delegate.
    ///
    /// - Returns: The bus's answer; `.inQueue` means that another program is the server until it releases the name.
    package func takeName(_ flags: NameFlags) async throws -> NameRequestResult {
        let name = configuration.name
        if nameWatch == nil {
            nameWatch = try await connection.watch(name: name) { [delegate] _, new in delegate.nameMoved(to: new) }
        }
        return try await connection.requestName(name, flags: flags)
    }

    /// Releases the server's bus name; the bus announces the release, so the server sends no signal.
    package func leave() async throws {
        nameWatch.take()?.cancel()
        try await connection.releaseName(configuration.name)
        forget()
    }

    /// Drops all open notifications without a signal, and restarts the numbers at 1.
    package func forget() {
        for entry in entries.values { entry.timer?.cancel() }
        entries = [:]
        order = []
        lastID = 0
    }
}

extension NotificationServer {
    /// Opens a notification, or replaces an open one, and starts its timer.
    ///
    /// - Returns: The notification's number, never 0.
    @discardableResult
    package func notify(_ received: ReceivedNotification) -> UInt32 {
        var notification = received
        let old = entries[received.replacesID]
        old?.timer?.cancel()
        if old != nil || (configuration.adoptsUnknownIDs && received.replacesID != 0) {
            notification.id = received.replacesID
        } else {
            makeRoom()
            notification.id = nextID()
        }
        if old == nil { order.append(notification.id) }
        entries[notification.id] = Entry(notification: notification, timer: timer(for: notification))
        delegate.show(notification, replacing: old?.notification)
        return notification.id
    }

    /// Reports an action to the notifying program, and closes the notification unless it is resident or
    /// `closesAfterAction` is false.
    ///
    /// The activation token, with which the program can raise a window, is sent before the action.
    ///
    /// - Returns: False if the notification is not open; then nothing is sent.
    @discardableResult
    package func invoke(_ key: String, on id: UInt32, activationToken token: String? = nil) -> Bool {
        guard let notification = entries[id]?.notification else { return false }
        if let token { emit("ActivationToken", [.uint32(id), .string(token)], about: notification) }
        emit("ActionInvoked", [.uint32(id), .string(key)], about: notification)
        closeAfterAnswer(notification)
        return true
    }

    /// Reports a typed reply to the notifying program, and closes the notification unless it is resident or
    /// `closesAfterAction` is false.
    ///
    /// - Returns: False if the notification is not open; then nothing is sent.
    @discardableResult
    package func reply(_ text: String, to id: UInt32) -> Bool {
        guard let notification = entries[id]?.notification else { return false }
        emit("NotificationReplied", [.uint32(id), .string(text)], to: notification.sender)
        closeAfterAnswer(notification)
        return true
    }

    /// Closes a notification and sends `NotificationClosed` with the reason.
    ///
    /// - Returns: False if the notification is not open; then nothing is sent.
    @discardableResult
    package func close(_ id: UInt32, because reason: CloseReason) -> Bool {
        // The notification's number must be invalid when `NotificationClosed` is sent.
        guard let notification = drop(id) else { return false }
        emit("NotificationClosed", [.uint32(id), .uint32(reason.rawValue)], about: notification)
        delegate.take(notification, awayBecause: reason)
        return true
    }

    /// Removes an open notification without a signal.
    ///
    /// - Returns: The notification; nil if it is not open.
    @discardableResult
    package func drop(_ id: UInt32) -> ReceivedNotification? {
        guard let entry = entries.removeValue(forKey: id) else { return nil }
        entry.timer?.cancel()
        order.removeAll { $0 == id }
        return entry.notification
    }

    /// Broadcasts a signal of `org.freedesktop.Notifications`.
    package func broadcast(_ member: String, _ arguments: [Value]) { emit(member, arguments, to: nil) }

    /// Sends a signal about a notification, to the receivers that the configuration names.
    package func emit(_ member: String, _ arguments: [Value], about notification: ReceivedNotification) {
        emit(member, arguments, to: configuration.signalDelivery == .unicast ? notification.sender : nil)
    }

    private func emit(_ member: String, _ arguments: [Value], to destination: String?) {
        let signal = Message.signal(
            path: Self.path, interface: Self.interfaceName, member: member, arguments: arguments,
            destination: destination)
        // Sending fails only if the connection is lost, and then the signal has no receiver.
        connection.assumeIsolated { try? $0.send(signal) }
    }

    private func closeAfterAnswer(_ notification: ReceivedNotification) {
        guard configuration.closesAfterAction, !notification.hints.isResident else { return }
        close(notification.id, because: .dismissed)
    }

    /// Returns the next unused notification number: each number except 0 is used once before numbers repeat.
    private func nextID() -> UInt32 {
        repeat { lastID &+= 1 } while lastID == 0 || entries[lastID] != nil
        return lastID
    }

    private func makeRoom() {
        while order.count >= max(1, configuration.capacity), let oldest = order.first {
            close(oldest, because: .undefined)
        }
    }

    private func timer(for notification: ReceivedNotification) -> (any ExpiryTimer)? {
        guard notification.hints.urgency != .critical else { return nil }
        let delay: Duration? =
            switch notification.timeout {
            case .serverDefault: configuration.defaultTimeout
            case .never: nil
            case .after(let time): time
            }
        guard let delay else { return nil }
        let id = notification.id
        return timers.start(after: delay) { [weak self] in
            self?.assumeIsolated { server in _ = server.close(id, because: .expired) }
        }
    }
}

/// Source of a server's expiry timers; tests have timers of their own.
package protocol ExpiryTimers: Sendable {
    /// Calls `expire` once on the server's loop after `delay`, unless the timer is cancelled.
    func start(after delay: Duration, expire: @escaping @Sendable () -> Void) -> any ExpiryTimer
}

/// A running timer.
package protocol ExpiryTimer: AnyObject {
    /// Stops the timer; has no effect after it fired.
    func cancel()
}

extension TimerSource: ExpiryTimer {}

/// Timers of an event loop.
package struct LoopTimers: ExpiryTimers {
    private let loop: EventLoop

    package init(_ loop: EventLoop) { self.loop = loop }

    package func start(after delay: Duration, expire: @escaping @Sendable () -> Void) -> any ExpiryTimer {
        TimerSource(after: delay, on: loop, handler: expire)
    }
}
