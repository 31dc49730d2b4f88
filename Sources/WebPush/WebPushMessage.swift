// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A message of Web Push: one record of content coding `aes128gcm` (RFC 8188), encrypted for a subscription (RFC 8291).
///
/// The bytes are a salt (16), the record size (4), the length of the sender's key (1), the sender's public key (65),
/// and then the encrypted text, a delimiter, padding, and a tag (16).
package enum WebPushMessage {
    /// Largest message in bytes, which every push server must accept (RFC 8030, section 7.2).
    package static let maximumSize = 4096
    /// Largest text in bytes: the header, the delimiter and the tag take 103 bytes of a message.
    package static let maximumTextSize = maximumSize - headerSize - 1 - tagSize

    private static let (saltSize, headerSize, tagSize) = (16, 86, 16)

    /// Longest topic in characters (RFC 8030, section 5.4).
    package static let maximumTopicLength = 32

    /// Returns the topic of messages that replace one another on the push server: 32 characters of `name`'s SHA-256.
    ///
    /// The push server learns the topic, so the topic must not reveal the name; and two names must not have the same
    /// topic, because the server would replace one name's message with the other's.
    ///
    /// - Throws: ``WebPushError/noLibrary``.
    package static func topic(of name: String) throws(WebPushError) -> String {
        String(Base64URL.encode(try Crypto.sha256(Array(name.utf8))).prefix(maximumTopicLength))
    }

    /// Encrypts a text for a subscription.
    ///
    /// - Parameters:
    ///   - text: The text, of at most ``maximumTextSize`` bytes.
    ///   - recipient: The subscription's public key (`p256dh`).
    ///   - secret: The subscription's secret (`auth`): 16 bytes.
    ///   - sender: The sender's key, which must be used once only; nil makes one.
    ///   - salt: 16 random bytes, which must be used once only; nil makes them.
    /// - Returns: The message.
    /// - Throws: ``WebPushError``.
    package static func encrypt(
        _ text: [UInt8], for recipient: PublicKey, secret: [UInt8], sender: PrivateKey? = nil, salt: [UInt8]? = nil
    ) throws(WebPushError) -> [UInt8] {
        guard text.count <= maximumTextSize else { throw .tooLarge(text.count) }
        let sender = if let sender { sender } else { try PrivateKey.random() }
        let salt = salt ?? randomSalt()
        let keys = try Keys(
            shared: try Crypto.agree(sender, recipient), recipient: recipient, sender: sender.publicKey, secret: secret,
            salt: salt)
        // The delimiter 2 marks the last record. Without padding, the push server can learn the length of the text.
        let sealed = try Crypto.seal(text + [2], key: keys.content, nonce: keys.nonce)
        let recordSize = UInt32(maximumSize).bigEndian
        return salt + withUnsafeBytes(of: recordSize, Array.init) + [UInt8(PublicKey.size)] + sender.publicKey.point
            + sealed
    }

    /// Makes 16 random bytes with two system calls, not with sixteen.
    private static func randomSalt() -> [UInt8] {
        (0..<2).flatMap { _ in withUnsafeBytes(of: UInt64.random(in: 0 ... .max), Array.init) }
    }

    /// Decrypts a message.
    ///
    /// - Parameters:
    ///   - message: The message, of at most ``maximumSize`` bytes.
    ///   - recipient: The subscription's private key.
    ///   - secret: The subscription's secret: 16 bytes.
    /// - Returns: The decrypted bytes.
    /// - Throws: ``WebPushError/undecryptable`` for every message that was not encrypted for this subscription, and
    ///   ``WebPushError/noLibrary``.
    package static func decrypt(
        _ message: [UInt8], for recipient: PrivateKey, secret: [UInt8]
    ) throws(WebPushError) -> [UInt8] {
        guard Crypto.isThere else { throw .noLibrary }
        let recordSize = message.dropFirst(saltSize).prefix(4).reduce(0) { $0 << 8 | Int($1) }
        // RFC 8291 allows one record only, and only a sender's key of 65 bytes.
        guard message.count <= maximumSize, message.count > headerSize + tagSize,
            message[headerSize - PublicKey.size - 1] == UInt8(PublicKey.size), recordSize >= message.count - headerSize
        else { throw .undecryptable }
        do {
            let sender = try PublicKey(message[(headerSize - PublicKey.size)..<headerSize])
            let keys = try Keys(
                shared: try Crypto.agree(recipient, sender), recipient: recipient.publicKey, sender: sender,
                secret: secret,
                salt: Array(message.prefix(saltSize)))
            let padded = try Crypto.open(Array(message.dropFirst(headerSize)), key: keys.content, nonce: keys.nonce)
            guard let end = padded.lastIndex(where: { $0 != 0 }), padded[end] == 2 else {
                throw WebPushError.undecryptable
            }
            return Array(padded[..<end])
        } catch {
            throw .undecryptable
        }
    }

    /// The key and the nonce of a message (RFC 8291, section 3.4).
    private struct Keys {
        let content: [UInt8]
        let nonce: [UInt8]

        init(
            shared: [UInt8], recipient: PublicKey, sender: PublicKey, secret: [UInt8], salt: [UInt8]
        ) throws(WebPushError) {
            guard secret.count == 16 else { throw .invalid("the secret of a subscription is 16 bytes") }
            let info = Array("WebPush: info\0".utf8) + recipient.point + sender.point
            let key = try Crypto.hkdf(salt: secret, secret: shared, info: info, size: 32)
            content = try Crypto.hkdf(
                salt: salt, secret: key, info: Array("Content-Encoding: aes128gcm\0".utf8), size: 16)
            nonce = try Crypto.hkdf(salt: salt, secret: key, info: Array("Content-Encoding: nonce\0".utf8), size: 12)
        }
    }
}
