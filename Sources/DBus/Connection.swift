// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import EventLoop

/// A connection to a message bus, on an event loop.
///
/// It lives until ``close()`` or until the bus goes, whoever keeps it. Other actors of the same loop use it without
/// waiting through `assumeIsolated`. Handlers are called on the loop, one after another, in the order in which the
/// bus sent the messages; the replies of ``start(_:timeout:reply:)`` are part of that order.
package actor Connection {
    /// Where the connection lives, and its handlers are called.
    package nonisolated let loop: EventLoop
    /// The name that the bus gave us, such as `:1.42`.
    package nonisolated let uniqueName: String
    /// The loop.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    let wire: Wire
    private var disconnectHandler: (@Sendable () -> Void)?

    // Connection+Calls
    var calls = PendingCalls()
    var callTimer: TimerSource?
    var callTimerDeadline: SuspendingClock.Instant?

    // Connection+Signals, Connection+Names
    var signalHandlers: [SignalHandler] = []
    var nextHandlerID = 0
    var matchCounts: [String: Int] = [:]
    var names: [String: WatchedName] = [:]

    // Connection+Objects
    var objects: [ObjectPath: Export] = [:]
    var lanes: [String: Lane] = [:]
    var turns: [Int: Task<Void, Never>?] = [:]
    var nextTurn = 0
    /// Bytes, about, of the calls that were answered since ``loadHandler`` was called.
    var load = 0
    private var loadHandler: (@Sendable () -> Void)?

    /// Connects and says Hello.
    ///
    /// This thread waits for the bus: 1 ms, or up to 25 s when the bus hangs.
    ///
    /// May be called on any thread, before the loop runs too. Nothing is asked of the bus but a name.
    ///
    /// - Throws: ``BusError`` when nobody listens at the address or the bus refuses us.
    package init(to bus: BusAddress, on loop: EventLoop) throws {
        self.loop = loop
        let wire = try Wire(bus.address, loop: loop)
        self.uniqueName = wire.uniqueName
        self.wire = wire
        // Everything else that is asked of the actor comes to the loop after this.
        if loop.isCurrent {
            assumeIsolated { $0.attach() }
        } else {
            loop.perform { self.assumeIsolated { $0.attach() } }
        }
    }

    /// Whether messages can be sent: neither closed nor lost.
    package var isOpen: Bool { wire.isOpen }

    /// Sets what is called once when the bus goes; not called for ``close()``.
    package func setDisconnectHandler(_ handler: (@Sendable () -> Void)?) {
        disconnectHandler = handler
    }

    /// Sets what is called when no call is being answered after some megabytes of calls and answers: what they took is free
    /// now, and may be given back to the system.
    package func setLoadHandler(_ handler: (@Sendable () -> Void)?) { loadHandler = handler }

    /// The load after which ``setLoadHandler(_:)``'s handler is called, in bytes.
    private static let largeLoad = 4 << 20

    func callsAreAnswered() {
        guard load + wire.sentBytes >= Self.largeLoad else { return }
        (load, wire.sentBytes) = (0, 0)
        loadHandler?()
    }

    /// Sends a signal, or a call whose reply is not wanted.
    ///
    /// - Throws: ``BusError`` when the message is not valid or the connection is closed.
    package func send(_ message: Message) throws {
        var message = message
        message.expectsReply = false
        _ = try wire.send(message)
    }

    /// Waits until everything that was sent is with the bus; this thread waits too.
    package func flush() { wire.flush() }

    /// Closes the connection; again is harmless.
    ///
    /// Pending calls fail with ``BusError/disconnected``, handlers of calls are cancelled, and no handler is called
    /// any more. What was sent before is sent still.
    package func close() {
        guard wire.isOpen else { return }
        wire.flush()
        end()
    }

    private func attach() {
        // The one thing that keeps an open connection alive; `Wire.close` lets go of it.
        wire.attach { pointer in self.receive(pointer) }
    }

    private func end() {
        wire.close()
        callTimer = nil
        signalHandlers = []
        matchCounts = [:]
        let waiting = names.values.flatMap(\.waiting)
        names = [:]
        objects = [:]
        lanes = [:]
        for task in turns.values { task?.cancel() }
        for reply in calls.takeAll() { reply(.failure(.disconnected)) }
        for resume in waiting { resume() }
    }

    private func receive(_ pointer: OpaquePointer) {
        guard let (message, isTooLarge) = MessageReader.read(pointer) else { return }
        switch message.kind {
        case .methodReturn, .error: receiveReply(message, isTooLarge: isTooLarge)
        case .methodCall: receiveCall(message, isTooLarge: isTooLarge)
        case .signal where message.interface == "org.freedesktop.DBus.Local": receiveDisconnect()
        // Too large a signal is nobody's.
        case .signal: if !isTooLarge { receiveSignal(message) }
        }
    }

    private func receiveDisconnect() {
        // libdbus lets no other connection use this interface: it is libdbus that tells us.
        end()
        let handler = disconnectHandler
        disconnectHandler = nil
        handler?()
    }
}
