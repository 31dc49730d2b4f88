// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import EventLoop

/// A connection to a message bus, on an event loop.
///
/// The connection stays open until ``close()`` is called or the bus disconnects, even without references. Other actors
/// on the same loop use it synchronously with `assumeIsolated`. Handlers and the closures of
/// ``start(_:timeout:reply:)`` are called on the loop, one after another, in bus order.
package actor Connection: LoopActor {
    /// The loop of the connection and its handlers.
    package nonisolated let loop: EventLoop
    /// The unique name from the bus, such as `:1.42`.
    package nonisolated let uniqueName: String

    let wire: Wire
    private var disconnectHandler: (@Sendable () -> Void)?

    let calls: PendingCalls
    let owners: NameOwners

    // State of Connection+Signals.swift
    var signalHandlers: [SignalHandler] = []
    var lastHandlerID = 0
    var matchCounts: [String: Int] = [:]

    // State of Connection+Lanes.swift
    var objects = ExportedObjects()
    var lanes: [String: Lane] = [:]
    var turns: [Int: Task<Void, Never>?] = [:]
    var nextTurn = 0
    /// Approximate bytes of the calls received since ``loadHandler`` was last called.
    var load = 0
    private var loadHandler: (@Sendable () -> Void)?

    /// Connects and sends Hello; may be called on any thread, even before the loop runs.
    ///
    /// The thread waits for the bus, usually 1 ms, and at most 25 s if the bus doesn't reply.
    ///
    /// - Throws: ``BusError`` if the address has no listener or the bus refuses the connection.
    package init(to bus: BusAddress, on loop: EventLoop) throws {
        self.loop = loop
        let wire = try Wire(bus.address, loop: loop)
        self.uniqueName = wire.uniqueName
        self.wire = wire
        calls = PendingCalls(on: wire, loop: loop)
        owners = NameOwners(calls)
        // Work of the actor that is enqueued later also runs on the loop, and so after `attach`.
        if loop.isCurrent {
            assumeIsolated { $0.attach() }
        } else {
            loop.perform { self.assumeIsolated { $0.attach() } }
        }
    }

    /// Tells whether messages can be sent: the connection is neither closed nor lost.
    package var isOpen: Bool { wire.isOpen }

    /// Sets the handler that is called once if the connection is lost; ``close()`` doesn't call it.
    package func setDisconnectHandler(_ handler: (@Sendable () -> Void)?) { disconnectHandler = handler }

    /// Sets the handler that is called after 4 MiB of traffic, when all calls are answered and their memory can be
    /// returned to the system, and by ``loadHasEnded()``.
    package func setLoadHandler(_ handler: (@Sendable () -> Void)?) { loadHandler = handler }

    /// Calls the handler of ``setLoadHandler(_:)`` after work that took memory, apart from the connection's traffic.
    package func loadHasEnded() { loadHandler?() }

    /// Traffic in bytes after which the handler of ``setLoadHandler(_:)`` is called.
    private static let largeLoad = 4 << 20

    func callsAreAnswered() {
        guard load + wire.sentBytes >= Self.largeLoad else { return }
        (load, wire.sentBytes) = (0, 0)
        loadHandler?()
    }

    /// Sends a signal, or a call without a reply.
    ///
    /// - Throws: ``BusError`` if the message is invalid or the connection is closed.
    package func send(_ message: Message) throws { try calls.send(message) }

    /// Exports an object, so that other programs on the bus can call it.
    ///
    /// - Throws: ``BusError`` if the path has an object already, or two of the object's interfaces have the same name.
    package func export(_ object: any ExportedObject, at path: ObjectPath) throws { try objects.add(object, at: path) }

    /// Removes an object from the bus; calls in progress are still answered.
    package func unexport(at path: ObjectPath) { objects.remove(at: path) }

    /// Blocks this thread until all sent messages are written to the bus's socket.
    package func flush() { wire.flush() }

    /// Closes the connection; a second call has no effect.
    ///
    /// Pending calls fail with ``BusError/disconnected``, running call handlers are cancelled, and no handler is called
    /// afterwards. Messages that were sent before are still delivered.
    package func close() {
        guard wire.isOpen else { return }
        wire.flush()
        end()
    }

    private func attach() {
        // This closure keeps an open connection alive; `Wire.close` releases the closure.
        wire.attach { pointer in self.receive(pointer) }
    }

    private func end() {
        wire.close()
        signalHandlers = []
        matchCounts = [:]
        let waiting = owners.removeAll()
        objects = ExportedObjects()
        lanes = [:]
        for task in turns.values { task?.cancel() }
        calls.finishAll(.disconnected)
        for resume in waiting { resume() }
    }

    private func receive(_ pointer: OpaquePointer) {
        guard let (message, isTooLarge) = MessageReader.read(pointer) else { return }
        switch message.kind {
        case .methodReturn, .error: receiveReply(message, isTooLarge: isTooLarge)
        case .methodCall: receiveCall(message, isTooLarge: isTooLarge)
        case .signal where message.interface == "org.freedesktop.DBus.Local": receiveDisconnect()
        // A signal that is too large is dropped.
        case .signal: if !isTooLarge { receiveSignal(message) }
        }
    }

    private func receiveDisconnect() {
        // Only libdbus itself sends signals of this interface, because no connection may use the interface.
        end()
        let handler = disconnectHandler
        disconnectHandler = nil
        handler?()
    }
}
