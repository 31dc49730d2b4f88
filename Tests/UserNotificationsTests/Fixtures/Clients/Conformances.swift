// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// 160: applications add conformances of their own, and Sendable where Apple's is not.
// Swift 5 says: warning: conformance of 'UNNotificationRequest' to protocol 'Sendable' was already stated
// Swift 6 says: warning: conformance of 'UNNotificationRequest' to protocol 'Sendable' was already stated

import CoreLocation
import UserNotifications

extension UNNotificationRequest: @retroactive @unchecked Sendable {}

extension UNAuthorizationStatus: @retroactive CustomStringConvertible, @retroactive CaseIterable {
    public static var allCases: [UNAuthorizationStatus] { [.notDetermined, .denied, .authorized] }
    public var description: String {
        switch self {
        case .notDetermined: return "notDetermined"
        case .denied: return "denied"
        case .authorized: return "authorized"
        case .provisional, .ephemeral: return "other"
        @unknown default: return "unknown"
        }
    }
}

extension UNNotificationInterruptionLevel: @retroactive Codable, @retroactive Comparable {
    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

extension UNNotificationSoundName: @retroactive ExpressibleByStringLiteral, @retroactive Codable {
    public init(stringLiteral value: String) { self.init(value) }
}

extension UNAuthorizationOptions: @retroactive CustomStringConvertible, @retroactive Hashable {
    public var description: String { "\(rawValue)" }
}

extension UNNotificationRequest: @retroactive Identifiable {
    public var id: String { identifier }
}

extension CLLocationCoordinate2D: @retroactive Equatable, @retroactive Hashable {
    public static func == (one: Self, other: Self) -> Bool {
        one.latitude == other.latitude && one.longitude == other.longitude
    }
    public func hash(into hasher: inout Hasher) { hasher.combine(latitude) }
}
