// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DistributorStore

@testable import DBus
@testable import PushDistributor

/// The calls `Register` and `Unregister` of UnifiedPush, in both versions, as any program on the bus can make them.
enum RegisterCalls {
    /// Largest sizes in bytes that the specification or the bus allows.
    private static let (maximumNameSize, maximumTextSize, keySize) = (255, 100, 87)

    private static let words = [
        "service", "token", "description", "vapid", "org.example.App", "org", "a.b", ":1.7", "",
        String(repeating: "t", count: 100), String(repeating: "t", count: 101), "B" + String(repeating: "A", count: 86),
        "C" + String(repeating: "A", count: 86),
    ]

    static func read(_ bytes: [UInt8]) throws {
        var source = ByteSource(bytes, words: words)
        let isFirst = source.byte() & 1 == 0
        let member = source.byte() & 1 == 0 ? "Register" : "Unregister"
        let arguments: [Value] =
            isFirst
            ? [.string(source.text()), .string(source.text()), .string(source.text())]
            : [source.properties()]
        let call = RegisterCall(version: isFirst ? 1 : 2, member: member, arguments: arguments)
        try check(call, arguments)
    }

    private static func check(_ call: RegisterCall, _ arguments: [Value]) throws {
        do {
            try Finding.unless((1...maximumTextSize).contains(try call.token().utf8.count), "a token: \(arguments)")
            let wish = try call.wish()
            try Finding.unless(
                NameSyntax.isWellKnownName(wish.service) && wish.service.utf8.count <= maximumNameSize,
                "a service: \(arguments)")
            try Finding.unless(wish.description.utf8.count <= maximumTextSize, "a description: \(arguments)")
            try Finding.unless(wish.vapid.map { $0.utf8.count == keySize } ?? true, "a key: \(arguments)")
        } catch let error as BusError {
            try Finding.unless(!error.message.isEmpty, "refused without a word: \(error)")
        }
    }
}
