// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import NotificationServer

/// Measures the least possible lateness, with a timerfd on a loop whose handler sends a `Notify`.
actor FloorAlarm: LoopActor {
    nonisolated let loop: EventLoop
    private let connection: Connection
    private var alarms: [AlarmSource] = []

    init(on connection: Connection) {
        loop = connection.loop
        self.connection = connection
    }

    /// Sends a notification with a title at a moment in seconds since 1970.
    func fire(at moment: Double, title: String) throws {
        let message = Message.methodCall(
            destination: NotificationServer.interfaceName, path: NotificationServer.path,
            interface: NotificationServer.interfaceName, member: "Notify",
            arguments: [
                .string("floor"), .uint32(0), .string(""), .string(title), .string(""), .strings([]),
                .properties([:]), .int32(-1),
            ])
        let alarm = try AlarmSource(clock: .realtime, on: loop) { [connection] event in
            // Setting the clock spoils the run; the part then fails, because the dates no longer fit.
            guard case .fired = event else { return }
            connection.assumeIsolated { try? $0.send(message) }
        }
        alarm.set(at: .seconds(moment))
        alarms.append(alarm)
    }
}
