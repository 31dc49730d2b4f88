// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import NotificationServer
import Testing
import TestSupport

/// `wake`, with the kernel's own alarm: the test asks the kernel whether it is allowed, and not the agent.
@Suite struct WakeTests {
    /// Whether this process, and so an agent that it starts, may wake the machine: CAP_WAKE_ALARM.
    static let canWake: Bool = {
        typealias TimerCreate = @convention(c) (Int32, Int32) -> Int32
        guard let symbol = dlsym(nil, "timerfd_create") else { return false }
        let descriptor = unsafeBitCast(symbol, to: TimerCreate.self)(Int32(CLOCK_REALTIME_ALARM), 0)
        if descriptor >= 0 { close(descriptor) }
        return descriptor >= 0
    }()

    @Test func `wake is reported as degraded if it is not allowed, and the request fires`() async throws {
        try await withAgentAndServer { agent, server in
            let outcome = try await agent.proxy().add(
                request("train", ["trigger": after(0.2), "wake": .boolean(true)]))

            #expect(outcome["degraded"]?.strings?.contains("wake") ?? false == !Self.canWake)
            #expect(try await server.nextNotification().summary == "Tea")
            let plain = try await agent.proxy().add(request("plain", ["trigger": tomorrow]))
            #expect(plain["degraded"]?.strings?.contains("wake") ?? false == false)
        }
    }
}
