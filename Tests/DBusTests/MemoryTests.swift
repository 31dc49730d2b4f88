// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import Glibc
import Synchronization
import TestSupport
import Testing

/// Each test runs in a process of its own, in which nothing else allocates memory.
@Suite(.enabled(if: Sanitizer.leavesMemoryAlone)) struct MemoryTests {
    @Test func `memory does not grow in 100,000 calls`() async {
        await #expect(processExitsWith: .success) {
            try await withTestObject { bus in
                let text = Value.string(String(repeating: "x", count: 1000))
                try await call(bus, bus.message("EchoText", [text]), times: 5000)
                let before = memoryInUse()

                // libdbus stops reading when 63 MiB of received messages are allocated, so a leak of messages would
                // block the test.
                try await call(bus, bus.message("EchoText", [text]), times: 100_000)

                // A leak of 100 bytes per call fails the test.
                precondition(memoryInUse() - before < 10_000_000, "\(memoryInUse() - before) bytes have leaked.")
            }
        }
    }

    @Test func `memory does not grow in calls that fail, are refused, or pass descriptors`() async {
        await #expect(processExitsWith: .success) {
            try await withTestObject { bus in
                let pipe = try FileDescriptorHandle(duplicating: 1)
                let text = String(repeating: "x", count: 10_000)
                let messages = [
                    bus.message("Nothing", [.string(text)]), bus.message("Fail", [.string("org.belfry.Error." + text)]),
                    bus.message("Echo", [.variant(.structure([.string(text), .fileDescriptor(pipe)]))]),
                    bus.message("Echo", [.variant(.array([.string(text), .structure([])], of: .string))]),
                ]
                for message in messages { try await call(bus, message, times: 500) }
                let before = (memoryInUse(), descriptorsInUse())

                for message in messages { try await call(bus, message, times: 3000) }

                precondition(memoryInUse() - before.0 < 10_000_000, "\(memoryInUse() - before.0) bytes have leaked.")
                precondition(descriptorsInUse() <= before.1, "Descriptors have leaked.")
            }
        }
    }
}

/// The resident memory of this process in bytes, after unused memory was returned to the system.
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

private func descriptorsInUse() -> Int {
    (0..<Int32(1024)).count { fcntl($0, F_GETFD) >= 0 }
}

/// Calls repeatedly, 50 calls at a time, without leaving the client's loop.
private func call(_ bus: BusFixture, _ message: Message, times: Int) async throws {
    let done = Mailbox<Void>()
    let left = Counter(times)
    @Sendable func next() {
        guard left.takeOne() else { return }
        bus.client.assumeIsolated { client in
            client.start(message, timeout: .seconds(120)) { _ in
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

    /// Counts a finished call; returns whether it was the last.
    func finishOne() -> Bool {
        counts.withLock { counts in
            counts.toFinish -= 1
            return counts.toFinish == 0
        }
    }
}
