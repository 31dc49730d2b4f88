// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import Foundation
import UserNotifications

final class MockNotificationCoder: NSCoder {
    private enum FieldKey: String { case date, request, sourceIdentifier, intentIdentifiers, notification, actionIdentifier, originIdentifier, targetConnectionEndpoint, targetSceneIdentifier }
    let request: UNNotificationRequest
    let testIdentifier: String
    override var allowsKeyedCoding: Bool { true }

    init(_ request: UNNotificationRequest, identifier: String = "id") {
        self.request = request
        testIdentifier = identifier
    }

    override func decodeObject(forKey key: String) -> Any? {
        switch FieldKey(rawValue: key) {
        case .date: return Date()
        case .request: return request
        case .sourceIdentifier, .originIdentifier, .actionIdentifier: return testIdentifier
        case .notification: return UNNotification(coder: self)
        default: return nil
        }
    }
}

func response(to request: UNNotificationRequest) -> UNNotificationResponse? {
    UNNotificationResponse(coder: MockNotificationCoder(request, identifier: UNNotificationDefaultActionIdentifier))
}

func roundTrip(_ request: UNNotificationRequest) throws -> UNNotificationRequest? {
    let data = try NSKeyedArchiver.archivedData(withRootObject: request, requiringSecureCoding: true)
    return try NSKeyedUnarchiver.unarchivedObject(ofClass: UNNotificationRequest.self, from: data)
}
