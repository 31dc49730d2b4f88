// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// Voluntary identification of a provider to a push server (RFC 8292).
package enum VAPID {
    /// Longest validity of a token in seconds: one day (RFC 8292, section 2).
    package static let maximumValidity: TimeInterval = 86_400

    /// Returns the value of the header `Authorization` for a message to an endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: The address of the subscription; the token is valid for its origin only.
    ///   - key: The provider's key.
    ///   - subject: A `mailto:` or `https:` address of the provider; nil leaves it out, which some servers refuse.
    ///   - expiry: The end of the token's validity, at most ``maximumValidity`` from now.
    /// - Returns: The value, which begins with `vapid t=`.
    /// - Throws: ``WebPushError`` for an endpoint without scheme or host, or for a subject that is no such address.
    package static func authorization(
        for endpoint: URL, key: PrivateKey, subject: String?, expiry: Date
    ) throws(WebPushError) -> String {
        guard let scheme = endpoint.scheme?.lowercased(), let host = endpoint.host()?.lowercased(), !host.isEmpty else {
            throw .invalid("an endpoint is an address with a scheme and a host")
        }
        if let subject, !subject.hasPrefix("mailto:"), !subject.hasPrefix("https:") {
            throw .invalid("a subject is a mailto: or https: address")
        }
        let port = endpoint.port.flatMap { $0 == ["https": 443, "http": 80][scheme] ? nil : ":\($0)" } ?? ""
        // Foundation leaves out the brackets of an IPv6 address, which belong to an origin (RFC 6454, RFC 3986).
        let name = host.contains(":") ? "[\(host)]" : host
        let claims = Claims(
            aud: "\(scheme)://\(name)\(port)", exp: Int(expiry.timeIntervalSince1970.rounded(.down)), sub: subject)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let body = try? encoder.encode(claims) else { throw .failed }
        let signed = Base64URL.encode(Data(#"{"alg":"ES256","typ":"JWT"}"#.utf8)) + "." + Base64URL.encode(body)
        let signature = Base64URL.encode(try Crypto.sign(Array(signed.utf8), by: key))
        return "vapid t=\(signed).\(signature),k=\(key.publicKey.text)"
    }

    private struct Claims: Encodable {
        let aud: String
        let exp: Int
        let sub: String?
    }
}
