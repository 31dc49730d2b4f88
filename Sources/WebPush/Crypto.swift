// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CCrypto
import FoundationEssentials

/// The functions of libcrypto that Web Push needs.
///
/// The library is loaded at the first use, so that an agent without a registration doesn't have it in memory.
enum Crypto {
    /// The loaded functions of libcrypto; nil if the machine has no libcrypto of OpenSSL 3.
    private nonisolated(unsafe) static let loaded: UnsafePointer<belfry_crypto>? = {
        // Unsafe: the function pointers are written once, here, and then only read.
        let functions = UnsafeMutablePointer<belfry_crypto>.allocate(capacity: 1)
        functions.initialize(to: belfry_crypto())
        return belfry_crypto_load(functions) == 1 ? UnsafePointer(functions) : nil
    }()

    /// Whether libcrypto can be used; the first use of this property loads it.
    static var isThere: Bool { loaded != nil }

    /// Calls `body` with a buffer of `size` bytes, and returns the bytes that `body` has written.
    private static func result(
        _ size: Int, _ body: (UnsafePointer<belfry_crypto>, UnsafeMutablePointer<UInt8>) -> Int32
    ) throws(WebPushError) -> [UInt8] {
        guard let loaded else { throw .noLibrary }
        var isDone = false
        let bytes = [UInt8](unsafeUninitializedCapacity: max(size, 1)) { buffer, count in
            buffer.initialize(repeating: 0)
            if let start = buffer.baseAddress { isDone = body(loaded, start) == 1 }
            count = size
        }
        guard isDone else { throw .failed }
        return bytes
    }

    static func generate() throws(WebPushError) -> PrivateKey {
        let both = try result(PrivateKey.size + PublicKey.size) {
            belfry_p256_generate($0, $1, $1 + PrivateKey.size)
        }
        return PrivateKey(scalar: Array(both.prefix(PrivateKey.size)), point: Array(both.dropFirst(PrivateKey.size)))
    }

    static func point(of scalar: [UInt8]) throws(WebPushError) -> [UInt8] {
        try result(PublicKey.size) { belfry_p256_public($0, scalar, $1) }
    }

    /// Tells whether an uncompressed point is on the curve P-256.
    static func isOnCurve(_ point: [UInt8]) throws(WebPushError) -> Bool {
        guard let loaded else { throw .noLibrary }
        return belfry_p256_is_point(loaded, point) == 1
    }

    static func agree(_ own: PrivateKey, _ other: PublicKey) throws(WebPushError) -> [UInt8] {
        try result(32) { belfry_p256_agree($0, own.scalar, other.point, $1) }
    }

    static func hkdf(salt: [UInt8], secret: [UInt8], info: [UInt8], size: Int) throws(WebPushError) -> [UInt8] {
        try result(size) {
            belfry_hkdf($0, salt, salt.count, secret, secret.count, info, info.count, $1, size)
        }
    }

    static func sha256(_ text: [UInt8]) throws(WebPushError) -> [UInt8] {
        try result(32) { belfry_sha256($0, text, text.count, $1) }
    }

    static func seal(_ text: [UInt8], key: [UInt8], nonce: [UInt8]) throws(WebPushError) -> [UInt8] {
        try result(text.count + 16) { belfry_gcm_seal($0, key, nonce, text, Int32(text.count), $1) }
    }

    static func open(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8]) throws(WebPushError) -> [UInt8] {
        guard sealed.count >= 16 else { throw .failed }
        return try result(sealed.count - 16) { belfry_gcm_open($0, key, nonce, sealed, Int32(sealed.count), $1) }
    }

    /// Returns the signature of `text` as the two numbers r and s of 32 bytes each (RFC 7518, section 3.4).
    static func sign(_ text: [UInt8], by key: PrivateKey) throws(WebPushError) -> [UInt8] {
        var size = 80
        let der = try result(size) { belfry_p256_sign($0, key.scalar, text, text.count, $1, &size) }.prefix(size)
        // In DER, the signature is a sequence of two integers, each with a length below 128 and perhaps a leading zero.
        var rest = der.dropFirst(2)
        var numbers: [UInt8] = []
        for _ in 0..<2 {
            guard rest.count > 2, rest.popFirst() == 2, let length = rest.popFirst(), rest.count >= Int(length) else {
                throw .failed
            }
            let digits = rest.prefix(Int(length)).drop { $0 == 0 }
            guard digits.count <= 32 else { throw .failed }
            numbers += Array(repeating: 0, count: 32 - digits.count) + digits
            rest = rest.dropFirst(Int(length))
        }
        return numbers
    }
}
