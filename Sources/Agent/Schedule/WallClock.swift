// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import EventLoop
package import FoundationEssentials

/// The time of day, and the one alarm that waits for it. Injected, so that tests own time.
package protocol WallClock: Sendable {
    var now: Date { get }
    /// The zone that floating requests follow.
    var timeZone: TimeZone { get }

    /// Makes the alarm; `handler` runs on the loop each time it goes off and when the clock is set.
    func alarm(on loop: EventLoop, handler: @escaping @Sendable (AlarmSource.Event) -> Void) throws -> any Alarm
}

/// One alarm on a ``WallClock``. Used on the loop only.
package protocol Alarm: AnyObject {
    /// Goes off at `date`, at once if it is past; nil waits for nothing but a set clock.
    func set(at date: Date?)
    func cancel()
}
