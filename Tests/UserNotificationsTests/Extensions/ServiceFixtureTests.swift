// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Service extensions in the style of those that people publish for Apple's systems, `Fixtures/ServiceExtensions`.
///
/// They are compiled unchanged, in Swift 5 mode, with the files of the template and the modules of `packaging/compat`.
/// The example `Decrypt` is among them. Those that import CryptoKit are left out if that module is not built:
/// `packaging/soak extensions` builds it.
@Suite(
    .enabled("NOT TESTED HERE: service extensions of other people; run packaging/build-compat") {
        CompatModules.areBuilt
    })
struct ServiceFixtureTests {
    private static let cryptoKit: Comment =
        "NOT TESTED HERE: service extensions that import CryptoKit; run packaging/build-compat"
    private static let fixtures = SwiftCompiler.repository + "Tests/UserNotificationsTests/Fixtures/ServiceExtensions"
    private static let packaged = SwiftCompiler.repository + "packaging/examples/"
    private static let decrypting = packaged + "Extensions/Decrypt/Sources/Decrypt/DecryptingService.swift"

    private static func importsCryptoKit(_ file: String) throws -> Bool {
        try String(contentsOfFile: file, encoding: .utf8).contains("import CryptoKit")
    }

    /// One program with all extensions, which gets the name of one as its argument.
    private static let built = Task {
        let names = try FileManager.default.contentsOfDirectory(atPath: fixtures).filter { $0.hasSuffix(".swift") }
            .map { $0.dropLast(".swift".count) }
        try #require(names.count == 10)
        let examples = CompatModules.haveCryptoKit ? ["Decrypt": decrypting] : [:]
        let used = try names.filter { try CompatModules.haveCryptoKit || !importsCryptoKit("\(fixtures)/\($0).swift") }
        let services =
            used.map { "\"\($0)\": { \($0)Service() }," } + examples.keys.map { "\"\($0)\": { DecryptingService() }," }
        let folder = try TemporaryFolder()
        let main = """
            import UserNotifications
            let services: [String: () -> UNNotificationServiceExtension] = [
            \(services.joined(separator: "\n"))
            ]
            UNNotificationServiceExtension.run { services[CommandLine.arguments[1]]!() }
            """
        try Data(main.utf8).write(to: URL(filePath: folder.path + "/main.swift"))
        let files =
            used.map { "\(fixtures)/\($0).swift" } + examples.values + [
                folder.path + "/main.swift",
                packaged + "ServiceExtension/Sources/NotificationService/Exports.swift",
            ]
        let result = try await SwiftCompiler(folder: folder.path).build(
            files: files, mode: "5", modules: CompatModules.folders, objects: try CompatModules.objects())
        return (folder, result.program, result.warnings)
    }

    /// A program that runs one of the extensions.
    private func program(_ name: String) async throws -> ExtensionProgram {
        try ExtensionProgram(await Self.built.value.1, name)
    }

    @Test func `the extensions compile unchanged and without a warning`() async throws {
        #expect(try await Self.built.value.2 == "")
    }

    @Test(arguments: ["ImageDownload", "AsyncDownload"])
    func `a downloaded picture is copied into the folder of the answer`(_ name: String) async throws {
        let program = try await program(name)
        let picture = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])
        try picture.write(to: URL(filePath: program.folder.path + "/cat.png"))
        let port = try LoopbackPort.free()
        let log = program.folder.path + "/log"
        let server = try AgentProcess(
            [Program.python, "-m", "http.server", "\(port)", "-b", "127.0.0.1", "-d", program.folder.path],
            environment: ["PATH": "/usr/bin:/bin"], log: log)
        defer { server.send(9) }
        try await LoopbackPort.wait(for: port, of: server, log: log)

        let address = "http://127.0.0.1:\(port)/cat.png"
        let result = try await program.run(["userInfo": ["attachment-url": address, "media": ["url": address]]])

        #expect(result.status == 0, "\(result.errors)")
        let attachments = try #require(result.content["attachments"] as? [[String: String]], "\(result)")
        #expect(attachments.count == 1)
        #expect(attachments.first?["type"] == "public.png")
        let file = try #require(attachments.first?["file"])
        #expect(try Data(contentsOf: URL(filePath: "\(program.attachments)/\(file)")) == picture)
        #expect(result.content.count == 1)
    }

    @Test func `a download that fails shows the text, with the reason in it`() async throws {
        let port = try LoopbackPort.free()
        let result = try await program("AsyncDownload").run([
            "userInfo": ["media": ["url": "http://127.0.0.1:\(port)/cat.png"]]
        ])

        #expect((result.content["body"] as? String)?.hasPrefix("Green (") == true, "\(result)")
    }

    @Test(.enabled(cryptoKit) { CompatModules.haveCryptoKit })
    func `a text is decrypted with the key of the group`() async throws {
        let program = try await program("EncryptedMessage")
        let group = program.data + "/group.com.example.messenger"
        try FileManager.default.createDirectory(atPath: group, withIntermediateDirectories: true)
        try Data(0..<32).write(to: URL(filePath: group + "/identity.key"))
        let info = ["conversation": "ann", "ciphertext": SealedTexts.lunch]

        let result = try await program.run(["userInfo": info])

        #expect(result.content as NSDictionary == ["body": "Lunch at one?", "threadIdentifier": SealedTexts.thread])
        let other = try await program.run(["userInfo": info.merging(["conversation": "bob"]) { $1 }])
        // CryptoKit throws `authenticationFailure` here, and swift-crypto another error.
        #expect(other.content["body"] as? String == "New message")
    }

    @Test(.enabled(cryptoKit) { CompatModules.haveCryptoKit })
    func `the example decrypts a text and attaches its picture`() async throws {
        let program = try await program("Decrypt")
        let group = program.data + "/org.example.Chat"
        try FileManager.default.createDirectory(atPath: group, withIntermediateDirectories: true)
        try Data(0..<32).write(to: URL(filePath: group + "/key"))

        let result = try await program.run(["userInfo": ["sealed": SealedTexts.message, "sender": "ann"]])

        #expect(result.status == 0, "\(result.errors)")
        #expect(result.content["title"] as? String == "Ann")
        #expect(result.content["body"] as? String == "Lunch at one?")
        #expect(result.content["userInfo"] as? NSDictionary == ["sealed": NSNull()])
        let file = try #require((result.content["attachments"] as? [[String: String]])?.first?["file"], "\(result)")
        #expect(try Data(contentsOf: URL(filePath: "\(program.attachments)/\(file)")).starts(with: [0x89, 0x50]))

        let damaged = try await program.run(["userInfo": ["sealed": "AAAA"]])
        #expect(damaged.content as NSDictionary == ["body": "You have a new message."])
        #expect(damaged.errors.contains("The message can't be opened"))
    }

    @Test(arguments: ["UnreadCounter", "SharedBadgeFile"])
    func `the badge counts on from one run to the next`(_ name: String) async throws {
        var program = try await program(name)
        // Foundation keeps `UserDefaults` there. Without the variable the test would write to the person's home folder.
        program.environment = ["XDG_CONFIG_HOME": program.folder.path + "/config"]

        #expect(try await program.run().content as NSDictionary == ["badge": 1])
        #expect(try await program.run(["badge": 7]).content as NSDictionary == ["badge": 2])
    }

    @Test func `texts are made of keys and arguments`() async throws {
        let result = try await program("LocalizedTexts").run([
            "userInfo": [
                "loc-title": "Message from %@", "loc-args": ["Ann"], "timestamp": 1_795_253_210, "sender": "Ann",
                "text": "Lunch?",
            ]
        ])

        #expect(
            result.content as NSDictionary
                == ["title": "Message from Ann", "subtitle": "09:26", "body": "Ann wrote: Lunch?"], "\(result.errors)")
    }

    @Test func `category, thread, target, level, score and user info follow from the payload`() async throws {
        let result = try await program("CategoryRouter").run([
            "userInfo": ["event": ["kind": "message", "room_id": "room7", "sender": "Ann", "mentions_me": false]]
        ])

        #expect(
            result.content as NSDictionary == [
                "categoryIdentifier": "MESSAGE", "threadIdentifier": "room7", "targetContentIdentifier": "room/room7",
                "relevanceScore": 0.2, "interruptionLevel": "passive", "subtitle": "Ann",
                "userInfo": ["handledBy": "service"],
            ], "\(result.errors)")
    }

    @Test func `a request that no server has sent has no push trigger`() async throws {
        let request = ["identifier": "local", "date": "2026-11-21T09:26:50Z"]
        let result = try await program("CategoryRouter").run(event: ["request": request])

        #expect(result.content.isEmpty)
        #expect(result.status == 0)
    }

    @Test(.enabled(cryptoKit) { CompatModules.haveCryptoKit })
    func `logs go to standard error, without the person's text`() async throws {
        let wrong = String(SealedTexts.code.reversed())
        let result = try await program("LoggedVerification").run(["userInfo": ["hmac": wrong]])

        #expect(result.content as NSDictionary == ["body": "A message could not be verified."])
        #expect(
            result.errors.split(separator: "\n") == [
                "info: com.example.bank.service: push: received msg-42 with 1 keys",
                "debug: com.example.bank.service: verification: title: <private>, body: <private>",
                "fault: com.example.bank.service: push: signature of <private> is wrong",
            ])
        let good = try await program("LoggedVerification").run(["userInfo": ["hmac": SealedTexts.code]])
        #expect(good.content as NSDictionary == ["subtitle": "Verified"])
        #expect(good.errors.hasSuffix("default: com.example.bank.service: verification: verified after 5 characters\n"))
    }

    @Test func `the last chance delivers the best attempt`() async throws {
        let result = try await program("BestAttempt").run(expires: true)

        #expect(result.content as NSDictionary == ["title": "Best attempt"], "\(result.errors)")
        #expect(result.status == 0)
    }

    @Test func `a muted conversation makes no sound`() async throws {
        let program = try await program("QuietConversations")
        let group = program.data + "/group.com.example.chat"
        try FileManager.default.createDirectory(atPath: group, withIntermediateDirectories: true)
        let muted = try PropertyListSerialization.data(
            fromPropertyList: ["ann": Date.distantFuture], format: .binary, options: 0)
        try muted.write(to: URL(filePath: group + "/muted.plist"))

        let result = try await program.run(["threadIdentifier": "ann", "sound": ["name": "default"]])
        #expect(result.content as NSDictionary == ["sound": NSNull(), "interruptionLevel": "passive"])

        let other = try await program.run(["threadIdentifier": "bob", "sound": NSNull()])
        #expect(other.content as NSDictionary == ["sound": ["name": "message.caf"]])
    }
}
