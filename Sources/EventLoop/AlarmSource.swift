// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import Glibc

/// An alarm at a moment of the wall clock or of the time since boot, on one timerfd.
///
/// An alarm must be created, set and cancelled on the loop's thread. A set alarm uses no processor time until it fires.
package final class AlarmSource {
    /// The clock of an alarm.
    package enum Clock: Sendable {
        /// Time since 1970, which jumps when the clock is set.
        case realtime
        /// Time since 1970. The alarm wakes the machine from sleep, for which the process needs `CAP_WAKE_ALARM`.
        case realtimeWaking
        /// Time since boot, including sleep, which never jumps.
        case boottime

        fileprivate var identifier: clockid_t {
            switch self {
            case .realtime: CLOCK_REALTIME
            case .realtimeWaking: CLOCK_REALTIME_ALARM
            case .boottime: CLOCK_BOOTTIME
            }
        }
    }

    /// The reason for which an alarm's handler is called.
    package enum Event: Sendable {
        /// The alarm's moment has come; the alarm is no longer set.
        case fired
        /// The wall clock was set; the alarm is still set to the same moment.
        case clockChanged
    }

    // The year 2255, in seconds since 1970. The kernel's limit is 9.2e9 seconds.
    private static let farFuture: Int64 = 9_000_000_000

    private let clock: Clock
    private let descriptor: Int32
    private let loop: EventLoop
    private let handler: @Sendable (Event) -> Void
    private var source: FileDescriptorSource?
    private var moment: Duration?

    /// Creates an alarm that is not set.
    ///
    /// - Parameters:
    ///   - clock: The alarm's clock. A realtime alarm also reports a changed clock, even if it is not set.
    ///   - loop: The loop on which the handler is called.
    ///   - handler: Called once for each set moment that has come, and once whenever the clock is set.
    /// - Throws: ``EventLoopError`` if the process has too many descriptors.
    package init(clock: Clock, on loop: EventLoop, handler: @escaping @Sendable (Event) -> Void) throws {
        precondition(loop.isCurrent, "Create event sources on the thread of their loop.")
        descriptor = timerfd_create(clock.identifier, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
        guard descriptor >= 0 else { throw EventLoopError.systemCall("timerfd_create", errno: errno) }
        self.clock = clock
        self.loop = loop
        self.handler = handler
        let box = WeakBox()
        source = FileDescriptorSource(descriptor, .readable, on: loop) { _ in box.alarm?.read() }
        box.alarm = self
        if clock == .realtime { arm() }
    }

    /// Weak reference to the alarm for the callback, because the alarm may be released before the callback runs. The
    /// box is accessed on the loop's thread only, hence the `@unchecked`.
    private final class WeakBox: @unchecked Sendable {
        weak var alarm: AlarmSource?
    }

    deinit {
        source?.cancel()
        close(descriptor)
    }

    /// Sets the alarm to a moment, replacing the previous one.
    ///
    /// - Parameter moment: Time since the clock's epoch (1970 or boot). A past moment fires at once; nil never fires.
    package func set(at moment: Duration?) {
        guard source != nil else { return }
        self.moment = moment
        arm()
    }

    /// Stops the alarm permanently.
    package func cancel() { source.take()?.cancel() }

    /// Returns a clock's current time since its epoch.
    package static func now(_ clock: Clock) -> Duration {
        var time = timespec()
        clock_gettime(clock.identifier, &time)
        return Duration(secondsComponent: Int64(time.tv_sec), attosecondsComponent: Int64(time.tv_nsec) * 1_000_000_000)
    }

    private func arm() {
        var setting = itimerspec()
        if let moment {
            let (seconds, attoseconds) = moment.components
            setting.it_value.tv_sec = time_t(min(max(seconds, 0), Self.farFuture))
            setting.it_value.tv_nsec = Int(max(attoseconds, 0) / 1_000_000_000)
            // A time of zero would disarm the timer.
            if setting.it_value.tv_sec == 0, setting.it_value.tv_nsec == 0 { setting.it_value.tv_nsec = 1 }
        } else if clock == .realtime {
            // Only an armed timer reports a changed clock.
            setting.it_value.tv_sec = time_t(Self.farFuture)
        }
        var flags = Int32(TFD_TIMER_ABSTIME)
        if clock == .realtime { flags |= Int32(TFD_TIMER_CANCEL_ON_SET) }
        // If the clock was set since the last `timerfd_settime`, the kernel still arms the timer and returns ECANCELED.
        if timerfd_settime(descriptor, flags, &setting, nil) != 0, errno == ECANCELED {
            let box = WeakBox()
            box.alarm = self
            loop.perform { box.alarm?.tellClockChanged() }
        }
    }

    private func read() {
        var expirations: UInt64 = 0
        let count = Glibc.read(descriptor, &expirations, 8)
        if count == 8 {
            moment = nil
            if clock == .realtime { arm() }
            handler(.fired)
        } else if errno == ECANCELED {
            tellClockChanged()
        }
    }

    private func tellClockChanged() {
        guard source != nil else { return }
        // The timer is still set after a cancelled read, but reports the next clock change only if it is set again.
        arm()
        handler(.clockChanged)
    }
}
