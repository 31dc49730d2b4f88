// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// 118, 159: subclasses in other people's tests build; they must restate @unchecked Sendable.
// Swift 5 says: warning: class
// Swift 6 says: warning: class

import UserNotifications

class DoubleOfResponse: UNNotificationResponse {
    private let double: UNNotification

    init(_ notification: UNNotification) {
        double = notification
        super.init(coder: NSCoder())!
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override var notification: UNNotification { double }
    override var actionIdentifier: String { "double" }
}

class DoubleOfSettings: UNNotificationSettings {
    var status = UNAuthorizationStatus.denied
    override var authorizationStatus: UNAuthorizationStatus { status }
}

class DoubleOfContent: UNNotificationContent {
    override var userInfo: [AnyHashable: Any] { ["note_id": 1] }
    override var title: String { "title" }
}

class Prefilled: UNMutableNotificationContent {
    override init() {
        super.init()
        title = "title"
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
}

class DoubleOfRequest: UNNotificationRequest {
    override var trigger: UNNotificationTrigger? { nil }
}

let request = DoubleOfRequest(identifier: "a", content: DoubleOfContent(), trigger: nil)
