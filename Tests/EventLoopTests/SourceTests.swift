// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import Glibc
import TestSupport
import Testing

@Suite struct SourceTests {
    @Test func `a descriptor reports readable data, and the end of its peer`() async throws {
        try await withLoop { loop in
            var ends: [Int32] = [0, 0]
            // Not a pipe: the children of other tests would inherit its other end.
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
            let (reading, writing) = (ends[0], ends[1])
            defer { close(reading) }
            let box = TimerBox()
            let events = Mailbox<FileDescriptorSource.Conditions>()
            loop.perform {
                box.descriptor = FileDescriptorSource(reading, .readable, on: loop) { conditions in
                    var byte: UInt8 = 0
                    if conditions == .readable { read(reading, &byte, 1) }
                    if conditions.contains(.hangup) { box.descriptor?.cancel() }
                    events.put(conditions)
                }
            }

            write(writing, "x", 1)
            let first = try await events.next()
            close(writing)
            let second = try await events.next()

            #expect(first == .readable)
            #expect(second.contains(.hangup))
        }
    }

    @Test func `a cancelled descriptor is not reported`() async throws {
        try await withLoop { loop in
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            let (reading, writing) = (ends[0], ends[1])
            defer { for end in [reading, writing] { close(end) } }
            let events = Mailbox<String>()

            loop.perform {
                let source = FileDescriptorSource(reading, .readable, on: loop) { _ in events.put("read") }
                write(writing, "x", 1)
                source.cancel()
            }
            for _ in 0..<3 { loop.perform { events.put("turn") } }

            for _ in 0..<3 { try #expect(await events.next() == "turn") }
        }
    }

    @Test func `a timer fires once, and again when it is set again`() async throws {
        try await withLoop { loop in
            let box = TimerBox()
            let events = Mailbox<Int>()
            loop.perform {
                box.timer = TimerSource(after: .milliseconds(5), on: loop) { events.put(1) }
            }
            try #expect(await events.next() == 1)

            loop.perform { box.timer?.set(after: .zero) }

            try #expect(await events.next() == 1)
            loop.perform { box.clear() }
            #expect(events.takeAll().isEmpty)
        }
    }

    @Test func `timers fire in the order of their times`() async throws {
        try await withLoop { loop in
            let boxes = [TimerBox(), TimerBox(), TimerBox()]
            let events = Mailbox<Int>()

            loop.perform {
                for (box, milliseconds) in zip(boxes, [30, 10, 20]) {
                    box.timer = TimerSource(after: .milliseconds(milliseconds), on: loop) { events.put(milliseconds) }
                }
            }

            for expected in [10, 20, 30] { try #expect(await events.next() == expected) }
            loop.perform { for box in boxes { box.clear() } }
        }
    }

    @Test(arguments: [AlarmSource.Clock.realtime, .boottime])
    func `an alarm fires at its time, not before`(clock: AlarmSource.Clock) async throws {
        try await withLoop { loop in
            let box = TimerBox()
            let events = Mailbox<Duration>()
            let moment = AlarmSource.now(clock) + .milliseconds(20)

            loop.perform {
                box.alarm = try? AlarmSource(clock: clock, on: loop) { event in
                    if event == .fired { events.put(AlarmSource.now(clock)) }
                }
                box.alarm?.set(at: moment)
            }

            try #expect(await events.next() >= moment)
            loop.perform { box.clear() }
        }
    }

    @Test(arguments: [AlarmSource.Clock.realtime, .boottime])
    func `an alarm for the past, or for zero, fires at once`(clock: AlarmSource.Clock) async throws {
        try await withLoop { loop in
            let box = TimerBox()
            let events = Mailbox<AlarmSource.Event>()
            loop.perform {
                // Another test sets the clock.
                box.alarm = try? AlarmSource(clock: clock, on: loop) { if $0 == .fired { events.put($0) } }
            }

            for moment in [Duration.zero, .seconds(-5), AlarmSource.now(clock) - .milliseconds(1)] {
                loop.perform { box.alarm?.set(at: moment) }
                try #expect(await events.next() == .fired)
            }
            loop.perform { box.clear() }
        }
    }

    @Test func `an alarm that is set to nil does not fire`() async throws {
        try await withLoop { loop in
            let (box, other) = (TimerBox(), TimerBox())
            let events = Mailbox<String>()

            loop.perform {
                let soon = AlarmSource.now(.boottime) + .milliseconds(5)
                box.alarm = try? AlarmSource(clock: .boottime, on: loop) { _ in events.put("unset") }
                box.alarm?.set(at: soon)
                box.alarm?.set(at: nil)
                other.alarm = try? AlarmSource(clock: .boottime, on: loop) { _ in events.put("set") }
                other.alarm?.set(at: soon + .milliseconds(5))
            }

            try #expect(await events.next() == "set")
            #expect(events.takeAll().isEmpty)
            loop.perform {
                box.clear()
                other.clear()
            }
        }
    }

    @Test(.enabled(if: canSetClock, "Only where the test may set the clock"))
    func `a realtime alarm reports that the clock was set, and stays set`() async throws {
        try await withLoop { loop in
            let box = TimerBox()
            let events = Mailbox<AlarmSource.Event>()

            // Sets the alarm and the clock in one turn of the loop: on a busy machine the alarm might go off first.
            loop.perform {
                box.alarm = try? AlarmSource(clock: .realtime, on: loop) { events.put($0) }
                box.alarm?.set(at: AlarmSource.now(.realtime) + .milliseconds(200))
                try? setClockToNow()
            }

            var event = try await events.next()
            #expect(event == .clockChanged)
            while event == .clockChanged { event = try await events.next() }
            #expect(event == .fired)
            loop.perform { box.clear() }
        }
    }

    @Test func `a signal is handled on the loop`() async throws {
        try await withLoop { loop in
            let box = TimerBox()
            let events = Mailbox<Int32>()
            let ready = Mailbox<Void>()
            loop.perform {
                box.signals = try? SignalSource([SIGUSR1, SIGUSR2], on: loop) { number in
                    if loop.isCurrent { events.put(number) }
                }
                ready.put(())
            }
            try await ready.next()

            kill(getpid(), SIGUSR2)
            try #expect(await events.next() == SIGUSR2)
            kill(getpid(), SIGUSR1)
            try #expect(await events.next() == SIGUSR1)
            loop.perform { box.clear() }
        }
    }

    @Test func `a signal that GLib cannot wait for is refused`() async throws {
        try await withLoop { loop in
            let errors = Mailbox<EventLoopError?>()

            loop.perform {
                do {
                    _ = try SignalSource([SIGTERM, SIGCHLD], on: loop) { _ in }
                    errors.put(nil)
                } catch {
                    errors.put(error as? EventLoopError)
                }
            }

            try #expect(await errors.next() == .unsupportedSignal(SIGCHLD))
        }
    }
}

private let canSetClock: Bool = (try? setClockToNow()) != nil

private func setClockToNow() throws {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    guard clock_settime(CLOCK_REALTIME, &time) == 0 else {
        throw EventLoopError.systemCall("clock_settime", errno: errno)
    }
}
