// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

extension APIRow {
    /// Uses of actions.
    static let rowsOfActions: [APIRow] = [
        APIRow(
            "UNNotificationAction",
            "class UNNotificationAction : NSObject, NSCopying, NSSecureCoding"
        ) {
            let _: any (NSObject & NSCopying & NSSecureCoding).Type = UNNotificationAction.self
            return nil
        },
        APIRow(
            "UNNotificationAction",
            "convenience init(identifier: String, title: String, options: UNNotificationActionOptions = [])"
        ) {
            let _: (String, String, UNNotificationActionOptions) -> UNNotificationAction =
                UNNotificationAction.init(identifier:title:options:)
            _ = UNNotificationAction(identifier: "a", title: "A")
            return nil
        },
        APIRow(
            "UNNotificationAction",
            "convenience init(identifier: String, title: String, options: UNNotificationActionOptions = [], icon: UNNotificationActionIcon?)"
        ) {
            _ = UNNotificationAction(identifier: "a", title: "A", icon: nil)
            _ = UNNotificationAction(identifier: "a", title: "A", options: [.foreground], icon: nil)
            return nil
        },
        APIRow(
            "UNNotificationAction",
            "var identifier: String { get }"
        ) {
            let _: KeyPath<UNNotificationAction, String> = \.identifier
            return nil
        },
        APIRow(
            "UNNotificationAction",
            "var title: String { get }"
        ) {
            let _: KeyPath<UNNotificationAction, String> = \.title
            return nil
        },
        APIRow(
            "UNNotificationAction",
            "var options: UNNotificationActionOptions { get }"
        ) {
            let _: KeyPath<UNNotificationAction, UNNotificationActionOptions> = \.options
            return nil
        },
        APIRow(
            "UNNotificationAction",
            "@NSCopying var icon: UNNotificationActionIcon? { get }"
        ) {
            let _: KeyPath<UNNotificationAction, UNNotificationActionIcon?> = \.icon
            return nil
        },
        APIRow(
            "UNNotificationAction",
            "init?(coder: NSCoder)"
        ) {
            let _: (NSCoder) -> UNNotificationAction? = UNNotificationAction.init(coder:)
            return nil
        },
        APIRow(
            "UNTextInputNotificationAction",
            "class UNTextInputNotificationAction : UNNotificationAction"
        ) {
            let _: UNNotificationAction.Type = UNTextInputNotificationAction.self
            return nil
        },
        APIRow(
            "UNTextInputNotificationAction",
            "convenience init(identifier: String, title: String, options: UNNotificationActionOptions = [], textInputButtonTitle: String, textInputPlaceholder: String)"
        ) {
            _ = UNTextInputNotificationAction(
                identifier: "a", title: "A", textInputButtonTitle: "B", textInputPlaceholder: "C")
            _ = UNTextInputNotificationAction(
                identifier: "a", title: "A", options: [.foreground], textInputButtonTitle: "B",
                textInputPlaceholder: "C")
            return nil
        },
        APIRow(
            "UNTextInputNotificationAction",
            "convenience init(identifier: String, title: String, options: UNNotificationActionOptions = [], icon: UNNotificationActionIcon?, textInputButtonTitle: String, textInputPlaceholder: String)"
        ) {
            _ = UNTextInputNotificationAction(
                identifier: "a", title: "A", icon: nil, textInputButtonTitle: "B", textInputPlaceholder: "C")
            return nil
        },
        APIRow(
            "UNTextInputNotificationAction",
            "var textInputButtonTitle: String { get }"
        ) {
            let _: KeyPath<UNTextInputNotificationAction, String> = \.textInputButtonTitle
            return nil
        },
        APIRow(
            "UNTextInputNotificationAction",
            "var textInputPlaceholder: String { get }"
        ) {
            let _: KeyPath<UNTextInputNotificationAction, String> = \.textInputPlaceholder
            return nil
        },
        APIRow(
            "UNNotificationActionIcon",
            "class UNNotificationActionIcon : NSObject, NSCopying, NSSecureCoding"
        ) {
            let _: any (NSObject & NSCopying & NSSecureCoding).Type = UNNotificationActionIcon.self
            return nil
        },
        APIRow(
            "UNNotificationActionIcon",
            "convenience init(templateImageName: String)"
        ) {
            let _: (String) -> UNNotificationActionIcon = UNNotificationActionIcon.init(templateImageName:)
            return nil
        },
        APIRow(
            "UNNotificationActionIcon",
            "convenience init(systemImageName: String)"
        ) {
            let _: (String) -> UNNotificationActionIcon = UNNotificationActionIcon.init(systemImageName:)
            return nil
        },
        APIRow(
            "UNNotificationCategory",
            "class UNNotificationCategory : NSObject, NSCopying, NSSecureCoding"
        ) {
            let _: any (NSObject & NSCopying & NSSecureCoding).Type = UNNotificationCategory.self
            return nil
        },
        APIRow(
            "UNNotificationCategory",
            "convenience init(identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String], options: UNNotificationCategoryOptions = [])"
        ) {
            _ = UNNotificationCategory(identifier: "c", actions: [], intentIdentifiers: [])
            _ = UNNotificationCategory(
                identifier: "c", actions: [], intentIdentifiers: [], options: [.customDismissAction])
            return nil
        },
        APIRow(
            "UNNotificationCategory",
            "convenience init(identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String], hiddenPreviewsBodyPlaceholder: String, options: UNNotificationCategoryOptions = [])"
        ) {
            let words: String = "words"
            _ = UNNotificationCategory(
                identifier: "c", actions: [], intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: words)
            return nil
        },
        APIRow(
            "UNNotificationCategory",
            "convenience init(identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String], hiddenPreviewsBodyPlaceholder: String?, categorySummaryFormat: String?, options: UNNotificationCategoryOptions = [])"
        ) {
            _ = UNNotificationCategory(
                identifier: "c", actions: [], intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: nil,
                categorySummaryFormat: nil)
            _ = UNNotificationCategory(
                identifier: "c", actions: [], intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: nil,
                categorySummaryFormat: nil, options: [])
            return nil
        },
        APIRow(
            "UNNotificationCategory",
            "var identifier: String { get }"
        ) {
            let _: KeyPath<UNNotificationCategory, String> = \.identifier
            return nil
        },
        APIRow(
            "UNNotificationCategory",
            "var actions: [UNNotificationAction] { get }"
        ) {
            let _: KeyPath<UNNotificationCategory, [UNNotificationAction]> = \.actions
            return nil
        },
        APIRow(
            "UNNotificationCategory",
            "var intentIdentifiers: [String] { get }"
        ) {
            let _: KeyPath<UNNotificationCategory, [String]> = \.intentIdentifiers
            return nil
        },
        APIRow(
            "UNNotificationCategory",
            "var options: UNNotificationCategoryOptions { get }"
        ) {
            let _: KeyPath<UNNotificationCategory, UNNotificationCategoryOptions> = \.options
            return nil
        },
        APIRow(
            "UNNotificationCategory",
            "var hiddenPreviewsBodyPlaceholder: String { get }"
        ) {
            let _: KeyPath<UNNotificationCategory, String> = \.hiddenPreviewsBodyPlaceholder
            return nil
        },
        APIRow(
            "UNNotificationCategory",
            "var categorySummaryFormat: String { get }"
        ) {
            let _: KeyPath<UNNotificationCategory, String> = \.categorySummaryFormat
            return nil
        },
        APIRow(
            "UNNotificationCategory",
            "init?(coder: NSCoder)"
        ) {
            let _: (NSCoder) -> UNNotificationCategory? = UNNotificationCategory.init(coder:)
            return nil
        },
    ]
}
