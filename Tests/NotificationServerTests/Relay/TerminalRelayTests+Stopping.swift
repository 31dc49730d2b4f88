// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer
import Testing

extension TerminalRelayTests {
    @Test func `a notification that comes while the program ends is not handed on`() throws {
        var relay = Self.able()
        relay.stop()
        #expect(relay.show(try Self.tea()).isEmpty)
        #expect(Self.text(relay.settleAll()) == ["no wait", "settled"])
        #expect(relay.show(try Self.tea(id: 2)).isEmpty)
        // A late report is not typed into the shell.
        #expect(relay.expectsReports)
    }

    @Test(arguments: [false, true])
    func `after a stop before the answer the terminal is asked again`(isMute: Bool) throws {
        var relay = TerminalRelay(session: 0xAB)
        _ = relay.start(.ask(otherwise: nil))
        _ = relay.show(try Self.tea())
        #expect(Self.text(relay.settleAll()) == ["wait 0.5 seconds"])
        let effects = isMute ? relay.timeIsUp() : relay.handle(.attributes)
        #expect(Self.text(effects) == ["no wait", "settled"])
        #expect(relay.show(try Self.tea(id: 2)).isEmpty)

        #expect(relay.resume().count == 2)
        #expect(relay.isAsking)
        _ = relay.show(try Self.tea(id: 3))
        _ = relay.handle(.support(NotificationSequencesTests.able, identifier: "belfry-ab"))
        #expect(Self.text(relay.handle(.attributes)).contains { $0.hasPrefix("write ") })
        #expect(relay.resume().isEmpty)
    }
}
