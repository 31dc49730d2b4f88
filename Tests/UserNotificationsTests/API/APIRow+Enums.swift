// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

extension APIRow {
    /// Uses of enums.
    static let rowsOfEnums: [APIRow] = [
        APIRow(
            "UNNotificationInterruptionLevel",
            "enum UNNotificationInterruptionLevel : UInt, @unchecked Sendable"
        ) {
            func check<T: RawRepresentable & Sendable>(_: T.Type) where T.RawValue == UInt {}
            check(UNNotificationInterruptionLevel.self)
            return nil
        },
        APIRow(
            "UNNotificationInterruptionLevel",
            "case passive"
        ) {
            let value: UNNotificationInterruptionLevel = .passive
            return "\(value.rawValue)"
        },
        APIRow(
            "UNNotificationInterruptionLevel",
            "case active"
        ) {
            let value: UNNotificationInterruptionLevel = .active
            return "\(value.rawValue)"
        },
        APIRow(
            "UNNotificationInterruptionLevel",
            "case timeSensitive"
        ) {
            let value: UNNotificationInterruptionLevel = .timeSensitive
            return "\(value.rawValue)"
        },
        APIRow(
            "UNNotificationInterruptionLevel",
            "case critical"
        ) {
            let value: UNNotificationInterruptionLevel = .critical
            return "\(value.rawValue)"
        },
        APIRow(
            "UNAuthorizationStatus",
            "enum UNAuthorizationStatus : Int, @unchecked Sendable"
        ) {
            func check<T: RawRepresentable & Sendable>(_: T.Type) where T.RawValue == Int {}
            check(UNAuthorizationStatus.self)
            return nil
        },
        APIRow(
            "UNAuthorizationStatus",
            "case notDetermined"
        ) {
            let value: UNAuthorizationStatus = .notDetermined
            return "\(value.rawValue)"
        },
        APIRow(
            "UNAuthorizationStatus",
            "case denied"
        ) {
            let value: UNAuthorizationStatus = .denied
            return "\(value.rawValue)"
        },
        APIRow(
            "UNAuthorizationStatus",
            "case authorized"
        ) {
            let value: UNAuthorizationStatus = .authorized
            return "\(value.rawValue)"
        },
        APIRow(
            "UNAuthorizationStatus",
            "case provisional"
        ) {
            let value: UNAuthorizationStatus = .provisional
            return "\(value.rawValue)"
        },
        APIRow(
            "UNAuthorizationStatus",
            "case ephemeral"
        ) {
            let value: UNAuthorizationStatus = .ephemeral
            return "\(value.rawValue)"
        },
        APIRow(
            "UNNotificationSetting",
            "enum UNNotificationSetting : Int, @unchecked Sendable"
        ) {
            func check<T: RawRepresentable & Sendable>(_: T.Type) where T.RawValue == Int {}
            check(UNNotificationSetting.self)
            return nil
        },
        APIRow(
            "UNNotificationSetting",
            "case notSupported"
        ) {
            let value: UNNotificationSetting = .notSupported
            return "\(value.rawValue)"
        },
        APIRow(
            "UNNotificationSetting",
            "case disabled"
        ) {
            let value: UNNotificationSetting = .disabled
            return "\(value.rawValue)"
        },
        APIRow(
            "UNNotificationSetting",
            "case enabled"
        ) {
            let value: UNNotificationSetting = .enabled
            return "\(value.rawValue)"
        },
        APIRow(
            "UNAlertStyle",
            "enum UNAlertStyle : Int, @unchecked Sendable"
        ) {
            func check<T: RawRepresentable & Sendable>(_: T.Type) where T.RawValue == Int {}
            check(UNAlertStyle.self)
            return nil
        },
        APIRow(
            "UNAlertStyle",
            "case none"
        ) {
            let value: UNAlertStyle = .none
            return "\(value.rawValue)"
        },
        APIRow(
            "UNAlertStyle",
            "case banner"
        ) {
            let value: UNAlertStyle = .banner
            return "\(value.rawValue)"
        },
        APIRow(
            "UNAlertStyle",
            "case alert"
        ) {
            let value: UNAlertStyle = .alert
            return "\(value.rawValue)"
        },
        APIRow(
            "UNShowPreviewsSetting",
            "enum UNShowPreviewsSetting : Int, @unchecked Sendable"
        ) {
            func check<T: RawRepresentable & Sendable>(_: T.Type) where T.RawValue == Int {}
            check(UNShowPreviewsSetting.self)
            return nil
        },
        APIRow(
            "UNShowPreviewsSetting",
            "case always"
        ) {
            let value: UNShowPreviewsSetting = .always
            return "\(value.rawValue)"
        },
        APIRow(
            "UNShowPreviewsSetting",
            "case whenAuthenticated"
        ) {
            let value: UNShowPreviewsSetting = .whenAuthenticated
            return "\(value.rawValue)"
        },
        APIRow(
            "UNShowPreviewsSetting",
            "case never"
        ) {
            let value: UNShowPreviewsSetting = .never
            return "\(value.rawValue)"
        },
    ]
}
