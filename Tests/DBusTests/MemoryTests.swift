// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite struct MemoryTests {
    /// What this process keeps in memory, in bytes, after giving back what it can.
    private func memoryInUse() -> Int {
        typealias Trim = @convention(c) (Int) -> Int32
        if let trim = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(trim, to: Trim.self)(0) }
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        fgets(&line, 256, file)
        let fields = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return (Int(fields.split(separator: " ").dropFirst().first ?? "") ?? 0) * Int(getpagesize())
    }

    // Other tests run in this process and come to an end; what leaks here would stay, and be twice as much.
    private static let margin = 50_000_000

    private func expectNothingGrew(since before: Int, _ bus: BusFixture) async throws {
        var grown = memoryInUse() - before
        for _ in 0..<500 where grown > Self.margin {
            try await call(bus, bus.message("Add", [.int32(1), .int32(2)]), times: 100)
            grown = memoryInUse() - before
        }
        #expect(grown <= Self.margin)
    }

    private func descriptorsInUse() -> Int {
        (0..<Int32(1024)).count { fcntl($0, F_GETFD) >= 0 }
    }

    @Test func `nothing grows in 100,000 calls`() async throws {
        try await withTestObject { bus in
            let text = Value.string(String(repeating: "x", count: 1000))
            try await call(bus, bus.message("EchoText", [text]), times: 2000)
            let before = memoryInUse()

            // libdbus stops reading when 63 MiB of received messages are alive: a leak of those ends in a timeout.
            try await call(bus, bus.message("EchoText", [text]), times: 100_000)

            try await expectNothingGrew(since: before, bus)
        }
    }

    @Test func `nothing grows in 20,000 calls that fail, are refused, or pass descriptors`() async throws {
        try await withTestObject { bus in
            let pipe = try FileDescriptorHandle(duplicating: 1)
            let text = String(repeating: "x", count: 20_000)
            let messages = [
                bus.message("Nothing", [.string(text)]), bus.message("Fail", [.string("org.belfry.Error." + text)]),
                bus.message("Echo", [.variant(.structure([.string(text), .fileDescriptor(pipe)]))]),
                bus.message("Echo", [.variant(.array([.string(text), .structure([])], of: .string))]),
            ]
            for message in messages { try await call(bus, message, times: 100) }
            let before = memoryInUse()

            for message in messages { try await call(bus, message, times: 5000) }

            try await expectNothingGrew(since: before, bus)
            // Other tests have some open; 5000 leaked ones would be the end of the process.
            #expect(descriptorsInUse() < 500)
        }
    }

    /// Calls again and again, 50 at a time, without leaving the client's loop.
    private func call(_ bus: BusFixture, _ message: Message, times: Int) async throws {
        let done = Mailbox<Void>()
        let left = Counter(times)
        @Sendable func next() {
            guard left.takeOne() else { return }
            bus.client.assumeIsolated { client in
                _ = client.start(message, timeout: .seconds(120)) { _ in
                    if left.finishOne() { done.put(()) } else { bus.client.loop.perform { next() } }
                }
            }
        }
        for _ in 0..<min(50, times) { bus.client.loop.perform { next() } }
        try await done.next(seconds: 120)
    }

    private final class Counter: Sendable {
        private let counts: Mutex<(toStart: Int, toFinish: Int)>
        init(_ times: Int) { counts = Mutex((times, times)) }

        func takeOne() -> Bool {
            counts.withLock { counts in
                counts.toStart -= 1
                return counts.toStart >= 0
            }
        }

        /// Whether it was the last.
        func finishOne() -> Bool {
            counts.withLock { counts in
                counts.toFinish -= 1
                return counts.toFinish == 0
            }
        }
    }
}
