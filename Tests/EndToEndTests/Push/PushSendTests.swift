// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import TestSupport
import Testing
import WebPush

/// `belfry-push`, with a push server that answers by the address.
@Suite struct PushSendTests {
    private static let payload = #"{"aps":{"alert":"Tea"}}"#

    private static let topicOfA = "zwm0ei5u1qElyxraBOKIe1EwF0XtjJ4p"

    /// A subscription, with the key that decrypts its messages.
    private struct Receiver {
        let key: PrivateKey
        let secret = Array(repeating: UInt8(7), count: 16)
        let json: String

        init(_ server: PushServer, _ path: String, scheme: String = "http", host: String = "127.0.0.1") throws {
            key = try PrivateKey.random()
            let keys = #""keys":{"p256dh":"\#(key.publicKey.text)","auth":"\#(Base64URL.encode(secret))"}"#
            json = #"{"endpoint":"\#(scheme)://\#(host):\#(server.port)/\#(path)",\#(keys)}"#
        }
    }

    private func send(
        _ server: PushServer, _ receivers: [Receiver], _ options: [String] = [], payload: String = payload
    ) async throws -> Stranger {
        let subscriptions = try server.file("subscriptions", receivers.map(\.json).joined(separator: "\n") + "\n")
        let payload = try server.file("payload", payload)
        let command = ["send", "--subscription", subscriptions, "--payload", payload] + options
        return try await Stranger.run(TestAgent.program("belfry-push"), command, on: "")
    }

    @Test(
        arguments: [
            ("ok", 0, "accepted"), ("stored", 0, "accepted"), ("gone", 4, "gone"), ("missing", 4, "gone"),
            ("busy", 3, "later"), ("full", 3, "later"), ("large", 1, "refused"), ("redirect", 1, "refused"),
            ("denied", 1, "refused"), ("cut", 3, "later"), ("endless", 1, "refused"),
        ])
    func `each answer of a server has its result and exit status`(path: String, status: Int, word: String) async throws
    {
        try await withPushServer { server in
            let sent = try await send(server, [try Receiver(server, path)])
            #expect(Int(sent.status) == status, "\(sent)")
            #expect(sent.output.contains(word), "\(sent)")
            #expect(path != "busy" || sent.output.contains("try again in 7 seconds"))
            // A redirect is not followed.
            #expect(try server.requests.map(\.path) == ["/\(path)"])
        }
    }

    @Test func `a message is encrypted, signed, and has the headers of Web Push`() async throws {
        try await withPushServer { server in
            let receiver = try Receiver(server, "ok/secret")
            let made = try await Stranger.run(
                TestAgent.program("belfry-push"), "vapid-keygen", "\(server.folder)/key", "--subject",
                "mailto:a@example.org", on: "")
            #expect(made.output.count == 87)
            let sent = try await send(
                server, [receiver],
                ["--vapid", "\(server.folder)/key", "--ttl", "60", "--collapse-id", "score", "--priority", "5"])
            #expect(sent.status == 0, "\(sent)")
            // The path of an endpoint is a secret.
            #expect(!sent.output.contains("secret"))

            let request = try #require(try server.requests.first)
            #expect(request.headers["content-encoding"] == "aes128gcm")
            #expect(request.headers["ttl"] == "60")
            #expect(request.headers["urgency"] == "normal")
            #expect(request.headers["topic"]?.isEmpty == false)
            #expect(request.headers["authorization"]?.hasSuffix("k=\(made.output)") == true)
            let text = try WebPushMessage.decrypt(Array(request.body), for: receiver.key, secret: receiver.secret)
            let json = String(decoding: text, as: UTF8.self)
            #expect(json.contains(#""collapse-id":"score""#) && json.contains(#""priority":5"#), "\(json)")
            #expect(json.contains(#""alert":"Tea""#))
        }
    }

    @Test func `the headers follow the payload, and a topic tells nothing of the collapse identifier`() async throws {
        try await withPushServer { server in
            let end = String(repeating: "same-ending-", count: 4)
            for name in ["a", "b"] {
                let apns = #""apns":{"collapse-id":"\#(name)-\#(end)","priority":5,"expiration":0}"#
                _ = try await send(
                    server, [try Receiver(server, "ok")], payload: #"{"aps":{"alert":"Tea"},\#(apns)}"#)
            }
            let requests = try server.requests
            let topics = requests.compactMap { $0.headers["topic"] }
            #expect(Set(topics).count == 2, "The push server drops a message whose topic another one has.")
            #expect(topics.allSatisfy { $0.count == 32 })
            // printf %s a-same-ending-same-ending-same-ending-same-ending- | sha256sum, in base64url
            #expect(topics.first == Self.topicOfA)
            #expect(requests.allSatisfy { $0.headers["ttl"] == "0" && $0.headers["urgency"] == "normal" })
        }
    }

    @Test func `many subscriptions are sent to, and each has its line`() async throws {
        try await withPushServer { server in
            let paths = ["ok", "gone", "busy", "ok", "redirect"] + Array(repeating: "ok", count: 60)
            let sent = try await send(server, try paths.map { try Receiver(server, $0) }, ["--json"])
            #expect(sent.status == 3, "\(sent.errors)")
            let lines = sent.output.split(separator: "\n")
            #expect(lines.count == paths.count)
            #expect(lines.contains { $0.contains(#""line":2,"#) && $0.contains(#""result":"gone""#) })
            #expect(!sent.errors.contains("["), "The progress bar is for a terminal.")
            #expect(try server.requests.count == paths.count)
        }
    }

    @Test func `on a terminal a bar shows how many messages were sent, and goes away`() async throws {
        try await withPushServer { server in
            let receivers = try (0..<20).map { _ in try Receiver(server, "ok") }
            let subscriptions = try server.file("subscriptions", receivers.map(\.json).joined(separator: "\n"))
            let payload = try server.file("payload", Self.payload)
            let sent = try await Stranger.run(
                Program.python,
                [
                    "-c", "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)",
                    try TestAgent.program("belfry-push"), "send", "--subscription", subscriptions, "--payload", payload,
                ], on: "")
            #expect(sent.status == 0, "\(sent)")
            #expect(sent.output.contains("#] 20 of 20") && sent.output.contains("10 of 20"), "\(sent)")
            #expect(sent.output.hasSuffix("\r\u{1B}[K"), "The bar is wiped away.")
        }
    }

    @Test func `nothing is sent if one subscription is wrong, or in a dry run`() async throws {
        try await withPushServer { server in
            let receiver = try Receiver(server, "ok")
            let dry = try await send(server, [receiver], ["--dry-run"])
            #expect(dry.status == 0 && dry.output.contains("not sent"), "\(dry)")
            let subscriptions = try server.file("subscriptions", receiver.json + "\n{}\n")
            let payload = try server.file("payload", Self.payload)
            let wrong = try await Stranger.run(
                TestAgent.program("belfry-push"), "send", "--subscription", subscriptions, "--payload", payload, on: "")
            #expect(wrong.status == 1 && wrong.errors.contains("line 2"), "\(wrong)")
            #expect(try server.requests.isEmpty)
        }
    }

    @Test func `a result and an error name the line of the file, blank lines counted`() async throws {
        try await withPushServer { server in
            let json = try ["ok", "gone"].map { try Receiver(server, $0).json }
            let payload = try server.file("payload", Self.payload)
            func run(_ lines: String, _ options: String...) async throws -> Stranger {
                let subscriptions = try server.file("subscriptions", lines)
                let command = ["send", "--subscription", subscriptions, "--payload", payload] + options
                return try await Stranger.run(TestAgent.program("belfry-push"), command, on: "")
            }
            let sent = try await run("\n\(json[0])\n\n \n\(json[1])\n", "--json")
            let lines = Set(sent.output.split(separator: "\n").compactMap { $0.firstMatch(of: /"line":(\d+),/)?.1 })
            #expect(lines == ["2", "5"], "\(sent)")
            #expect(sent.output.contains(#""line":5,"#) && sent.output.contains("gone"), "\(sent)")
            let wrong = try await run("\n\n\(json[0])\n\n{}\n")
            #expect(wrong.status == 1 && wrong.errors.contains("line 5"), "\(wrong)")
        }
    }

    @Test(
        arguments: [
            (#"{"aps":{"alert":"Tea"},"apns":{"push-type":"background"}}"#, "needs content-available"),
            ("{}", "aps"), ("[]", "no JSON object"), (#"{"aps":{}}"#, "nothing to do"),
            (#"{"aps":{"alert":"\#(String(repeating: "x", count: 3980))"}}"#, "the limit is 3993"),
        ])
    func `a payload that the agent would drop is refused before sending`(payload: String, words: String) async throws {
        try await withPushServer { server in
            let sent = try await send(server, [try Receiver(server, "ok")], payload: payload)
            #expect(sent.status == 1 && sent.errors.contains(words), "\(sent)")
            #expect(try server.requests.isEmpty)
        }
    }

    @Test func `addresses without encryption, and private ones, are refused where they may not be`() async throws {
        try await withPushServer { server in
            for options in [[], ["--dry-run"]] {
                let outside = try await send(server, [try Receiver(server, "ok", host: "192.0.2.1")], options)
                #expect(outside.status == 1 && outside.output.contains("https:"), "\(outside)")
            }
            for host in ["127.0.0.1", "localhost", "[::1]", "10.0.0.1", "[::ffff:192.168.0.1]"] {
                let sent = try await send(
                    server, [try Receiver(server, "ok", host: host)], ["--public-only", "--insecure-http"])
                #expect(sent.status == 1 && sent.output.contains("private address"), "\(host): \(sent)")
            }
            #expect(try server.requests.isEmpty)
        }
    }

    @Test func `the server's certificate must be valid, by the system or by --ca`() async throws {
        try await withPushServer(certificate: Self.certificate) { server in
            let receiver = try Receiver(server, "ok", scheme: "https", host: "localhost")
            let unknown = try await send(server, [receiver])
            #expect(unknown.status == 1 && unknown.output.contains("certificate"), "\(unknown)")
            let known = try await send(server, [receiver], ["--ca", "\(server.folder)/certificate"])
            #expect(known.status == 0, "\(known)")
            let other = try Receiver(server, "ok", scheme: "https", host: "127.0.0.1")
            let wrong = try await send(server, [other], ["--ca", "\(server.folder)/certificate"])
            #expect(wrong.status == 1 && wrong.output.contains("certificate"), "\(wrong)")
            #expect(try server.requests.count == 1)
        }
    }

    /// Makes a certificate for "localhost" that nobody else has signed.
    private static func certificate(in folder: String) async throws -> PushServer.Certificate? {
        let (file, key) = ("\(folder)/certificate", "\(folder)/key")
        let made = try await Stranger.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", file,
            ], on: "")
        #expect(made.status == 0, "\(made.errors)")
        return (file, key)
    }

    @Test(
        arguments: [
            ["--ttl", "-1"], ["--ttl", "2592001"], ["--priority", "7"], ["--urgency", "urgent"], ["--jobs", "0"],
            ["--colour", "red"],
        ])
    func `a wrong option ends with 64`(option: [String]) async throws {
        let command = ["send", "--subscription", "/dev/null", "--payload", "/dev/null"] + option
        let sent = try await Stranger.run(TestAgent.program("belfry-push"), command, on: "")
        #expect(sent.status == 64, "\(sent)")
    }

    @Test func `check says what a payload becomes, and what has no effect`() async throws {
        try await withPushServer { server in
            let payload = try server.file("payload", #"{"aps":{"alert":{"title":"Tea"},"badge":"x"}}"#)
            let checked = try await Stranger.run(TestAgent.program("belfry-push"), "check", payload, on: "")
            #expect(checked.status == 0)
            #expect(checked.output.contains("title: Tea"))
            #expect(
                checked.output.contains("no effect: aps.badge is \"x\": must be a whole number from 0 to 2147483647"))
        }
    }
}
