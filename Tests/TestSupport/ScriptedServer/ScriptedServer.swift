// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
package import EventLoop
package import NotificationServer

/// A notification server that does what a test says, on a real bus.
///
/// It is `NotificationServer`, which `belfry desktop` uses, behind an object that misbehaves on demand. A test reads
/// the shown notifications with ``nextNotification(seconds:file:line:)`` and acts as the person with ``press(_:on:)``
/// and so on.
package actor ScriptedServer: LoopActor {
    package nonisolated let loop: EventLoop
    /// The script, which may change at any time; see ``change(_:)``.
    package private(set) var script: ScriptedServerScript

    private let address: String
    private nonisolated let notifications = Mailbox<ReceivedNotification>()
    nonisolated let calls = Mailbox<ScriptedServerCall>()
    private nonisolated let closings = Mailbox<Closing>()
    private(set) var connection: Connection?
    var server: NotificationServer?
    private(set) var forger: Connection?
    var heldReplies: [CheckedContinuation<Void, any Error>] = []
    /// Number of the last call that was to be held; calls up to ``released`` are not held any more.
    var holds = 0
    var released = 0
    var neverAnswered: [CheckedContinuation<Void, any Error>] = []
    /// Timers of the notifications on a recorded server.
    var timers: [UInt32: TimerSource] = [:]
    var pauses: [TimerSource] = []
    /// The last notification that a recorded server got, and its time.
    var lastNotified: (words: [String], at: ContinuousClock.Instant)?
    /// The screen of a recorded server; nil if it shows all open notifications.
    package internal(set) var screen: PlayedScreen?
    /// Number of dialogs that a recorded server has made.
    package internal(set) var dialogs = 0
    /// Connections that have left the bus.
    var departed: Set<String> = []

    /// A notification that was closed, and the reason.
    package struct Closing: Hashable, Sendable {
        package let id: UInt32
        package let reason: CloseReason

        package init(id: UInt32, reason: CloseReason) {
            self.id = id
            self.reason = reason
        }
    }

    /// Makes a server that is not on the bus yet.
    package init(on address: String, loop: EventLoop, script: ScriptedServerScript = .init()) {
        self.address = address
        self.loop = loop
        self.script = script
    }

    /// Connects to the bus, takes the name and counts from 1.
    ///
    /// - Parameters:
    ///   - flags: The flags of the name's request.
    ///   - delay: Time from taking the name to exporting the object, as on servers that start slowly; nil exports the
    ///     object first.
    /// - Returns: The bus's reply about the name; a server in the queue takes the name when its owner releases it.
    /// - Throws: ``DBus/BusError``.
    @discardableResult
    package func come(
        _ flags: NameFlags = [.allowReplacement, .replaceExisting], exportingAfter delay: Duration? = nil
    ) async throws -> NameRequestResult {
        let connection = try Connection(to: .at(address), on: loop)
        let server = NotificationServer(on: connection, configuration: script.configuration, delegate: self)
        self.connection = connection
        self.server = server
        screen = script.play?.screen.map(PlayedScreen.init)
        if script.play?.isOwnedBySender == true { try await watchSenders(connection) }
        let object = try ScriptedServerObject(self)
        guard let delay else {
            try await connection.export(object, at: NotificationServer.path)
            return try await server.takeName(flags)
        }
        pauses.append(
            TimerSource(after: delay, on: loop) {
                Task { try await connection.export(object, at: NotificationServer.path) }
            })
        return try await server.takeName(flags)
    }

    private func watchSenders(_ connection: Connection) async throws {
        try await connection.subscribe(to: MatchRule(interface: "org.freedesktop.DBus")) { [weak self] message in
            let words = message.arguments.compactMap(\.string)
            guard message.member == "NameOwnerChanged", words.count == 3, words[2].isEmpty else { return }
            self?.assumeIsolated { _ = $0.departed.insert(words[0]) }
        }
    }

    /// Leaves the bus without a signal, like a server that crashed; waiting calls get no reply.
    package func leave() {
        connection?.assumeIsolated { $0.close() }
        // After the close the errors of these calls can't become replies any more.
        for reply in heldReplies + neverAnswered { reply.resume(throwing: BusError.disconnected) }
        heldReplies = []
        neverAnswered = []
        forger?.assumeIsolated { $0.close() }
        for timer in pauses + timers.values { timer.cancel() }
        pauses = []
        timers = [:]
        connection = nil
        server = nil
        forger = nil
    }

    /// Changes the script for later calls.
    package func change(_ change: (inout ScriptedServerScript) -> Void) {
        change(&script)
        let configuration = script.configuration
        server?.assumeIsolated { $0.configure(configuration) }
    }

    /// Waits until the bus has all earlier messages of the server, and the server all earlier messages of the bus.
    package func catchUp() async throws { _ = try await connection?.owner(of: NotificationServer.interfaceName) }

    /// The server's unique name on the bus; nil while it is disconnected.
    package var uniqueName: String? { connection?.uniqueName }

    /// The open notifications, the oldest first.
    package var open: [ReceivedNotification] { server?.assumeIsolated { $0.open } ?? [] }
}

extension ScriptedServer {
    /// Returns the next shown notification, also a replacement; waits until the deadline.
    package nonisolated func nextNotification(
        seconds: Double = 30, file: String = #fileID, line: Int = #line
    ) async throws -> ReceivedNotification {
        try await notifications.next(seconds: seconds, file: file, line: line)
    }

    /// Returns the next call of any method; waits until the deadline.
    package nonisolated func nextCall(
        seconds: Double = 30, file: String = #fileID, line: Int = #line
    ) async throws -> ScriptedServerCall {
        try await calls.next(seconds: seconds, file: file, line: line)
    }

    /// Returns the next closed notification; waits until the deadline.
    package nonisolated func nextClosing(
        seconds: Double = 30, file: String = #fileID, line: Int = #line
    ) async throws -> Closing {
        try await closings.next(seconds: seconds, file: file, line: line)
    }

    /// Removes and returns the shown notifications that the test has not read.
    package nonisolated func takeNotifications() -> [ReceivedNotification] { notifications.takeAll() }

    /// Removes and returns the calls that the test has not read.
    package nonisolated func takeCalls() -> [ScriptedServerCall] { calls.takeAll() }

    /// Presses a button; the key is sent unchanged, offered or not.
    package func press(_ key: String, on notification: ReceivedNotification) {
        act(.press(key), on: notification.id)
    }

    /// Types an answer.
    package func reply(_ text: String, to notification: ReceivedNotification) {
        act(.reply(text), on: notification.id)
    }

    /// Closes the notification as a person does.
    package func dismiss(_ notification: ReceivedNotification) { act(.dismiss, on: notification.id) }

    /// Lets the notification expire.
    package func expire(_ notification: ReceivedNotification) { act(.expire, on: notification.id) }

    /// Closes the notification with any reason, also 0 and 5.
    package func close(_ notification: ReceivedNotification, reason: UInt32) {
        act(.close(reason: reason), on: notification.id)
    }

    /// Sends the activation token for the next press of this notification.
    package func sendToken(_ token: String, for notification: ReceivedNotification) {
        emit("ActivationToken", [.uint32(notification.id), .string(token)], about: notification)
    }

    /// Sends any signal of the interface, genuine or not, as the server.
    package func emit(_ member: String, _ arguments: [Value], about notification: ReceivedNotification) {
        server?.assumeIsolated { $0.emit(member, arguments, about: notification) }
    }

    /// Sends a signal from another connection, which makes it a forgery.
    package func forge(_ member: String, _ arguments: [Value], to destination: String? = nil) throws {
        let forger = try forger ?? Connection(to: .at(address), on: loop)
        self.forger = forger
        let signal = Message.signal(
            path: NotificationServer.path, interface: NotificationServer.interfaceName, member: member,
            arguments: arguments, destination: destination)
        try forger.assumeIsolated { try $0.send(signal) }
    }

    /// Replies to the held calls of `Notify`.
    package func releaseReplies() {
        released = holds
        for reply in heldReplies { reply.resume() }
        heldReplies = []
    }

    func act(_ act: ScriptedServerScript.Act, on id: UInt32) {
        if let play = script.play { return self.play(act, on: id, as: play) }
        let closesTwice = script.closesTwice
        server?.assumeIsolated { server in
            guard let notification = server.open.first(where: { $0.id == id }) else { return }
            var reason = CloseReason.dismissed.rawValue
            switch act {
            case .press(let key): server.invoke(key, on: id)
            case .reply(let text): server.reply(text, to: id)
            case .dismiss: server.close(id, because: .dismissed)
            case .expire:
                reason = CloseReason.expired.rawValue
                server.close(id, because: .expired)
            case .close(let number):
                reason = number
                if let known = CloseReason(rawValue: number) {
                    server.close(id, because: known)
                } else {
                    server.emit("NotificationClosed", [.uint32(id), .uint32(number)], about: notification)
                }
            }
            if closesTwice, !server.open.contains(where: { $0.id == id }) {
                server.emit("NotificationClosed", [.uint32(id), .uint32(reason)], about: notification)
            }
        }
    }
}

extension ScriptedServer: NotificationServerDelegate {
    package nonisolated func show(_ notification: ReceivedNotification, replacing old: ReceivedNotification?) {
        // A call without an application name only ends another notification, and shows none.
        if old != nil, notification.appName.isEmpty { return }
        notifications.put(notification)
    }

    package nonisolated func take(_ notification: ReceivedNotification, awayBecause reason: CloseReason) {
        closings.put(Closing(id: notification.id, reason: reason))
    }
}

extension ScriptedServer {
    /// Returns whether no notification is on the screen.
    ///
    /// - Throws: `CancellationError` after a deadline, so that a loop that calls this ends.
    package func nothingIsOpen() throws -> Bool {
        try Task.checkCancellation()
        return open.isEmpty
    }
}
