// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// An error of Web Push's encryption.
package enum WebPushError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The machine has no libcrypto of OpenSSL 3.
    case noLibrary
    /// A key, secret or subscription is not in the form that Web Push requires; the text describes the required form.
    case invalid(String)
    /// The text has more bytes than one message can hold.
    case tooLarge(Int)
    /// The message can't be decrypted: it is damaged, or was encrypted for another subscription.
    case undecryptable
    /// A function of libcrypto failed for no known reason.
    case failed

    package var description: String {
        switch self {
        case .noLibrary: "libcrypto.so.3 of OpenSSL is not installed"
        case .invalid(let text): text
        case .tooLarge(let size): "the text is \(size) bytes; the limit is \(WebPushMessage.maximumTextSize)"
        case .undecryptable: "the message can't be decrypted with the keys of this subscription"
        case .failed: "a function of libcrypto failed"
        }
    }
}

/// A public key: a point of the curve P-256.
package struct PublicKey: Hashable, Sendable {
    /// The uncompressed point: 65 bytes, of which the first is 4.
    package let point: [UInt8]

    static let size = 65

    /// - Throws: ``WebPushError`` for bytes that are no uncompressed point of the curve.
    package init(_ bytes: some Collection<UInt8>) throws(WebPushError) {
        let point = Array(bytes)
        guard point.count == Self.size, point[0] == 4, try Crypto.isOnCurve(point) else {
            throw .invalid(
                "a public key is an uncompressed point of P-256: \(Self.size) bytes, 87 characters of base64url")
        }
        self.point = point
    }

    fileprivate init(checked point: [UInt8]) { self.point = point }

    /// - Throws: ``WebPushError`` for a text that is no public key in base64url.
    package init(_ text: String) throws(WebPushError) { try self.init(Base64URL.decode(text) ?? []) }

    /// The key in base64url: 87 characters.
    package var text: String { Base64URL.encode(point) }
}

/// A private key of the curve P-256 with its public key.
package struct PrivateKey: Hashable, Sendable {
    /// The scalar: 32 bytes, the most significant first.
    package let scalar: [UInt8]
    package let publicKey: PublicKey

    static let size = 32

    init(scalar: [UInt8], point: [UInt8]) { (self.scalar, publicKey) = (scalar, PublicKey(checked: point)) }

    /// Makes a key from the system's random numbers.
    ///
    /// - Throws: ``WebPushError/noLibrary``.
    package static func random() throws(WebPushError) -> PrivateKey { try Crypto.generate() }

    /// - Throws: ``WebPushError`` for bytes that are no private key.
    package init(_ scalar: some Collection<UInt8>) throws(WebPushError) {
        let scalar = Array(scalar)
        // A number at or above the curve's order is equivalent to a smaller one, and 0 has no point on the curve.
        guard scalar.count == Self.size, scalar.contains(where: { $0 != 0 }), Self.isBelowOrder(scalar) else {
            throw .invalid("a private key is a number below the order of P-256: \(Self.size) bytes")
        }
        self.init(scalar: scalar, point: try Crypto.point(of: scalar))
    }

    private static func isBelowOrder(_ scalar: [UInt8]) -> Bool {
        let order: [UInt8] = [
            0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6, 0xFA, 0xAD,
            0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
        ]
        return scalar.lexicographicallyPrecedes(order)
    }
}

/// Base64 with the alphabet of URLs and without padding (RFC 4648, section 5).
package enum Base64URL {
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" }
    }

    /// Decodes a text with or without padding; nil if it has other characters.
    package static func decode(_ text: String) -> [UInt8]? {
        var standard: [UInt8] = []
        standard.reserveCapacity(text.utf8.count + 3)
        for byte in text.utf8 where byte != UInt8(ascii: "=") {
            switch byte {
            case UInt8(ascii: "+"), UInt8(ascii: "/"): return nil
            case UInt8(ascii: "-"): standard.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): standard.append(UInt8(ascii: "/"))
            default: standard.append(byte)
            }
        }
        while standard.count % 4 != 0 { standard.append(UInt8(ascii: "=")) }
        return Data(base64Encoded: Data(standard)).map(Array.init)
    }
}
