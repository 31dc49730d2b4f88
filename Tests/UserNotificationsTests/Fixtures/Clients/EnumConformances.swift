// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import UserNotifications

extension UNAuthorizationStatus: @retroactive CaseIterable, @retroactive Codable, @retroactive CustomStringConvertible {
    public static var allCases: [UNAuthorizationStatus] { [.notDetermined, .denied, .authorized, .provisional] }
    public var description: String { "\(rawValue)" }
}
extension UNNotificationSetting: @retroactive CustomStringConvertible, @retroactive CustomDebugStringConvertible {
    public var description: String {
        switch self {
        case .enabled: "enabled"
        case .disabled: "disabled"
        case .notSupported: "not supported"
        @unknown default: "unknown"
        }
    }
    public var debugDescription: String { description }
}
extension UNAlertStyle: @retroactive CaseIterable, @retroactive Identifiable {
    public static let allCases: [UNAlertStyle] = [.none, .banner, .alert]
    public var id: Int { rawValue }
}
extension UNShowPreviewsSetting: @retroactive LosslessStringConvertible {
    public init?(_ description: String) { self = .always }
    public var description: String { "previews" }
}
extension UNNotificationInterruptionLevel: @retroactive Comparable {
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}
extension UNError.Code { var isAttachment: Bool { (100..<200).contains(rawValue) } }
extension UNError.Code: @retroactive CustomStringConvertible { public var description: String { "UNError \(rawValue)" } }
extension UNUserNotificationCenter: @retroactive Identifiable {}
extension UNNotificationSettings {
    var title: String { "title" }
    var isAuthorized: Bool { [.authorized, .provisional, .ephemeral].contains(authorizationStatus) }
}
