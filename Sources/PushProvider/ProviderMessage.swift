// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import HTTPTransport
import NotificationModel
import RemotePayload
package import Triggers
package import WebPush

/// A payload that a provider sends, and the rules of its delivery.
package struct ProviderMessage: Sendable {
    /// The urgency for the push server and the distributor (RFC 8030, section 5.3).
    package enum Urgency: String, CaseIterable, Sendable {
        case veryLow = "very-low"
        case low, normal, high
    }

    /// The rules of delivery, which the payload's dictionary `apns` carries to the agent.
    package struct Delivery: Sendable {
        /// Seconds for which the push server keeps the message, and the agent presents it; nil means a day for the
        /// server, and no expiration for the agent.
        package var ttl: Int?
        /// The priority 5 or 10, as with APNs; nil means 10, or 5 for a background push.
        package var priority: Int?
        package var isBackground = false
        package var collapseIdentifier: String?
        /// The header `Topic` (RFC 8030, section 5.4); nil derives the header from the collapse identifier.
        package var topic: String?
        package var urgency: Urgency?

        package init() {}

        /// Returns these rules, completed by the payload's rules; the push server can't read the encrypted payload.
        fileprivate func completed(by payload: RemoteDelivery, at now: Date) -> Delivery {
            var result = self
            switch payload.expiration {
            case _ where ttl != nil: break
            case .atOnce: result.ttl = 0
            case .date(let date): result.ttl = min(max(0, Int(date.timeIntervalSince(now))), Self.maximumTTL)
            case nil: break
            }
            result.priority = payload.priority.rawValue
            result.isBackground = payload.type == .background
            result.collapseIdentifier = payload.collapseIdentifier
            return result
        }

        /// Longest time to live in seconds: 30 days, as in the push servers of browsers.
        package static let maximumTTL = 2_592_000

        /// Whether a rule was given that belongs into the payload's dictionary `apns`.
        var isNamed: Bool { ttl != nil || priority != nil || isBackground || collapseIdentifier != nil }
    }

    /// Seconds for which a push server keeps a message without a time to live of its own.
    package static let standardTTL = 86_400

    /// The payload with its dictionary `apns`.
    package let text: [UInt8]
    /// The rules for the push server: the given values, and those of the payload where no value is given.
    package let delivery: Delivery
    /// The parts of the payload that the agent will not act on.
    package let remarks: [String]

    /// Checks a payload as the agent does, and adds the rules of delivery.
    ///
    /// - Parameters:
    ///   - payload: The payload's JSON.
    ///   - delivery: The rules; they must be left out if the payload has a dictionary `apns` of its own.
    ///   - now: The present date, from which the time to live counts.
    /// - Throws: ``Triggers/Refusal``, which names the key and the limit.
    package init(_ payload: Data, _ delivery: Delivery, at now: Date) throws(Refusal) {
        if let topic = delivery.topic,
            topic.isEmpty || topic.utf8.count > WebPushMessage.maximumTopicLength
                || !topic.utf8.allSatisfy(Self.isURLSafe)
        {
            throw .invalidRequest(
                "topic is \"\(topic)\"; it must be 1 to \(WebPushMessage.maximumTopicLength) letters, digits, \"-\" and \"_\""
            )
        }
        var data = payload
        var whole = try RemotePayload(payload)
        if delivery.isNamed {
            guard whole.content.userInfo["apns"] == nil else {
                throw .invalidRequest(
                    "the payload has a dictionary \"apns\"; leave out the options that would make such a dictionary")
            }
            data = try Self.adding(delivery, to: payload, at: now)
            whole = try RemotePayload(data)
        }
        if let identifier = delivery.collapseIdentifier, whole.delivery.collapseIdentifier != identifier {
            throw .invalidRequest(
                "collapse-id must be 1 to \(RemoteDelivery.maximumCollapseSize) bytes, and not begin with the agent's own prefix"
            )
        }
        text = Array(data)
        self.delivery = delivery.completed(by: whole.delivery, at: now)
        remarks = whole.remarks.map(\.description)
    }

    private static func adding(_ delivery: Delivery, to payload: Data, at now: Date) throws(Refusal) -> Data {
        let apns = Envelope(
            collapse: delivery.collapseIdentifier,
            // A time to live of 0 becomes the expiration 0: the message is presented at once or never.
            expiration: delivery.ttl.map { $0 == 0 ? 0 : Int(now.timeIntervalSince1970) + $0 },
            priority: delivery.priority ?? (delivery.isBackground ? 5 : nil),
            type: delivery.isBackground ? "background" : nil)
        // The payload is a JSON object with at least one key, so the key `apns` can be inserted after its first brace.
        guard let block = try? JSONEncoder().encode(apns), let brace = payload.firstIndex(of: UInt8(ascii: "{")) else {
            throw .invalidRequest("the payload is no JSON object")
        }
        return payload[...brace] + Data("\"apns\":".utf8) + block + Data(",".utf8) + payload[(brace + 1)...]
    }

    private struct Envelope: Encodable {
        let collapse: String?
        let expiration: Int?
        let priority: Int?
        let type: String?

        private enum CodingKeys: String, CodingKey {
            case collapse = "collapse-id"
            case expiration, priority
            case type = "push-type"
        }
    }

    // MARK: - The request

    /// Makes the request that posts the message to a subscription.
    ///
    /// - Throws: ``WebPush/WebPushError``.
    package func request(
        to subscription: PushSubscription, signedBy key: ProviderKey?, at now: Date
    ) throws(WebPushError) -> HTTPRequest {
        var request = HTTPRequest(.post, subscription.endpoint.absoluteString)
        request.body = try WebPushMessage.encrypt(text, for: subscription.publicKey, secret: subscription.secret)
        request.headers = [
            ("Content-Encoding", "aes128gcm"), ("Content-Type", "application/octet-stream"),
            ("TTL", "\(delivery.ttl ?? Self.standardTTL)"), ("Urgency", urgency.rawValue),
            // Without this header, the server "ntfy" takes the body for an attachment.
            ("X-UnifiedPush", "1"),
        ]
        if let topic = try topic() { request.headers.append(("Topic", topic)) }
        if let key {
            let authorization = try VAPID.authorization(
                for: subscription.endpoint, key: key.privateKey, subject: key.subject,
                expiry: now + VAPID.maximumValidity / 2)
            request.headers.append(("Authorization", authorization))
        }
        return request
    }

    private var urgency: Urgency {
        if let urgency = delivery.urgency { return urgency }
        if delivery.isBackground { return .low }
        switch delivery.priority ?? 10 {
        case ..<5: return .low
        case ..<10: return .normal
        default: return .high
        }
    }

    /// Returns the header by which a push server replaces an older message.
    private func topic() throws(WebPushError) -> String? {
        if let topic = delivery.topic { return topic }
        guard let identifier = delivery.collapseIdentifier else { return nil }
        return try WebPushMessage.topic(of: identifier)
    }

    private static func isURLSafe(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// A provider's key for VAPID (RFC 8292), as `belfry-push vapid-keygen` writes it.
package struct ProviderKey: Sendable {
    package let privateKey: PrivateKey
    /// A `mailto:` or `https:` address of the provider; nil if the key has none.
    package let subject: String?

    private struct Record: Codable {
        let privateKey: String
        let publicKey: String
        let subject: String?
    }

    /// Makes a new key.
    ///
    /// - Throws: ``WebPush/WebPushError/noLibrary``.
    package init(subject: String?) throws(WebPushError) {
        privateKey = try .random()
        self.subject = subject
    }

    /// Reads a provider's key from JSON.
    ///
    /// - Throws: ``WebPush/WebPushError``, which names the invalid member of the JSON.
    package init(json: Data) throws(WebPushError) {
        guard let record = try? JSONDecoder().decode(Record.self, from: json),
            let scalar = Base64URL.decode(record.privateKey)
        else { throw .invalid("a VAPID key is a JSON object with privateKey and publicKey in base64url") }
        privateKey = try PrivateKey(scalar)
        subject = record.subject
        guard privateKey.publicKey.text == record.publicKey else {
            throw .invalid("publicKey does not belong to privateKey")
        }
    }

    package var json: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        let record = Record(
            privateKey: Base64URL.encode(privateKey.scalar), publicKey: privateKey.publicKey.text, subject: subject)
        // A record of texts can always be encoded as JSON.
        return (try? encoder.encode(record)) ?? Data()
    }
}
