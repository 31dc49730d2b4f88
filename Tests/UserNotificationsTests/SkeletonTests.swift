// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import UserNotifications

@Suite struct SkeletonTests {
    @Test func `a request keeps a copy of its content`() {
        let content = UNMutableNotificationContent()
        content.title = "Tea"
        let request = UNNotificationRequest(identifier: "tea", content: content, trigger: nil)
        content.title = "Coffee"

        #expect(request.content.title == "Tea")
    }
}
