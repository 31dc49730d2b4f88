// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import TestSupport
import Testing

@Suite struct CallTests {
    @Test func `a call is answered`() async throws {
        try await withTestObject { bus in
            let answer = try await bus.call("Add", [.int32(2), .int32(3)])

            #expect(answer == [.int32(5)])
        }
    }

    @Test func `a signal reaches its subscriber`() async throws {
        try await withTestObject { bus in
            let texts = Mailbox<String?>()
            try await bus.client.subscribe(to: MatchRule(sender: bus.server.uniqueName, member: "Emitted")) { signal in
                texts.put(signal.arguments.first?.string)
            }

            _ = try await bus.call("Emit", [.string("hello")])

            #expect(try await texts.next() == "hello")
        }
    }
}
