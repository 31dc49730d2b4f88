// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
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

    /// Decodes settings. Without a reply, the authorization status is `notDetermined` and every setting `notSupported`.
    static func settings(_ answer: [Value]?) -> UNNotificationSettings {
        let dictionary = answer?.first?.properties ?? [:]
        var fields = UNNotificationSettings.Fields()
        func read<Setting>(_ key: String, _ words: [String: Setting], _ setting: inout Setting) {
            if let known = dictionary[key]?.string.flatMap({ words[$0] }) { setting = known }
        }
        read(
            "authorizationStatus", ["denied": .denied, "authorized": .authorized, "provisional": .provisional],
            &fields.authorizationStatus)
        for (key, path) in UNNotificationSettings.Fields.switches {
            read(key, ["enabled": .enabled, "disabled": .disabled], &fields[keyPath: path])
        }
        fields.providesAppNotificationSettings = dictionary["providesAppNotificationSettings"]?.bool ?? false
        read("alertStyle", ["banner": .banner, "alert": .alert], &fields.alertStyle)
        read(
            "showPreviewsSetting", ["whenAuthenticated": .whenAuthenticated, "never": .never],
            &fields.showPreviewsSetting)
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
