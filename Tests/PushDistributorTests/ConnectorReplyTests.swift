// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
@testable import PushDistributor
import Testing

/// The meaning of a connector's reply.
@Suite struct ConnectorReplyTests {
    private static func error(_ name: String) -> BusError { BusError(name: BusError.prefix + name, message: "") }

    @Test(
        arguments: [
            // A connector that may have the message, and one that has not got it, are told apart.
            (.timeout, 2, true, .unanswered), (.timeout, 2, nil, .unanswered), (.timeout, 2, false, .unreached),
            (.timeout, 1, true, .accepted), (error("NoReply"), 2, true, .crashed),
            (error("NoReply"), 1, true, .crashed),
            (error("Spawn.ChildExited"), 2, nil, .unreached), (error("TimedOut"), 2, nil, .unreached),
            (error("UnknownObject"), 2, true, .unreached), (error("ServiceUnknown"), 2, false, .absent),
            (error("InvalidArgs"), 2, true, .refused), (error("Failed"), 2, true, .failed),
            (error("Failed"), 1, true, .accepted),
            (BusError(name: "org.freedesktop.systemd1.NoSuchUnit", message: ""), 2, nil, .unreached),
        ] as [(BusError, Int, Bool?, ConnectorQueue.Reply)])
    func `an error says whether the connector has the message`(
        error: BusError, version: Int, hasOwner: Bool?, reply: ConnectorQueue.Reply
    ) {
        #expect(ConnectorQueue.Reply(.failure(error), version: version, hasOwner: hasOwner) == reply)
    }
}
