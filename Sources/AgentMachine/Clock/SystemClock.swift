// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentPrograms
package import EventLoop
package import FoundationEssentials
import Synchronization
package import Triggers
import ZoneFiles

/// The machine's own clock: `CLOCK_REALTIME`, with a timerfd that notices when it is set.
///
/// An absolute time on that clock counts suspended time too: a request due while the machine slept
/// fires as soon as it wakes.
package final class SystemClock: WallClock {
    private let reader: ZoneReader
    private let zone: Mutex<Zone>

    package convenience init() { self.init(reader: ZoneReader()) }

    init(reader: ZoneReader) {
        self.reader = reader
        let read = reader.read()
        zone = Mutex(read)
        Zone.current = read
    }

    package var now: Date { Date() }
    package var timeZone: Zone { zone.withLock { $0 } }

    /// The folder whose files tell of another zone; nil where `TZ` has fixed it.
    var zoneFolder: String? { reader.isFixed ? nil : reader.folder }

    /// The folder of the zone files, whose rules change with the system's updates.
    var zones: ZoneFolder { reader.zones }

    /// What says which zone the person is in.
    package var zoneSource: ZoneReader.Source { reader.source() }

    /// The zone that an environment, and where it has no `TZ` the machine, says; nil where `TZ` is no zone.
    package static func zone(of environment: [String: String]) -> Zone? {
        let reader = ZoneReader(environment: environment)
        if case .variable(_, isKnown: false) = reader.source() { return nil }
        return reader.read()
    }

    /// Looks which zone the person is in now, and by which rules.
    ///
    /// - Returns: Whether it is another one, or has other rules.
    func readZone() -> Bool {
        let new = reader.read()
        Zone.current = new
        return zone.withLock { zone in
            defer { zone = new }
            return zone != new || zone.rules != new.rules
        }
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

    /// Whether the agent is confined: its unit takes the right to wake the machine from it.
    package var mayFindWakeAlarm: Bool { UnsandboxedLink.shared != nil }

    package func findWakeAlarm() async -> (any Alarm)? { await UnsandboxedAlarm() }
}
