// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import Glibc

/// An alarm at a moment of the wall clock or of the time since boot: one timerfd.
///
/// Created, set and cancelled on the loop's thread. It uses no processor time until its moment has come.
package final class AlarmSource {
    /// The clock that an alarm follows.
    package enum Clock: Sendable {
        /// Time since 1970; it jumps when somebody sets it.
        case realtime
        /// Time since 1970, and the machine is woken for it; `CAP_WAKE_ALARM` is needed.
        case realtimeWaking
        /// Time since the machine was started, sleep included; it never jumps.
        case boottime

        fileprivate var identifier: clockid_t {
            switch self {
            case .realtime: CLOCK_REALTIME
            case .realtimeWaking: CLOCK_REALTIME_ALARM
            case .boottime: CLOCK_BOOTTIME
            }
        }
    }

    /// Why an alarm calls.
    package enum Event: Sendable {
        /// Its moment has come; it is not set any more.
        case fired
        /// Somebody set the wall clock; the alarm is still set to the same moment.
        case clockChanged
    }

    // The kernel takes no more than 9.2e9 seconds; this is the year 2255.
    private static let farFuture: Int64 = 9_000_000_000

    private let clock: Clock
    private let descriptor: Int32
    private let loop: EventLoop
    private let handler: @Sendable (Event) -> Void
    private var source: FileDescriptorSource?
    private var moment: Duration?

    /// Makes an alarm that is not set yet.
    ///
    /// - Parameters:
    ///   - clock: What to follow. A realtime alarm also tells of a changed clock, set or not.
    ///   - loop: Where the handler is called.
    ///   - handler: Called once for each moment, and for each change of the clock.
    /// - Throws: ``EventLoopError`` when the process has no descriptor left.
    package init(clock: Clock, on loop: EventLoop, handler: @escaping @Sendable (Event) -> Void) throws {
        precondition(loop.isCurrent, "Sources are created on the loop's thread.")
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

    /// The way back from the callback; the alarm may be gone by then.
    // Only touched on the loop's thread.
    private final class WeakBox: @unchecked Sendable {
        weak var alarm: AlarmSource?
    }

    deinit {
        source?.cancel()
        close(descriptor)
    }

    /// Sets the alarm to a moment, in place of what it was set to.
    ///
    /// - Parameter moment: Since the clock's epoch (1970, or the boot); one that has passed fires at once, and
    ///   nil is never.
    package func set(at moment: Duration?) {
        guard source != nil else { return }
        self.moment = moment
        arm()
    }

    /// Stops the alarm for good.
    package func cancel() {
        source?.cancel()
        source = nil
    }

    /// What a clock says now, since its epoch.
    package static func now(_ clock: Clock) -> Duration {
        var time = timespec()
        clock_gettime(clock.identifier, &time)
        return Duration(
            secondsComponent: Int64(time.tv_sec), attosecondsComponent: Int64(time.tv_nsec) * 1_000_000_000)
    }

    private func arm() {
        var setting = itimerspec()
        if let moment {
            let (seconds, attoseconds) = moment.components
            setting.it_value.tv_sec = time_t(min(max(seconds, 0), Self.farFuture))
            setting.it_value.tv_nsec = Int(max(attoseconds, 0) / 1_000_000_000)
            // All zero would switch the timer off.
            if setting.it_value.tv_sec == 0, setting.it_value.tv_nsec == 0 { setting.it_value.tv_nsec = 1 }
        } else if clock == .realtime {
            // Only a timer that is set tells of a changed clock.
            setting.it_value.tv_sec = time_t(Self.farFuture)
        }
        var flags = Int32(TFD_TIMER_ABSTIME)
        if clock == .realtime { flags |= Int32(TFD_TIMER_CANCEL_ON_SET) }
        // The clock may be set between any two calls; the kernel then arms the timer and says so.
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
        // A read that was cancelled leaves the timer as it was, but the next change is told only after this.
        arm()
        handler(.clockChanged)
    }
}
