// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTransport

/// The connection that a stream has at the moment.
struct StreamConnection {
    /// The number of the current connection, which grows with each new connection.
    private var life = 0
    private var isOpen = false
    private(set) var token: HTTPTransport.Token?
    var isPaused = false
    /// The server's refusal of the request, with the pause that the server wants; nil if it has not refused.
    var refusal: (reason: String, pause: Duration?)?
    /// The time of the connection's beginning or of the last keep-alive, and the longest time between two keep-alives.
    private var lastKeepAlive: ContinuousClock.Instant?
    private var interval: Duration?

    /// Begins a connection; returns its number.
    mutating func begin() -> Int {
        self = StreamConnection(life: life + 1, isOpen: true)
        return life
    }

    private init(life: Int, isOpen: Bool) { (self.life, self.isOpen, lastKeepAlive) = (life, isOpen, .now) }

    init() {}

    func isCurrent(_ life: Int) -> Bool { isOpen && self.life == life }

    /// Sets the token of a request; returns false if the connection is not the current one any more.
    mutating func set(_ token: HTTPTransport.Token?, _ life: Int) -> Bool {
        guard isCurrent(life) else { return false }
        self.token = token
        return true
    }

    /// Ends the connection; returns the token of its request, which must be cancelled; nil without a request.
    mutating func end() -> HTTPTransport.Token? {
        defer { self = StreamConnection(life: life, isOpen: false) }
        return token
    }

    /// Number of keep-alive intervals without data after which the connection counts as dead.
    private static let intervals = 3
    private static let shortestInterval = Duration.seconds(10)

    /// Notes that data has arrived; returns the time limit for more data, or nil for a server without keep-alives.
    mutating func heard(_ batch: StreamBatch) -> Duration? {
        if batch.hasKeepAlive, let lastKeepAlive {
            let now = ContinuousClock.now
            interval = max(now - lastKeepAlive, interval ?? Self.shortestInterval)
            self.lastKeepAlive = now
        }
        return interval.map { $0 * Self.intervals }
    }
}
