// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentCallers
import Testing

/// Control groups and labels of snaps, in the texts of real systems.
@Suite struct SnapTagTests {
    private static let number = "4706fe54-7802-4808-aa7e-ae8b567239e0"
    private static let user = "/user.slice/user-1000.slice/user@1000.service/app.slice"

    @Test(
        arguments: [
            // Control groups of version 2; of version 1 with systemd's and the freezer's; both at once.
            ("0::\(user)/snap.chat.chat-\(number).scope", "chat_chat"),
            ("0::\(user)/snap.chat.chat.\(number).scope", "chat_chat"),
            ("0::\(user)/snap.chat.my-long-app-\(number).scope", "chat_my-long-app"),
            ("0::/system.slice/snap.chat.daemon.service", "chat_daemon"),
            ("0::\(user)/snap.chat_two.chat-\(number).scope", "chat_two_chat"),
            (
                "12:pids:/user.slice\n6:freezer:/snap.chat\n1:name=systemd:\(user)/snap.chat.chat-\(number).scope\n0::/",
                "chat_chat"
            ),
            ("6:freezer:/snap.chat.chat\n0::/user.slice", "chat_chat"),
            // A snap may create groups below its own, with any name.
            ("0::\(user)/snap.chat.chat-\(number).scope/snap.bank.bank-\(number).scope", "chat_chat"),
            ("0::\(user)/snap.chat.hook.configure-\(number).scope", "chat_hook.configure"),
        ])
    func `a snap is recognised by its control group`(groups: String, app: String) {
        #expect(SnapTag.agreed(SnapTag.all(inControlGroups: groups))?.applicationID == app)
    }

    @Test(arguments: [
        "6:freezer:/snap.chat\n0::/", "0::/snap.", "0::/snap..", "0::/snap.chat.", "0::/snap.*.x",
        "1:name=systemd:/snap.chat.chat\n0::/snap.bank.bank",
    ])
    func `half of a snap's groups, or those of two snaps, identify no snap`(groups: String) {
        let tags = SnapTag.all(inControlGroups: groups)
        #expect(!tags.isEmpty)
        #expect(SnapTag.agreed(tags)?.applicationID == nil)
    }

    @Test(arguments: ["0::/user.slice/app-snap.scope", "0::/", "", "x", "0::/a.snap.b", "3:cpu:/snapd.service"])
    func `other groups contain no snap`(groups: String) {
        #expect(SnapTag.all(inControlGroups: groups).isEmpty)
    }

    @Test(
        arguments: [
            ("snap.chat.chat (enforce)", "chat_chat"), ("snap.chat.chat (enforce)\n\0", "chat_chat"),
            ("snap.chat.chat//&:root:x (complain)", "chat_chat"), ("unconfined", nil),
            ("unconfined_u:unconfined_r:unconfined_t:s0", nil), ("/usr/bin/snap.x.y (enforce)", nil),
        ] as [(String, String?)])
    func `a label names a snap`(label: String, app: String?) { #expect(SnapTag(label: label)?.applicationID == app) }
}
