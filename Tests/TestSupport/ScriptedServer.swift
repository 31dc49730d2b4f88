// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
package import EventLoop
package import NotificationServer

/// A notification server that does what a test says, on a real bus.
///
/// It is `NotificationServer`, the one `belfry desktop` uses, behind an object that misbehaves on demand.
/// A test reads what came with ``nextNotification(seconds:file:line:)`` and plays the person with ``press(_:on:)`` and so on.
package actor ScriptedServer {
    package nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    /// May be changed at any time; see ``change(_:)``.
    package private(set) var script: ScriptedServerScript

    private let address: String
    private nonisolated let notifications = Mailbox<ReceivedNotification>()
    nonisolated let calls = Mailbox<ScriptedServerCall>()
    private nonisolated let closings = Mailbox<Closing>()
    private(set) var connection: Connection?
    var server: NotificationServer?
    private(set) var forger: Connection?
    var heldReplies: [CheckedContinuation<Void, any Error>] = []
    /// Grows with each call that is to be held; those up to ``released`` are not held any more.
    var holds = 0
    var released = 0
    var neverAnswered: [CheckedContinuation<Void, any Error>] = []
    /// The times of what a server that is played shows.
    var timers: [UInt32: TimerSource] = [:]
    var pauses: [TimerSource] = []
    /// What a server that is played was sent last, and when.
    var lastNotified: (words: [String], at: ContinuousClock.Instant)?
    /// What a server that is played has on its screen; nil: all that is open.
    package internal(set) var screen: PlayedScreen?
    /// How many dialogs a server that is played has made.
    package internal(set) var dialogs = 0
    /// Connections that have left the bus.
    var departed: Set<String> = []

    /// A notification that is gone, and why.
    package struct Closing: Hashable, Sendable {
        package let id: UInt32
        package let reason: CloseReason

        package init(id: UInt32, reason: CloseReason) {
            self.id = id
            self.reason = reason
        }
    }

    /// A server that is not on the bus yet.
    package init(on address: String, loop: EventLoop, script: ScriptedServerScript = .init()) {
        self.address = address
        self.loop = loop
        self.script = script
    }

    /// Comes to the bus with a new connection, takes the name and counts from 1.
    ///
    /// - Parameters:
    ///   - flags: For the name.
    ///   - delay: How long it owns the name before it has an object, as servers that start slowly; nil: it has one before.
    /// - Returns: What the bus said about the name; it is taken from whoever lets go of it.
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

    /// Leaves the bus without a word, as a server that crashed; calls that wait are not answered.
    package func leave() {
        connection?.assumeIsolated { $0.close() }
        // After the close: what these throw cannot become an answer any more.
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

    /// Changes the script; calls that come from now on follow it.
    package func change(_ change: (inout ScriptedServerScript) -> Void) {
        change(&script)
        let configuration = script.configuration
        server?.assumeIsolated { $0.configure(configuration) }
    }

    /// Waits until the bus has all that was sent before, and everything that the bus had for it has come.
    package func catchUp() async throws { _ = try await connection?.owner(of: NotificationServer.interfaceName) }

    /// The server's unique name on the bus; nil while it is away.
    package var uniqueName: String? { connection?.uniqueName }

    /// What is open, the oldest first.
    package var open: [ReceivedNotification] { server?.assumeIsolated { $0.open } ?? [] }
}

extension ScriptedServer {
    /// The next notification that is shown, a replacement too; waits until the deadline.
    package nonisolated func nextNotification(
        seconds: Double = 30, file: String = #fileID, line: Int = #line
    ) async throws -> ReceivedNotification {
        try await notifications.next(seconds: seconds, file: file, line: line)
    }

    /// The next call that came, of any method; waits until the deadline.
    package nonisolated func nextCall(
        seconds: Double = 30, file: String = #fileID, line: Int = #line
    ) async throws -> ScriptedServerCall {
        try await calls.next(seconds: seconds, file: file, line: line)
    }

    /// The next notification that is gone; waits until the deadline.
    package nonisolated func nextClosing(
        seconds: Double = 30, file: String = #fileID, line: Int = #line
    ) async throws -> Closing {
        try await closings.next(seconds: seconds, file: file, line: line)
    }

    /// What was shown and nobody took, which is dropped.
    package nonisolated func takeNotifications() -> [ReceivedNotification] { notifications.takeAll() }

    /// The calls that nobody took, which are dropped.
    package nonisolated func takeCalls() -> [ScriptedServerCall] { calls.takeAll() }

    /// Presses a button; the key is sent as it is, offered or not.
    package func press(_ key: String, on notification: ReceivedNotification) {
        act(.press(key), on: notification.id)
    }

    /// Types an answer.
    package func reply(_ text: String, to notification: ReceivedNotification) {
        act(.reply(text), on: notification.id)
    }

    /// Closes it as a person does.
    package func dismiss(_ notification: ReceivedNotification) { act(.dismiss, on: notification.id) }

    /// Its time is over.
    package func expire(_ notification: ReceivedNotification) { act(.expire, on: notification.id) }

    /// Closes it with any reason, 0 and 5 too.
    package func close(_ notification: ReceivedNotification, reason: UInt32) {
        act(.close(reason: reason), on: notification.id)
    }

    /// Sends the activation token that the next press of this notification may use.
    package func sendToken(_ token: String, for notification: ReceivedNotification) {
        emit("ActivationToken", [.uint32(notification.id), .string(token)], about: notification)
    }

    /// Sends any signal of the interface, true or not, as the real server.
    package func emit(_ member: String, _ arguments: [Value], about notification: ReceivedNotification) {
        server?.assumeIsolated { $0.emit(member, arguments, about: notification) }
    }

    /// Sends a signal from another connection: it is a lie, whoever it goes to.
    package func forge(_ member: String, _ arguments: [Value], to destination: String? = nil) throws {
        let forger = try forger ?? Connection(to: .at(address), on: loop)
        self.forger = forger
        let signal = Message.signal(
            path: NotificationServer.path, interface: NotificationServer.interfaceName, member: member,
            arguments: arguments, destination: destination)
        try forger.assumeIsolated { try $0.send(signal) }
    }

    /// Answers the calls of `Notify` that are held.
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
        // What only ends another is nothing that is shown.
        if old != nil, notification.appName.isEmpty { return }
        notifications.put(notification)
    }

    package nonisolated func take(_ notification: ReceivedNotification, awayBecause reason: CloseReason) {
        closings.put(Closing(id: notification.id, reason: reason))
    }
}

extension ScriptedServer {
    /// Whether no notification is on the screen.
    ///
    /// - Throws: `CancellationError` once a deadline has ended the wait: who asks again and again stops then.
    package func nothingIsOpen() throws -> Bool {
        try Task.checkCancellation()
        return open.isEmpty
    }
}
