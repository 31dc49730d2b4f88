// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import WebPush

private let python = Checkout.root + ".build-python/bin/python3"

/// Messages and tokens are exchanged with `http_ece`, `pywebpush` and `py_vapid`, which `packaging/python-oracles`
/// installs.
@Suite(
    .enabled("NOT TESTED HERE: Web Push against Python's libraries") {
        FileManager.default.isExecutableFile(atPath: python)
    })
struct WebPushOracleTests {
    /// The lengths of texts: the shortest and the longest, and others between them. packaging/soak takes every length.
    private static let lengths =
        ProcessInfo.processInfo.environment["BELFRY_ALL_LENGTHS"] != nil
        ? Array(0...WebPushMessage.maximumTextSize)
        : (0...WebPushMessage.maximumTextSize).filter {
            $0 < 40 || $0 % 23 == 0 || $0 + 40 > WebPushMessage.maximumTextSize
        }

    private let recipient: PrivateKey
    private let secret = (0..<16).map { _ in UInt8.random(in: 0 ... .max) }

    init() throws { recipient = try PrivateKey.random() }

    /// Asks the oracle all questions in one run, and returns the answers in order.
    private func ask(_ questions: [[String: String]]) async throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appending(path: "belfry-web-push-\(UUID())")
        let lines = try questions.map { try JSONEncoder().encode($0) + Data("\n".utf8) }
        try Data(lines.joined()).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let script = Checkout.root + "Tests/WebPushTests/oracle.py"
        let ended = try await Program.run([python, script, file.path], seconds: 120)
        try #require(ended.status == 0, "\(ended.errors.suffix(2000))")
        return try ended.output.split(separator: "\n").map {
            try JSONDecoder().decode(String.self, from: Data($0.utf8))
        }
    }

    private func text(_ length: Int) -> [UInt8] { (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) } }

    @Test func `http_ece decrypts our messages of any length`() async throws {
        let lengths = Self.lengths
        let answers = try await ask(
            lengths.map { length in
                let message = try WebPushMessage.encrypt(text(length), for: recipient.publicKey, secret: secret)
                return [
                    "kind": "decrypt", "message": Base64URL.encode(message),
                    "scalar": Base64URL.encode(recipient.scalar),
                    "secret": Base64URL.encode(secret),
                ]
            })
        #expect(answers == lengths.map { Base64URL.encode(text($0)) })
    }

    @Test(arguments: ["encrypt", "pad"]) func `messages of other libraries are decrypted at any length`(kind: String)
        async throws
    {
        // Neither library makes a message without a text.
        let lengths = Self.lengths.filter { $0 > 0 }
        let answers = try await ask(
            lengths.map { length in
                [
                    "kind": kind, "text": Base64URL.encode(text(length)), "point": recipient.publicKey.text,
                    "secret": Base64URL.encode(secret),
                ]
            })
        try #require(answers.count == lengths.count)
        for (length, answer) in zip(lengths, answers) {
            let message = try #require(Base64URL.decode(answer))
            #expect(try WebPushMessage.decrypt(message, for: recipient, secret: secret) == text(length))
        }
    }

    @Test func `py_vapid accepts our tokens, and no changed ones`() async throws {
        var questions: [[String: String]] = []
        // Many tokens, because a number of a signature that begins with zeros is shorter in DER.
        for number in 0..<400 {
            let endpoint = try #require(URL(string: "https://push.example:8443/p/\(number)"))
            let token = try VAPID.authorization(
                for: endpoint, key: PrivateKey.random(), subject: "mailto:a@example.org", expiry: .now + 3600)
            questions.append(["kind": "vapid", "authorization": token])
        }
        let answers = try await ask(questions)
        #expect(answers == Array(repeating: "valid", count: questions.count))
        let changed = try await ask([
            [
                "kind": "vapid",
                "authorization": (questions[0]["authorization"] ?? "").replacing("vapid t=e", with: "vapid t=f"),
            ]
        ])
        #expect(changed == ["invalid"])
    }
}
