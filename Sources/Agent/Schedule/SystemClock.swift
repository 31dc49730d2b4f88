// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import EventLoop
package import FoundationEssentials

/// The machine's own clock: `CLOCK_REALTIME`, with a timerfd that notices when it is set.
///
/// An absolute time on that clock counts suspended time too: a request due while the machine slept
/// fires as soon as it wakes.
package struct SystemClock: WallClock {
    package init() {}

    package var now: Date { Date() }
    package var timeZone: TimeZone { .current }

    package func alarm(
        on loop: EventLoop, handler: @escaping @Sendable (AlarmSource.Event) -> Void
    ) throws -> any Alarm {
        SystemAlarm(source: try AlarmSource(clock: .realtime, on: loop, handler: handler))
    }
}

private final class SystemAlarm: Alarm {
    private let source: AlarmSource

    init(source: AlarmSource) { self.source = source }

    func set(at date: Date?) {
        source.set(at: date.map { .seconds($0.timeIntervalSince1970) })
    }

    func cancel() { source.cancel() }
}
