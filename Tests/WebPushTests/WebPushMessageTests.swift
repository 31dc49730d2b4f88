// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WebPush

@Suite struct WebPushMessageTests {
    private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(text)) }

    /// The example of RFC 8291, section 5 and appendix A.
    @Test func `the example of RFC 8291 is encrypted and decrypted`() throws {
        let text = Array("When I grow up, I want to be a watermelon".utf8)
        let sender = try PrivateKey(bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
        let recipient = try PrivateKey(bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
        let secret = try bytes("BTBZMqHH6r4Tts7J_aSIgg")
        let message = try bytes(
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
                + "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")

        #expect(
            recipient.publicKey.text
                == "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
        let sent = try WebPushMessage.encrypt(
            text, for: recipient.publicKey, secret: secret, sender: sender, salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"))
        #expect(sent == message)
        #expect(try WebPushMessage.decrypt(message, for: recipient, secret: secret) == text)
    }

    @Test func `a text of every length comes back`() throws {
        let (recipient, secret) = (try PrivateKey.random(), (0..<16).map { UInt8($0) })
        #expect(WebPushMessage.maximumTextSize == 3993)
        for length in 0...WebPushMessage.maximumTextSize {
            let text = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
            let message = try WebPushMessage.encrypt(text, for: recipient.publicKey, secret: secret)
            #expect(message.count == length + 103)
            #expect(try WebPushMessage.decrypt(message, for: recipient, secret: secret) == text)
        }
        #expect(throws: WebPushError.tooLarge(3994)) {
            try WebPushMessage.encrypt(Array(repeating: 0, count: 3994), for: recipient.publicKey, secret: secret)
        }
    }

    @Test func `a message for somebody else, or a changed one, can't be decrypted`() throws {
        let (recipient, other) = (try PrivateKey.random(), try PrivateKey.random())
        let secret = (0..<16).map { UInt8($0) }
        let message = try WebPushMessage.encrypt(Array("tea".utf8), for: recipient.publicKey, secret: secret)

        func expectRefusal(_ message: [UInt8], _ recipient: PrivateKey, _ secret: [UInt8]) {
            #expect(throws: WebPushError.undecryptable) {
                try WebPushMessage.decrypt(message, for: recipient, secret: secret)
            }
        }
        expectRefusal(message, other, secret)
        expectRefusal(message, recipient, Array(secret.reversed()))
        for length in 0..<message.count { expectRefusal(Array(message.prefix(length)), recipient, secret) }
        // The record size alone may be another one, because it only bounds the record.
        for index in message.indices where !(16..<20).contains(index) {
            var changed = message
            changed[index] ^= 1
            expectRefusal(changed, recipient, secret)
        }
        expectRefusal(message + Array(repeating: 0, count: 4097 - message.count), recipient, secret)
        var short = message
        short.replaceSubrange(16..<20, with: [0, 0, 0, 18])
        expectRefusal(short, recipient, secret)
    }

    @Test func `padding is removed, and a text without the delimiter is refused`() throws {
        // Messages of RFC 8188 with padding come from other libraries; the oracle test has them, too.
        let (recipient, secret) = (try PrivateKey.random(), (0..<16).map { UInt8($0) })
        let padded = try WebPushMessage.encrypt(
            Array("tea".utf8) + [2, 0, 0], for: recipient.publicKey, secret: secret)
        // The delimiter of this library follows the padding, so the inner one belongs to the text.
        #expect(try WebPushMessage.decrypt(padded, for: recipient, secret: secret) == Array("tea".utf8) + [2, 0, 0])
    }

    @Test(arguments: [
        "", "BCVxsr7N", "ACVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw0",
        "BCVxsr7N/eNgVRqvHtD0zTZsEc6+VV+JvLexhqUzORcxaOzi6+AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    ])
    func `a text that is no point of the curve is no public key`(text: String) {
        #expect(throws: WebPushError.self) { try PublicKey(text) }
    }

    @Test func `a private key is a number between 0 and the order of the curve`() throws {
        let order = try bytes("_____wAAAAD__________7zm-q2nF56E87nKwvxjJVE")
        #expect(throws: WebPushError.self) { try PrivateKey(order) }
        #expect(throws: WebPushError.self) { try PrivateKey(Array(repeating: UInt8(0), count: 32)) }
        #expect(throws: WebPushError.self) { try PrivateKey(Array(repeating: UInt8(1), count: 31)) }
        var last = order
        last[31] -= 1
        #expect(try PrivateKey(last).scalar == last)
        let random = try PrivateKey.random()
        #expect(try PrivateKey(random.scalar) == random)
    }

    @Test func `a subscription is W3C's JSON`() throws {
        let text =
            #"{"endpoint":"https://push.example/p/x?y=1","expirationTime":null,"keys":{"auth":"BTBZMqHH6r4Tts7J_aSIgg","p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"}}"#
        let subscription = try PushSubscription(json: Data(text.utf8))

        #expect(subscription.endpoint.absoluteString == "https://push.example/p/x?y=1")
        #expect(subscription.secret.count == 16)
        #expect(String(decoding: subscription.json, as: UTF8.self) == text)
        for (part, other) in [
            ("https://push.example", "ftp://push.example"), ("https://push.example", ""), ("BTBZMqHH6r4", "BTBZ"),
            ("BCVxsr7N", "BCVx"), ("\"auth\"", "\"aut\""),
        ] {
            #expect(throws: WebPushError.self) {
                try PushSubscription(json: Data(text.replacing(part, with: other).utf8))
            }
        }
    }
}
