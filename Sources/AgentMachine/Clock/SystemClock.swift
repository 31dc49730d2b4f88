// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentPrograms
package import EventLoop
package import FoundationEssentials
import Synchronization
package import Triggers
import ZoneFiles

/// The machine's own clock, `CLOCK_REALTIME`, with a timerfd that reports when the clock is set.
///
/// The clock also runs while the machine sleeps: a request due during sleep fires as soon as the machine wakes.
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

    /// The folder whose files name the person's time zone; nil if `TZ` sets the zone.
    var zoneFolder: String? { reader.isFixed ? nil : reader.folder }

    /// The folder of the zone files, whose rules change with system updates.
    var zones: ZoneFolder { reader.zones }

    /// The source of the person's time zone.
    package var zoneSource: ZoneReader.Source { reader.source() }

    /// Returns the zone of an environment's `TZ`, or the machine's zone if `TZ` is not set; nil if `TZ` names no zone.
    package static func zone(of environment: [String: String]) -> Zone? {
        let reader = ZoneReader(environment: environment)
        if case .variable(_, isKnown: false) = reader.source() { return nil }
        return reader.read()
    }

    /// Reads the person's present time zone and the zone's rules.
    ///
    /// - Returns: Whether the zone or its rules have changed.
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

    /// Whether the agent is sandboxed and lacks the capability to wake the machine, so its helper process is asked to.
    package var mayFindWakeAlarm: Bool { UnsandboxedLink.shared != nil }

    package func findWakeAlarm() async -> (any Alarm)? { await UnsandboxedAlarm() }
}

/// An alarm of the ``SystemClock``, made with a timerfd.
final class SystemAlarm: Alarm {
    private let source: AlarmSource

    init(source: AlarmSource) { self.source = source }

    func set(at date: Date?) { source.set(at: date.map { .seconds($0.timeIntervalSince1970) }) }

    func cancel() { source.cancel() }
}

/// An alarm with which the helper process wakes the machine for a sandboxed agent.
///
/// This alarm only wakes the machine: the agent's own alarm, due at the same moment or before, fires requests.
final class UnsandboxedAlarm: Alarm {
    private let link: UnsandboxedLink

    /// Asks the helper process for the alarm; nil without a helper process that may wake the machine.
    init?() async {
        guard let link = UnsandboxedLink.shared, await link.wake(at: nil) else { return nil }
        self.link = link
    }

    func set(at date: Date?) {
        let moment = date?.timeIntervalSince1970
        // `Task.immediate` keeps the calls to the helper process in order.
        Task.immediate { [link] in await link.wake(at: moment) }
    }

    func cancel() { set(at: nil) }
}
