// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

extension APIRow {
    /// Uses of options.
    static let rowsOfOptions: [APIRow] = [
        APIRow(
            "UNAuthorizationOptions",
            "struct UNAuthorizationOptions : OptionSet, Sendable"
        ) {
            func check<T: OptionSet & Sendable>(_: T.Type) where T.RawValue == UInt {}
            check(UNAuthorizationOptions.self)
            return nil
        },
        APIRow(
            "UNAuthorizationOptions",
            "static var badge: UNAuthorizationOptions { get }"
        ) {
            let option: UNAuthorizationOptions = .badge
            return "\(option.rawValue)"
        },
        APIRow(
            "UNAuthorizationOptions",
            "static var sound: UNAuthorizationOptions { get }"
        ) {
            let option: UNAuthorizationOptions = .sound
            return "\(option.rawValue)"
        },
        APIRow(
            "UNAuthorizationOptions",
            "static var alert: UNAuthorizationOptions { get }"
        ) {
            let option: UNAuthorizationOptions = .alert
            return "\(option.rawValue)"
        },
        APIRow(
            "UNAuthorizationOptions",
            "static var carPlay: UNAuthorizationOptions { get }"
        ) {
            let option: UNAuthorizationOptions = .carPlay
            return "\(option.rawValue)"
        },
        APIRow(
            "UNAuthorizationOptions",
            "static var criticalAlert: UNAuthorizationOptions { get }"
        ) {
            let option: UNAuthorizationOptions = .criticalAlert
            return "\(option.rawValue)"
        },
        APIRow(
            "UNAuthorizationOptions",
            "static var providesAppNotificationSettings: UNAuthorizationOptions { get }"
        ) {
            let option: UNAuthorizationOptions = .providesAppNotificationSettings
            return "\(option.rawValue)"
        },
        APIRow(
            "UNAuthorizationOptions",
            "static var provisional: UNAuthorizationOptions { get }"
        ) {
            let option: UNAuthorizationOptions = .provisional
            return "\(option.rawValue)"
        },
        APIRow(
            "UNAuthorizationOptions",
            "static var announcement: UNAuthorizationOptions { get }"
        ) {
            let option: UNAuthorizationOptions = .announcement
            return "\(option.rawValue)"
        },
        APIRow(
            "UNAuthorizationOptions",
            "static var timeSensitive: UNAuthorizationOptions { get }"
        ) {
            let option: UNAuthorizationOptions = .timeSensitive
            return "\(option.rawValue)"
        },
        APIRow(
            "UNAuthorizationOptions",
            "init(rawValue: UInt)"
        ) {
            let _: (UInt) -> UNAuthorizationOptions = UNAuthorizationOptions.init(rawValue:)
            return nil
        },
        APIRow(
            "UNNotificationPresentationOptions",
            "struct UNNotificationPresentationOptions : OptionSet, Sendable"
        ) {
            func check<T: OptionSet & Sendable>(_: T.Type) where T.RawValue == UInt {}
            check(UNNotificationPresentationOptions.self)
            return nil
        },
        APIRow(
            "UNNotificationPresentationOptions",
            "static var badge: UNNotificationPresentationOptions { get }"
        ) {
            let option: UNNotificationPresentationOptions = .badge
            return "\(option.rawValue)"
        },
        APIRow(
            "UNNotificationPresentationOptions",
            "static var sound: UNNotificationPresentationOptions { get }"
        ) {
            let option: UNNotificationPresentationOptions = .sound
            return "\(option.rawValue)"
        },
        APIRow(
            "UNNotificationPresentationOptions",
            "static var alert: UNNotificationPresentationOptions { get }"
        ) {
            let option: UNNotificationPresentationOptions = .alert
            return "\(option.rawValue)"
        },
        APIRow(
            "UNNotificationPresentationOptions",
            "static var list: UNNotificationPresentationOptions { get }"
        ) {
            let option: UNNotificationPresentationOptions = .list
            return "\(option.rawValue)"
        },
        APIRow(
            "UNNotificationPresentationOptions",
            "static var banner: UNNotificationPresentationOptions { get }"
        ) {
            let option: UNNotificationPresentationOptions = .banner
            return "\(option.rawValue)"
        },
        APIRow(
            "UNNotificationPresentationOptions",
            "init(rawValue: UInt)"
        ) {
            let _: (UInt) -> UNNotificationPresentationOptions = UNNotificationPresentationOptions.init(rawValue:)
            return nil
        },
        APIRow(
            "UNNotificationActionOptions",
            "struct UNNotificationActionOptions : OptionSet, Sendable"
        ) {
            func check<T: OptionSet & Sendable>(_: T.Type) where T.RawValue == UInt {}
            check(UNNotificationActionOptions.self)
            return nil
        },
        APIRow(
            "UNNotificationActionOptions",
            "static var authenticationRequired: UNNotificationActionOptions { get }"
        ) {
            let option: UNNotificationActionOptions = .authenticationRequired
            return "\(option.rawValue)"
        },
        APIRow(
            "UNNotificationActionOptions",
            "static var destructive: UNNotificationActionOptions { get }"
        ) {
            let option: UNNotificationActionOptions = .destructive
            return "\(option.rawValue)"
        },
        APIRow(
            "UNNotificationActionOptions",
            "static var foreground: UNNotificationActionOptions { get }"
        ) {
            let option: UNNotificationActionOptions = .foreground
            return "\(option.rawValue)"
        },
        APIRow(
            "UNNotificationActionOptions",
            "init(rawValue: UInt)"
        ) {
            let _: (UInt) -> UNNotificationActionOptions = UNNotificationActionOptions.init(rawValue:)
            return nil
        },
        APIRow(
            "UNNotificationCategoryOptions",
            "struct UNNotificationCategoryOptions : OptionSet, Sendable"
        ) {
            func check<T: OptionSet & Sendable>(_: T.Type) where T.RawValue == UInt {}
            check(UNNotificationCategoryOptions.self)
            return nil
        },
        APIRow(
            "UNNotificationCategoryOptions",
            "static var customDismissAction: UNNotificationCategoryOptions { get }"
        ) {
            let option: UNNotificationCategoryOptions = .customDismissAction
            return "\(option.rawValue)"
        },
        APIRow(
            "UNNotificationCategoryOptions",
            "static var allowInCarPlay: UNNotificationCategoryOptions { get }"
        ) {
            let option: UNNotificationCategoryOptions = .allowInCarPlay
            return "\(option.rawValue)"
        },
        APIRow(
            "UNNotificationCategoryOptions",
            "static var hiddenPreviewsShowTitle: UNNotificationCategoryOptions { get }"
        ) {
            let option: UNNotificationCategoryOptions = .hiddenPreviewsShowTitle
            return "\(option.rawValue)"
        },
        APIRow(
            "UNNotificationCategoryOptions",
            "static var hiddenPreviewsShowSubtitle: UNNotificationCategoryOptions { get }"
        ) {
            let option: UNNotificationCategoryOptions = .hiddenPreviewsShowSubtitle
            return "\(option.rawValue)"
        },
        APIRow(
            "UNNotificationCategoryOptions",
            "static var allowAnnouncement: UNNotificationCategoryOptions { get }"
        ) {
            let option: UNNotificationCategoryOptions = .allowAnnouncement
            return "\(option.rawValue)"
        },
        APIRow(
            "UNNotificationCategoryOptions",
            "init(rawValue: UInt)"
        ) {
            let _: (UInt) -> UNNotificationCategoryOptions = UNNotificationCategoryOptions.init(rawValue:)
            return nil
        },
    ]
}
