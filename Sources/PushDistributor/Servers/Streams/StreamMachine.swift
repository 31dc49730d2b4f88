// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The state machine of one stream: decides when the stream connects, waits, and asks for older messages again.
///
///     idle -> gathering -> connecting -> streaming -> waiting -> connecting -> …
struct StreamMachine: Sendable {
    typealias Instant = ContinuousClock.Instant

    enum Phase: Hashable, Sendable {
        /// The stream has no channels.
        case idle
        /// The channels have changed, and more changes may come at once; the former connection may still be open.
        case gathering
        /// The request is sent, and the server has not responded yet.
        case connecting
        case streaming
        /// The stream waits until it connects again, for a reason that people can read.
        case waiting(String)
        case stopped
    }

    enum Event: Hashable, Sendable {
        /// The channels of the stream were set.
        case changed(isEmpty: Bool)
        /// The time that ``Effect/alarm(_:)`` has set has passed.
        case alarm
        /// The server has accepted the request.
        case accepted
        /// The position from which the stream was requested can't be one of this server.
        case misplaced
        /// Data has arrived. The next data must arrive within the given time; nil means that there is no limit.
        case heard(next: Duration?)
        /// The connection has ended or was refused. The server may have asked for a pause.
        case ended(reason: String, pause: Duration?)
        case storeFailed
        /// The network is available again, or the machine has woken.
        case retry
        case stop
    }

    enum Effect: Hashable, Sendable {
        /// - Parameter isCautious: Whether the request asks for more of the messages before the last position.
        case connect(isCautious: Bool)
        case disconnect
        /// Replaces the time until ``Event/alarm``; nil means that there is no alarm.
        case alarm(Duration?)
    }

    private(set) var phase = Phase.idle
    /// The moment at which the server accepted the request; nil without a connection.
    private var connected: Instant?
    private var delay = RetryDelay()
    /// The moment before which the server wants no new connection.
    private var earliest: Instant?
    /// Whether the last connection was lost, so that the server's memory may be lost, or its clock set back.
    private var isCautious = false

    /// Time in which changes of channels are gathered, so that many changes at once need only one new connection.
    static let gathering = Duration.milliseconds(200)
    /// Time in which the server must respond. A server without new messages also answers at once.
    static let patience = Duration.seconds(60)
    /// Duration of a connection after which the pauses between tries begin again with the shortest one.
    static let longLife = Duration.seconds(30)
    /// Age below which a connection stays open although the network has changed.
    static let youth = Duration.seconds(5)

    /// Handles an event and returns its effects; `random` is a random number from 0 to 1.
    mutating func handle(_ event: Event, at now: Instant, random: Double) -> [Effect] {
        guard phase != .stopped else { return [] }
        switch event {
        case .changed(let isEmpty): return change(isEmpty: isEmpty)
        case .alarm: return alarm(at: now, random)
        case .accepted:
            (connected, isCautious) = (now, false)
            guard phase == .connecting else { return [] }
            phase = .streaming
            return [.alarm(nil)]
        case .misplaced: return phase == .connecting ? [.disconnect] + connect() : []
        case .heard(let next): return phase == .streaming ? [.alarm(next)] : []
        case .ended(let reason, let pause): return end(reason, pause, at: now, random)
        case .storeFailed:
            guard phase != .idle else { return [] }
            return [.disconnect] + wait("the messages can't be stored", nil, at: now, random)
        case .retry: return retry(at: now)
        case .stop:
            phase = .stopped
            return [.disconnect, .alarm(nil)]
        }
    }

    private mutating func change(isEmpty: Bool) -> [Effect] {
        if isEmpty {
            (phase, connected) = (.idle, nil)
            return [.disconnect, .alarm(nil)]
        }
        switch phase {
        case .idle, .connecting, .streaming:
            phase = .gathering
            return [.alarm(Self.gathering)]
        case .gathering, .waiting, .stopped: return []
        }
    }

    private mutating func alarm(at now: Instant, _ random: Double) -> [Effect] {
        switch phase {
        case .gathering: return [.disconnect] + connect()
        case .waiting: return connect()
        case .connecting: return [.disconnect] + end("the server did not answer", nil, at: now, random)
        case .streaming: return [.disconnect] + end("the server is silent", nil, at: now, random)
        case .idle, .stopped: return []
        }
    }

    private mutating func connect() -> [Effect] {
        (phase, connected) = (.connecting, nil)
        return [.connect(isCautious: isCautious), .alarm(Self.patience)]
    }

    private mutating func end(_ reason: String, _ pause: Duration?, at now: Instant, _ random: Double) -> [Effect] {
        isCautious = true
        switch phase {
        case .connecting, .streaming: return wait(reason, pause, at: now, random)
        case .gathering:
            connected = nil
            return []
        case .idle, .waiting, .stopped: return []
        }
    }

    private mutating func wait(_ reason: String, _ pause: Duration?, at now: Instant, _ random: Double) -> [Effect] {
        if let connected, now - connected >= Self.longLife { delay.reset() }
        (phase, connected) = (.waiting(reason), nil)
        let time = max(delay.next(random: random), pause ?? .zero)
        earliest = pause.map { now + $0 }
        return [.alarm(time)]
    }

    private mutating func retry(at now: Instant) -> [Effect] {
        switch phase {
        case .waiting:
            guard earliest.map({ $0 <= now }) ?? true else { return [] }
            delay.reset()
            return connect()
        case .streaming:
            // A connection over the former network looks alive until data is sent.
            guard let connected, now - connected >= Self.youth else { return [] }
            return [.disconnect] + connect()
        case .idle, .gathering, .connecting, .stopped: return []
        }
    }
}
