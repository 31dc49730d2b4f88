// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import Glibc
import NotificationServer
import Synchronization

/// A notification server that records arrivals, and replies at once or after a pause.
final class CountingServer: NotificationServerDelegate {
    private struct Arrivals {
        var count = 0
        /// Arrival in seconds since 1970, by title.
        var dates: [String: Double] = [:]
        /// The last title and body.
        var last = (title: "", body: "")
        /// Pause for each notification in microseconds.
        var pause: UInt32 = 0
    }

    private let arrivals = Mutex(Arrivals())

    /// Connects to the bus and takes the server's name.
    static func start(at address: String, on loop: EventLoop) async throws -> CountingServer {
        let counting = CountingServer()
        var configuration = NotificationServerConfiguration()
        configuration.capacity = .max
        let connection = try Connection(to: .at(address), on: loop)
        let server = NotificationServer(on: connection, configuration: configuration, delegate: counting)
        try await server.export()
        guard try await server.takeName([]) == .primaryOwner else {
            throw MeasurementError("the private bus has a notification server already")
        }
        return counting
    }

    /// Number of received notifications.
    var count: Int { arrivals.withLock { $0.count } }

    /// Sets the pause for each notification in microseconds, during which the server does nothing else.
    func take(_ microseconds: UInt32) { arrivals.withLock { $0.pause = microseconds } }

    /// Returns the arrival of the notification with a title.
    func date(of title: String) -> Double? { arrivals.withLock { $0.dates[title] } }

    /// Title and body of the last notification.
    var last: (title: String, body: String) { arrivals.withLock { $0.last } }

    /// Waits until `count` notifications have arrived, with a time limit for each.
    func wait(for count: Int, secondsEach limit: Double = 10) async throws {
        var (last, deadline) = (self.count, ContinuousClock.now.advanced(by: .seconds(limit)))
        while self.count < count {
            if self.count > last { (last, deadline) = (self.count, ContinuousClock.now.advanced(by: .seconds(limit))) }
            guard ContinuousClock.now < deadline else {
                throw MeasurementError("only \(last) of \(count) notifications came")
            }
            try await Task.sleep(for: .microseconds(500))
        }
    }

    func show(_ notification: ReceivedNotification, replacing old: ReceivedNotification?) {
        let now = Stopwatch.seconds(AlarmSource.now(.realtime))
        let pause = arrivals.withLock { arrivals in
            arrivals.count += 1
            arrivals.dates[notification.summary] = now
            arrivals.last = (notification.summary, notification.body)
            return arrivals.pause
        }
        if pause > 0 { usleep(pause) }
    }

    func take(_ notification: ReceivedNotification, awayBecause reason: CloseReason) {}
}
