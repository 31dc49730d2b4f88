// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

extension APIRow {
    /// Uses of rows without a group.
    static let rowsOfOthers: [APIRow] = [
        APIRow(
            "(module)",
            "import UserNotifications  // re-exports Foundation"
        ) {
            let _: Date.Type = Date.self
            _ = UUID()
            return nil
        },
        APIRow(
            "(global)",
            "let UNNotificationDefaultActionIdentifier: String"
        ) {
            let constant: String = UNNotificationDefaultActionIdentifier
            return constant
        },
        APIRow(
            "(global)",
            "let UNNotificationDismissActionIdentifier: String"
        ) {
            let constant: String = UNNotificationDismissActionIdentifier
            return constant
        },
        APIRow(
            "(global)",
            "let UNNotificationAttachmentOptionsTypeHintKey: String"
        ) {
            let constant: String = UNNotificationAttachmentOptionsTypeHintKey
            return constant
        },
        APIRow(
            "(global)",
            "let UNNotificationAttachmentOptionsThumbnailHiddenKey: String"
        ) {
            let constant: String = UNNotificationAttachmentOptionsThumbnailHiddenKey
            return constant
        },
        APIRow(
            "(global)",
            "let UNNotificationAttachmentOptionsThumbnailClippingRectKey: String"
        ) {
            let constant: String = UNNotificationAttachmentOptionsThumbnailClippingRectKey
            return constant
        },
        APIRow(
            "(global)",
            "let UNNotificationAttachmentOptionsThumbnailTimeKey: String"
        ) {
            let constant: String = UNNotificationAttachmentOptionsThumbnailTimeKey
            return constant
        },
        APIRow(
            "(global)",
            "let UNErrorDomain: String"
        ) {
            let constant: String = UNErrorDomain
            return constant
        },
        APIRow(
            "UNNotificationSound",
            "class UNNotificationSound : NSObject, NSCopying, NSSecureCoding"
        ) {
            let _: any (NSObject & NSCopying & NSSecureCoding).Type = UNNotificationSound.self
            return nil
        },
        APIRow(
            "UNNotificationSound",
            "@NSCopying class var `default`: UNNotificationSound { get }"
        ) {
            let _: UNNotificationSound = .default
            return nil
        },
        APIRow(
            "UNNotificationSound",
            "convenience init(named name: UNNotificationSoundName)"
        ) {
            let _: (UNNotificationSoundName) -> UNNotificationSound = UNNotificationSound.init(named:)
            return nil
        },
        APIRow(
            "UNNotificationSound",
            "@NSCopying class var defaultCritical: UNNotificationSound { get }"
        ) {
            let _: UNNotificationSound = .defaultCritical
            return nil
        },
        APIRow(
            "UNNotificationSound",
            "class func defaultCriticalSound(withAudioVolume volume: Float) -> Self"
        ) {
            let _: UNNotificationSound = .defaultCriticalSound(withAudioVolume: 0.5 as Float)
            return nil
        },
        APIRow(
            "UNNotificationSound",
            "class func criticalSoundNamed(_ name: UNNotificationSoundName) -> Self"
        ) {
            let _: UNNotificationSound = .criticalSoundNamed(UNNotificationSoundName("a"))
            return nil
        },
        APIRow(
            "UNNotificationSound",
            "class func criticalSoundNamed(_ name: UNNotificationSoundName, withAudioVolume volume: Float) -> Self"
        ) {
            let _: UNNotificationSound = .criticalSoundNamed(
                UNNotificationSoundName("a"), withAudioVolume: 0.5 as Float)
            return nil
        },
        APIRow(
            "UNNotificationSound",
            "@NSCopying class var defaultRingtone: UNNotificationSound { get }"
        ) {
            let _: UNNotificationSound = .defaultRingtone
            return nil
        },
        APIRow(
            "UNNotificationSound",
            "class func ringtoneSoundNamed(_ name: UNNotificationSoundName) -> Self"
        ) {
            let _: UNNotificationSound = .ringtoneSoundNamed(UNNotificationSoundName("a"))
            return nil
        },
        APIRow(
            "UNNotificationSound",
            "init?(coder: NSCoder)"
        ) {
            let _: (NSCoder) -> UNNotificationSound? = UNNotificationSound.init(coder:)
            return nil
        },
        APIRow(
            "UNNotificationSoundName",
            "struct UNNotificationSoundName : Hashable, Equatable, RawRepresentable, Sendable"
        ) {
            func check<T: Hashable & RawRepresentable & Sendable>(_: T.Type) where T.RawValue == String {}
            check(UNNotificationSoundName.self)
            return nil
        },
        APIRow(
            "UNNotificationSoundName",
            "init(_ rawValue: String)"
        ) {
            let _: (String) -> UNNotificationSoundName = UNNotificationSoundName.init(_:)
            return nil
        },
        APIRow(
            "UNNotificationSoundName",
            "init(rawValue: String)"
        ) {
            let _: (String) -> UNNotificationSoundName = UNNotificationSoundName.init(rawValue:)
            return nil
        },
        APIRow(
            "UNNotificationSoundName",
            "var rawValue: String { get }"
        ) {
            let _: KeyPath<UNNotificationSoundName, String> = \.rawValue
            return nil
        },
    ]
}
