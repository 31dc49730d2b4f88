// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer
import Testing

@Suite struct PressPatternTests {
    @Test(arguments: [
        ("b1:snooze", "b1:snooze"), ("snooze", "b1:snooze"), ("Snooze 5 min", "b1:snooze"), ("SNOOZE", "b1:snooze"),
        ("open", "default"), ("default", "default"), ("done", "done"), ("Done", "x"),
        ("reply", nil), ("inline-reply", nil), ("snoo", nil), ("", nil),
    ])
    func `--press means a key, else a label, else a label's first word`(pattern: String, key: String?) throws {
        let notification = try ReceivedNotification.fixture(actions: [
            "default", "Open", "b1:snooze", "Snooze 5 min", "x", "Done", "done", "Really done", "inline-reply", "Reply",
        ])

        #expect(PressPattern(pattern).action(of: notification)?.key == key)
    }
}
