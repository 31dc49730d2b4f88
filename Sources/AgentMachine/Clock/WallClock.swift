// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import EventLoop
package import FoundationEssentials
package import Triggers
import ZoneFiles

/// The time of day, and what waits for it. Injected, so that tests own time.
package protocol WallClock: Sendable {
    var now: Date { get }
    /// Seconds since the machine was started, sleep included; never jumps.
    var sinceBoot: TimeInterval { get }
    /// Names the machine's present run: sinceBoot of another one can't be compared.
    var boot: String { get }
    /// The zone that floating requests follow.
    var timeZone: Zone { get }
    /// Names the zone files that there are: another mark, and dates have to be worked out anew.
    var zoneMark: String { get }

    /// Makes the alarm; `handler` runs on the loop each time it goes off and when the clock is set.
    func alarm(on loop: EventLoop, handler: @escaping @Sendable (AlarmSource.Event) -> Void) throws -> any Alarm

    /// Makes an alarm that wakes the machine from sleep; nil where this process may not.
    func wakeAlarm(on loop: EventLoop, handler: @escaping @Sendable (AlarmSource.Event) -> Void) -> (any Alarm)?

    /// Whether ``findWakeAlarm()`` is worth a call.
    var mayFindWakeAlarm: Bool { get }

    /// Asks another process for an alarm that wakes the machine; nil where none has the right.
    func findWakeAlarm() async -> (any Alarm)?

    /// Calls `handler` on the loop once, so much later, unless it is cancelled.
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

/// One alarm on a ``WallClock``. Used on the loop only.
package protocol Alarm: AnyObject {
    /// Goes off at `date`, at once if it is past; nil waits for nothing but a set clock.
    func set(at date: Date?)
    func cancel()
}

/// Something that happens once, some time later. Used on the loop only.
package protocol ClockTimer: AnyObject {
    func cancel()
}

extension TimerSource: ClockTimer {}
