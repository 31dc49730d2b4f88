// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import NotificationModel

/// Rules for the delivery of a remote notification, which APNs carries in HTTP headers: the dictionary `apns`.
///
/// The rules are inside the encrypted payload, because push servers ignore or shorten the headers of Web Push.
package struct RemoteDelivery: Hashable, Sendable {
    /// Name of the message (`apns-id`), by which a repeated message is recognized; nil if the provider gave none.
    package private(set) var id: UUID?
    /// Identifier of the notification (`apns-collapse-id`), at most ``maximumCollapseSize`` bytes. A newer notification
    /// replaces the older one with the same identifier.
    package private(set) var collapseIdentifier: String?
    /// Date from which the notification is not presented (`apns-expiration`); nil if the notification never expires.
    package private(set) var expiration: Expiration?
    package private(set) var priority = Priority.immediate
    package private(set) var type: PushType?
    /// Name of a test of the delivery (`belfry-ping`), which the agent must have begun itself; 1 to 64 bytes.
    package private(set) var ping: String?

    /// The date from which a notification is no longer presented.
    package enum Expiration: Hashable, Sendable {
        /// The notification is presented at once or never: the value 0.
        case atOnce
        case date(Date)
    }

    /// Urgency of the delivery (`apns-priority`).
    package enum Priority: Int, CaseIterable, Sendable {
        /// The lowest priority: the notification starts no application, and is passive.
        case low = 1
        /// The notification may be delayed to save power.
        case considerate = 5
        case immediate = 10
    }

    /// Kind of notification (`apns-push-type`).
    package enum PushType: String, CaseIterable, Sendable {
        case alert, background
    }

    /// Maximum size of a collapse identifier in UTF-8 bytes, as with APNs.
    package static let maximumCollapseSize = 64

    mutating func read(_ apns: inout JSONReader) {
        id = apns.converted("id", to: "a UUID") { UUID(uuidString: $0) }
        collapseIdentifier = apns.converted(
            "collapse-id", to: "1 to \(Self.maximumCollapseSize) bytes, not beginning with \"\(Limits.reservedPrefix)\""
        ) {
            !$0.isEmpty && $0.utf8.count <= Self.maximumCollapseSize && !$0.hasPrefix(Limits.reservedPrefix) ? $0 : nil
        }
        // Dates up to the year 9999 can be written in RFC 3339.
        if let seconds = apns.integer("expiration", in: 0...253_402_300_799) {
            expiration = seconds == 0 ? .atOnce : .date(Date(timeIntervalSince1970: Double(seconds)))
        }
        priority = apns.choice("priority", of: Priority.allCases.map { ($0.rawValue, $0) }) ?? .immediate
        ping = apns.string("belfry-ping", atMost: 64)
        type = apns.choice("push-type", of: PushType.allCases.map { ($0.rawValue, $0) })
    }
}
