// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer
import Testing

extension TerminalRelayTests {
    @Test func `a late press on a button that was replaced has no effect`() throws {
        var relay = Self.able()
        _ = relay.show(try Self.tea(actions: ["snooze", "Snooze", "delete", "Delete"]))
        #expect(
            Self.text(relay.show(try Self.tea(actions: ["delete", "Delete", "keep", "Keep"]))) == [
                "write ^]99;i=belfry-ab-1 close", "write ^]99;i=belfry-ab-2",
            ])
        #expect(relay.handle(.pressed(identifier: "belfry-ab-1", button: 1)).isEmpty)
        #expect(relay.handle(.closed(identifier: "belfry-ab-1")).isEmpty)
        #expect(relay.handle(.pressed(identifier: "belfry-ab-2", button: 1)) == [.invoke(key: "delete", id: 1)])
    }

    @Test func `a terminal that can't replace gets other buttons as a new message`() throws {
        var support = NotificationSequencesTests.able
        support.takesBack = false
        var relay = TerminalRelay(session: 0xAB)
        _ = relay.start(.use(.osc99(support), through: nil))
        _ = relay.show(try Self.tea(actions: ["snooze", "Snooze", "delete", "Delete"]))
        #expect(relay.show(try Self.tea(actions: ["snooze", "Snooze", "delete", "Delete"])).isEmpty)
        #expect(
            Self.text(relay.show(try Self.tea(actions: ["delete", "Delete"]))) == ["write ^]99;i=belfry-ab-2"])
        #expect(relay.handle(.pressed(identifier: "belfry-ab-1", button: 1)).isEmpty)
        #expect(relay.handle(.pressed(identifier: "belfry-ab-2", button: 1)) == [.invoke(key: "delete", id: 1)])
    }
}
