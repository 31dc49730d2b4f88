// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import NotificationModel

/// Decodes the agent's replies into Apple's types, leaving out entries that can't be decoded.
enum CenterAnswer {
    static func requests(_ rows: [[String: Value]]) -> [UNNotificationRequest] {
        rows.compactMap { dictionary in
            guard let request = decode(NotificationModel.Request.self, dictionary) else { return nil }
            let next = dictionary["nextTriggerDateUnix"]?.double.map { Date(timeIntervalSince1970: $0) }
            return UNNotificationRequest(request, nextTriggerDate: next)
        }
    }

    static func notifications(_ rows: [[String: Value]]) -> [UNNotification] {
        rows.compactMap { dictionary in
            decode(NotificationModel.Notification.self, dictionary).map { UNNotification($0) }
        }
    }

    /// Returns the error of an `AddAll` with one request; nil if the request was accepted.
    static func refusal(_ answer: [Value]) -> UNError? {
        dictionaries(answer).first.flatMap(AddedRow.error).map { UNError($0) }
    }

    static func categories(_ answer: [Value]?) -> Set<UNNotificationCategory> {
        Set(dictionaries(answer).compactMap { decode(Category.self, $0).map { UNNotificationCategory($0) } })
    }

    /// Decodes the settings; without a reply the status is not determined and all settings are unsupported.
    static func settings(_ answer: [Value]?) -> UNNotificationSettings {
        let dictionary = answer?.first?.properties ?? [:]
        var fields = UNNotificationSettings.Fields()
        fields.authorizationStatus =
            switch dictionary["authorizationStatus"]?.string {
            case "denied": .denied
            case "authorized": .authorized
            case "provisional": .provisional
            default: .notDetermined
            }
        for (key, path) in UNNotificationSettings.Fields.switches {
            switch dictionary[key]?.string {
            case "enabled": fields[keyPath: path] = .enabled
            case "disabled": fields[keyPath: path] = .disabled
            default: break
            }
        }
        fields.providesAppNotificationSettings = dictionary["providesAppNotificationSettings"]?.bool ?? false
        fields.alertStyle =
            switch dictionary["alertStyle"]?.string {
            case "banner": .banner
            case "alert": .alert
            default: .none
            }
        fields.showPreviewsSetting =
            switch dictionary["showPreviewsSetting"]?.string {
            case "whenAuthenticated": .whenAuthenticated
            case "never": .never
            default: .always
            }
        return UNNotificationSettings(fields)
    }

    static func isGranted(_ answer: [Value]) -> Bool { answer.first?.bool ?? false }

    static func dictionaries(_ answer: [Value]?) -> [[String: Value]] {
        answer?.first?.array?.compactMap(\.properties) ?? []
    }

    private static func decode<T: Decodable>(_ type: T.Type, _ dictionary: [String: Value]) -> T? {
        try? DictionaryCoding.decode(type, from: .properties(dictionary))
    }
}
