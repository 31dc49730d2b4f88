// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import Foundation
import CoreLocation
import UserNotifications

struct APICategory: Codable { var identifier: String; var actions: [APIAction]; var hiddenPreviewsBodyPlaceholder: String?; var categorySummaryFormat: String? }
struct APIAction: Codable { var identifier: String; var title: String; var destructive: Bool?; var behavior: String?; var textInputButtonTitle: String? }

extension APIAction {
    var options: UNNotificationActionOptions {
        var actionOptions = UNNotificationActionOptions([])
        if destructive == true { actionOptions.insert(.destructive) }
        if behavior == "foreground" { actionOptions.insert(.foreground) }
        return actionOptions
    }
    var action: UNNotificationAction {
        if let textInputButtonTitle {
            return UNTextInputNotificationAction(identifier: identifier, title: title, options: options, icon: nil, textInputButtonTitle: textInputButtonTitle, textInputPlaceholder: "")
        }
        return UNNotificationAction(identifier: identifier, title: title, options: options, icon: nil)
    }
}

extension APICategory {
    var categories: [UNNotificationCategory] {
        [identifier.uppercased(), identifier.lowercased()].map { anIdentifier in
            UNNotificationCategory(
                identifier: anIdentifier, actions: actions.map(\.action), intentIdentifiers: [],
                hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder, categorySummaryFormat: categorySummaryFormat,
                options: [.customDismissAction])
        }
    }
}

public enum HANotificationError: Error { case unsupportedKey(String) }

final class NotificationParser {
    func content(from payload: [String: Any]) throws -> UNNotificationContent {
        let content = UNMutableNotificationContent()
        for (key, value) in payload {
            switch (key, value) {
            case ("title", let title as String): content.title = title
            case ("badge", let badge as Int): content.badge = NSNumber(value: badge)
            case ("sound", let sound as String) where sound == "default": content.sound = .default
            case ("sound", let sound as [String: Any]):
                let volume = (sound["volume"] as? Double).map(Float.init) ?? 1.0
                content.sound = .criticalSoundNamed(.init(rawValue: sound["name"] as? String ?? ""), withAudioVolume: volume)
            case ("interruption-level", let level as String):
                content.interruptionLevel = ["passive": .passive, "active": .active, "time-sensitive": .timeSensitive, "critical": .critical][level, default: .active]
            case ("attachment", let path as String):
                content.attachments = [try UNNotificationAttachment(identifier: "a", url: URL(fileURLWithPath: path), options: [UNNotificationAttachmentOptionsThumbnailClippingRectKey: CGRect(x: 0, y: 0, width: 1, height: 1).dictionaryRepresentation])]
            default: throw HANotificationError.unsupportedKey(key)
            }
        }
        return content
    }

    func entity(_ response: UNNotificationResponse) -> (String, String?)? {
        let info = response.notification.request.content.userInfo
        guard let entity = info["entity_id"] as? String else { return nil }
        return (entity, (response as? UNTextInputNotificationResponse)?.userText)
    }
}

extension CLRegion {
    static func zone(_ lat: CLLocationDegrees, _ lon: CLLocationDegrees, _ radius: CLLocationDistance, _ name: String) -> CLRegion {
        CLCircularRegion(center: .init(latitude: lat, longitude: lon), radius: radius, identifier: name)
    }
}
