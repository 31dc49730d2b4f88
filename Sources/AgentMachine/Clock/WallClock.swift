// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import EventLoop
package import FoundationEssentials
package import Triggers
import ZoneFiles

/// The time of day, with alarms and timers. The agent gets its clock from its caller, so that tests control the time.
package protocol WallClock: Sendable {
    var now: Date { get }
    /// Seconds since boot, the machine's sleep included; this count never jumps.
    var sinceBoot: TimeInterval { get }
    /// The boot id: values of `sinceBoot` can be compared only within one boot.
    var boot: String { get }
    /// The person's time zone, which requests without a zone of their own follow.
    var timeZone: Zone { get }
    /// A mark that changes with the installed zone files; the requests' dates must then be computed again.
    var zoneMark: String { get }

    /// Makes the alarm; `handler` runs on the loop each time the alarm fires and when the clock is set.
    func alarm(on loop: EventLoop, handler: @escaping @Sendable (AlarmSource.Event) -> Void) throws -> any Alarm

    /// Makes an alarm that wakes the machine from sleep; nil if this process may not wake the machine.
    func wakeAlarm(on loop: EventLoop, handler: @escaping @Sendable (AlarmSource.Event) -> Void) -> (any Alarm)?

    /// Whether ``findWakeAlarm()`` may find an alarm.
    var mayFindWakeAlarm: Bool { get }

    /// Asks another process for an alarm that wakes the machine; nil if no process may wake the machine.
    func findWakeAlarm() async -> (any Alarm)?

    /// Calls `handler` once on the loop after the delay, unless the timer is cancelled.
    func timer(after delay: Duration, on loop: EventLoop, handler: @escaping @Sendable () -> Void) -> any ClockTimer
}

extension WallClock {
    package var sinceBoot: TimeInterval {
        let (seconds, attoseconds) = AlarmSource.now(.boottime).components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }

    package var boot: String {
        let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        return String((text ?? "").prefix(36))
    }

    package var zoneMark: String { ZoneFolder.system.mark }

    package func wakeAlarm(
        on loop: EventLoop, handler: @escaping @Sendable (AlarmSource.Event) -> Void
    ) -> (any Alarm)? { nil }

    package var mayFindWakeAlarm: Bool { false }

    package func findWakeAlarm() async -> (any Alarm)? { nil }

    package func timer(
        after delay: Duration, on loop: EventLoop, handler: @escaping @Sendable () -> Void
    ) -> any ClockTimer {
        TimerSource(after: delay, on: loop, handler: handler)
    }
}

/// An alarm on a ``WallClock``. Alarms are used on their event loop only.
package protocol Alarm: AnyObject {
    /// Sets the alarm to `date`, or to now if the date is past; with nil, the handler runs only when the clock is set.
    func set(at date: Date?)
    func cancel()
}

/// A timer on a ``WallClock`` that fires once. Timers are used on their event loop only.
package protocol ClockTimer: AnyObject {
    func cancel()
}

extension TimerSource: ClockTimer {}
