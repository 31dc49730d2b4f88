// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// A subscription in the form of W3C's Push API, `PushSubscriptionJSON`, to which every Web Push library can send.
package struct PushSubscription: Hashable, Sendable {
    package let endpoint: URL
    /// The public key of the receiver (`p256dh`).
    package let publicKey: PublicKey
    /// The shared secret (`auth`): 16 bytes.
    package let secret: [UInt8]

    /// Longest endpoint in UTF-8 bytes, as in UnifiedPush.
    package static let maximumEndpointSize = 1000

    package init(endpoint: URL, publicKey: PublicKey, secret: [UInt8]) {
        (self.endpoint, self.publicKey, self.secret) = (endpoint, publicKey, secret)
    }

    /// Reads a subscription; unknown keys are ignored, as the Push API asks.
    ///
    /// - Throws: ``WebPushError``, which names the invalid key.
    package init(json: Data) throws(WebPushError) {
        guard let record = try? JSONDecoder().decode(Record.self, from: json) else {
            throw .invalid("a subscription is a JSON object with endpoint, keys.p256dh and keys.auth")
        }
        guard record.endpoint.utf8.count <= Self.maximumEndpointSize, let endpoint = URL(string: record.endpoint),
            ["https", "http"].contains(endpoint.scheme?.lowercased()), endpoint.host()?.isEmpty == false
        else {
            throw .invalid("endpoint must be an https address of at most \(Self.maximumEndpointSize) bytes")
        }
        guard let secret = Base64URL.decode(record.keys.auth), secret.count == 16 else {
            throw .invalid("keys.auth must be 16 bytes in base64url")
        }
        self.init(endpoint: endpoint, publicKey: try PublicKey(record.keys.p256dh), secret: secret)
    }

    /// The subscription as JSON.
    package var json: Data {
        let keys = Record.Keys(p256dh: publicKey.text, auth: Base64URL.encode(secret))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // A record of texts can always be encoded as JSON.
        return (try? encoder.encode(Record(endpoint: endpoint.absoluteString, keys: keys))) ?? Data()
    }

    private struct Record: Codable {
        struct Keys: Codable {
            let p256dh: String
            let auth: String
        }

        let endpoint: String
        var expirationTime: Double?
        let keys: Keys

        init(endpoint: String, keys: Keys) { (self.endpoint, self.keys) = (endpoint, keys) }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(endpoint, forKey: .endpoint)
            // The endpoint never expires by itself; the Push API requires the key `expirationTime` all the same.
            try container.encodeNil(forKey: .expirationTime)
            try container.encode(keys, forKey: .keys)
        }

        private enum CodingKeys: CodingKey { case endpoint, expirationTime, keys }
    }
}
