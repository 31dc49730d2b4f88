// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import TestSupport
import Testing

@Suite struct EventLoopTests {
    @Test func `closures run in the order in which they were handed over`() async throws {
        let loop = EventLoop.onOwnThread(named: "test")
        defer { loop.stop() }
        let numbers = Mailbox<Int>()

        for number in 0..<1000 { loop.perform { numbers.put(number) } }

        for number in 0..<1000 { #expect(try await numbers.next() == number) }
    }
}
