// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import RemotePayload
import Triggers
import WebPush

/// Bytes from a push server: a payload is a content that the store accepts, or a refusal; a message is decrypted or not.
enum Pushes {
    static func read(_ bytes: [UInt8]) throws {
        let data = Data(bytes)
        do {
            let payload = try RemotePayload(data)
            try payload.content.validate()
            let content = payload.content { _ in String(decoding: bytes, as: UTF8.self) }
            try content.validate()
            let stored = try JSONEncoder().encode(content.userInfo)
            let info = try JSONDecoder().decode([String: PropertyListValue].self, from: stored)
            try Finding.unless(info == content.userInfo, "user info that the store changes: \(info)")
            try Finding.unless(content.sound?.name?.contains("/") != true, "a sound's path")
        } catch is Refusal {
            // Most bytes are no payload.
        }
        let key = try PrivateKey(Array(repeating: UInt8(7), count: 32))
        let text = try? WebPushMessage.decrypt(bytes, for: key, secret: Array(bytes.prefix(16)))
        try Finding.unless(text == nil, "a message that nobody has encrypted was decrypted")
        let subscription = try? PushSubscription(json: data)
        let again = subscription.flatMap { try? PushSubscription(json: $0.json) }
        try Finding.unless(again == subscription, "a subscription that is another one in its JSON")
    }
}
