// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
package import Triggers

/// The registration of an application, or of one of its instances, for remote notifications.
package struct RemoteRegistration: Hashable, Sendable {
    /// The state of a registration with its distributor.
    package enum State: Int, Sendable {
        /// The distributor has not returned an endpoint yet.
        case pending
        case registered
        /// The distributor refused, or there is none; ``RemoteRegistration/reason`` has the reason.
        case failed
    }

    package let app: String
    /// Name of the registration within its application; empty for an application with one registration.
    package let instance: String
    /// Random name of the registration, by which the distributor knows it.
    package var token: String
    /// Bus name of the distributor; empty if none was found yet.
    package var distributor = ""
    package var state = State.pending
    /// Address to which a provider posts; nil until the distributor has named it.
    package var endpoint: String?
    /// Reason why the registration last failed, as a word of the D-Bus interface; nil if it did not fail.
    package var reason: String?
    /// Private key that decrypts the messages: 32 bytes. Empty in a registration that an import has added.
    package var privateKey: [UInt8]
    /// Secret that a provider shares with this registration: 16 bytes.
    package var secret: [UInt8]
    /// The provider's public key in base64url; nil without one.
    package let vapid: String?
    /// Text about the registration, which the distributor shows to the person in its list.
    package var description: String
    /// Whether the application was told of the registration's state.
    package var isTold = false
    /// Whether the registration needs another token and other keys, because the store was imported or restored.
    package var renews = false
    /// Date at which the application was last seen to have a desktop file; nil if it never had one.
    package var seen: Date?

    package init(
        app: String, instance: String, token: String, privateKey: [UInt8], secret: [UInt8], vapid: String?,
        description: String
    ) {
        (self.app, self.instance, self.token) = (app, instance, token)
        (self.privateKey, self.secret) = (privateKey, secret)
        (self.vapid, self.description) = (vapid, description)
    }

    /// Makes a registration from an imported, keyless record; the agent's registrar later makes keys and another token.
    init(of record: RegistrationRecord) {
        self.init(
            app: record.app, instance: record.instance, token: UUID().uuidString.lowercased(), privateKey: [],
            secret: [], vapid: record.vapid, description: record.description)
        renews = true
    }

    /// Largest sizes of the instance and the description in UTF-8 bytes; UnifiedPush sets the limit of the description.
    package static let (maximumInstanceSize, maximumDescriptionSize) = (64, 100)
    /// Number of characters of a provider's public key, a point of P-256 in base64url.
    private static let vapidLength = 87

    /// Checks the values that a caller or an import has given, but not whether the public key is a point of the curve.
    ///
    /// - Throws: ``Triggers/Refusal`` that names the invalid argument and its limit.
    package static func check(instance: String, vapid: String?, description: String?) throws(Refusal) {
        try check("instance", instance, atMost: maximumInstanceSize)
        if let description { try check("description", description, atMost: maximumDescriptionSize) }
        if let vapid, vapid.utf8.count != vapidLength {
            throw .invalidRequest(
                "vapid has \(vapid.utf8.count) characters; it must be a public key of P-256: "
                    + "\(vapidLength) characters of base64url")
        }
    }

    private static func check(_ key: String, _ text: String, atMost limit: Int) throws(Refusal) {
        guard text.utf8.count <= limit else {
            throw .contentTooLarge("\(key) is \(text.utf8.count) bytes; the limit is \(limit)")
        }
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            throw .invalidRequest("\(key) has a control character")
        }
    }

    /// Largest number of registrations of one application.
    package static let maximumOfApp = 16
    /// Largest number of registrations of all applications.
    package static let maximum = 256

    init(_ row: Row) {
        app = row[1]
        instance = row[2]
        token = row[3]
        distributor = row[4]
        state = State(rawValue: row[5]) ?? .pending
        endpoint = row[6]
        reason = row[7]
        privateKey = Array(row[8] as Data)
        secret = Array(row[9] as Data)
        vapid = row[10]
        description = row[11]
        isTold = row[12]
        renews = row[13]
        seen = (row[14] as Double?).map(Date.init(timeIntervalSince1970:))
    }

    /// The columns in the order of ``RemoteQuery/setRegistration``.
    var columns: StatementArguments {
        [
            app, instance, token, distributor, state.rawValue, endpoint, reason, Data(privateKey), Data(secret), vapid,
            description, isTold, renews, seen?.timeIntervalSince1970,
        ]
    }
}

/// The part of a registration that moves to another machine. The keys and the address stay on this machine; the other
/// machine registers anew.
package struct RegistrationRecord: Hashable, Sendable {
    package let app: String
    package let instance: String
    package let vapid: String?
    package let description: String

    package init(app: String, instance: String, vapid: String?, description: String) {
        (self.app, self.instance, self.vapid, self.description) = (app, instance, vapid, description)
    }
}

/// A token that a distributor is to forget.
package struct RetiredToken: Hashable, Sendable {
    package let token: String
    /// Bus name of the distributor.
    package let distributor: String

    /// Largest token in UTF-8 bytes that a distributor can name; the agent's own tokens are shorter.
    package static let maximumSize = 200

    package init(token: String, distributor: String) { (self.token, self.distributor) = (token, distributor) }
}
