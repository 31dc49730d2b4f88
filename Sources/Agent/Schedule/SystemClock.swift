// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import EventLoop
package import Foundation
import Synchronization

/// The machine's own clock: `CLOCK_REALTIME`, with a timerfd that notices when it is set.
///
/// An absolute time on that clock counts suspended time too: a request due while the machine slept
/// fires as soon as it wakes.
package final class SystemClock: WallClock {
    private let reader: ZoneReader
    private let zone: Mutex<TimeZone>

    package convenience init() { self.init(reader: ZoneReader()) }

    init(reader: ZoneReader) {
        self.reader = reader
        zone = Mutex(reader.read())
    }

    package var now: Date { Date() }
    package var timeZone: TimeZone { zone.withLock { $0 } }

    /// The folder whose files tell of another zone; nil where `TZ` has fixed it.
    var zoneFolder: String? { reader.fixed == nil ? reader.folder : nil }

    /// What says which zone the person is in.
    var zoneSource: ZoneReader.Source { reader.source() }

    /// Looks which zone the person is in now.
    ///
    /// - Returns: Whether it is another one.
    func readZone() -> Bool {
        let new = reader.read()
        let isOther = zone.withLock { zone in
            defer { zone = new }
            return zone.identifier != new.identifier
        }
        if isOther { NSTimeZone.resetSystemTimeZone() }
        return isOther
    }

    package func alarm(
        on loop: EventLoop, handler: @escaping @Sendable (AlarmSource.Event) -> Void
    ) throws -> any Alarm {
        SystemAlarm(source: try AlarmSource(clock: .realtime, on: loop, handler: handler))
    }

    package func wakeAlarm(
        on loop: EventLoop, handler: @escaping @Sendable (AlarmSource.Event) -> Void
    ) -> (any Alarm)? {
        (try? AlarmSource(clock: .realtimeWaking, on: loop, handler: handler)).map(SystemAlarm.init)
    }
}
