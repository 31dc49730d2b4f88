// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import NotificationModel
import Testing

@testable import Agent

/// The names of applications.
@Suite struct ApplicationIDTests {
    @Test(
        arguments: [
            ("app-gnome-org.example.Chat-1234.scope", "org.example.Chat"),
            ("app-org.example.Chat-1234.scope", "org.example.Chat"),
            ("app-flatpak-org.example.Chat-1234.scope", "org.example.Chat"),
            ("app-gnome-firefox-99.scope", "firefox"), ("app-firefox-99.scope", "firefox"),
            (#"app-gnome-gnome\x2dterminal-7.scope"#, "gnome-terminal"),
            (#"app-KDE-org.kde.konsole@0123abcd.service"#, "org.kde.konsole"),
            ("app-org.example.Chat@7.service", "org.example.Chat"),
            ("app-org.example.Chat.service", "org.example.Chat"),
            ("app-org.example.Chat@autostart.service", "org.example.Chat"),
            ("app-gnome-org.example.Chat-autostart.service", "org.example.Chat"),
            ("session-2.scope", nil), ("belfry.service", nil), ("app-.scope", nil), ("app-x.timer", nil), ("", nil),
            (#"app-gnome-a\x2fb-1.scope"#, nil), (#"app-gnome-a\x00b-1.scope"#, nil), (#"app-gnome-\x2-1.scope"#, nil),
        ] as [(String, String?)])
    func `a systemd unit tells the application`(unit: String, id: String?) {
        #expect(ApplicationID.ofUnit(unit) == id)
    }

    @Test(arguments: [
        ("org.example.App", true), ("a", true), ("A_b-9", true), (String(repeating: "x", count: 255), true),
        ("", false), (".", false), ("..", false), ("a/b", false), ("a b", false), ("ä", false), ("*", false),
        ("a\u{0}", false), (String(repeating: "x", count: 256), false),
    ])
    func `an id is letters, digits, dots, dashes and underscores`(id: String, isValid: Bool) {
        #expect(ApplicationID.isValid(id) == isValid)
    }

    @Test(arguments: [("backup.sh", "backup.sh"), ("my app", "my-app"), ("..", "unknown"), ("", "unknown")])
    func `any program's name becomes one`(name: String, id: String) {
        #expect(ApplicationID.made(from: name) == id)
    }
}

/// `config.toml`.
@Suite struct ConfigurationTests {
    private func read(_ toml: String) throws -> Configuration {
        var template = Array("/tmp/belfry-config-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        let path = template.withUnsafeBufferPointer { String(decoding: $0.dropLast().map(UInt8.init), as: UTF8.self) }
        defer {
            close(file)
            unlink(path)
        }
        try Data(toml.utf8).write(to: URL(filePath: path))
        return try Configuration(contentsOf: path)
    }

    @Test func `no file is no opinion`() throws {
        let configuration = try Configuration(contentsOf: "/nowhere/config.toml")
        #expect(configuration.allows("a") && configuration.allowsSound("a") && configuration.allowsBadge("a"))
        #expect(configuration.quota(of: "a") == 100_000)
    }

    @Test func `what is said of one application is said of that one`() throws {
        let configuration = try read(
            """
            quota = 7 # for all
            [applications."org.example.Chat"]
            notifications = false
            sound = false
            badge = false
            quota = 0
            [applications.other]
            """)
        #expect(!configuration.allows("org.example.Chat"))
        #expect(!configuration.allowsSound("org.example.Chat"))
        #expect(!configuration.allowsBadge("org.example.Chat"))
        #expect(configuration.quota(of: "org.example.Chat") == 0)
        #expect(configuration.allows("other") && configuration.quota(of: "other") == 7)
        #expect(configuration.allows("org.example.chat"))
    }

    @Test(arguments: [
        ("quota = \"7\"", "quota must be a whole number"), ("quota = -1", "quota must be a whole number"),
        ("quota = 1.5", "quota must be a whole number"), ("qota = 7", "\"qota\" is not a key"),
        ("applications = 5", "applications must be a table"),
        ("[applications]\nx = 5", "applications.x must be a table"),
        ("[applications.x]\nsound = 1", "sound must be true or false"),
        ("[applications.x]\nsond = true", "\"applications.x.sond\" is not a key"), ("quota =", ""), ("[x", ""),
    ])
    func `what can't be understood is named with its file`(toml: String, words: String) {
        do {
            _ = try read(toml)
            Issue.record("It was understood.")
        } catch let error as ConfigurationError {
            #expect(error.description.hasPrefix("/tmp/belfry-config-"))
            #expect(error.description.contains(words), "\(error)")
        } catch {
            Issue.record("\(error)")
        }
    }
}

/// Who hears of answers and events.
@Suite struct ListenersTests {
    private func entry(
        _ connection: String, _ app: String = "a", identifiers: [String]? = nil
    ) -> Delegates.Entry {
        Delegates.Entry(connection: connection, app: app, options: AttachOptions(identifiers: identifiers))
    }

    @Test func `the newest delegate of an application is the one`() {
        var delegates = Delegates()
        delegates.attach(entry(":1"))
        delegates.attach(entry(":2"))
        delegates.attach(entry(":3", "b"))
        #expect(delegates.delegate(of: "a")?.connection == ":2")
        #expect(delegates.delegate(of: "b")?.connection == ":3")
        #expect(!delegates.knows(":1") && delegates.knows(":2"))
        #expect(delegates.delegate(of: "c") == nil)
    }

    @Test func `who waits stands beside the delegate and the others who wait`() {
        var delegates = Delegates()
        delegates.attach(entry(":1"))
        delegates.attach(entry(":2", identifiers: ["x"]))
        delegates.attach(entry(":3", identifiers: ["x", "y"]))
        #expect(delegates.delegate(of: "a")?.connection == ":1")
        #expect(delegates.waiting(for: "x", of: "a").map(\.connection) == [":2", ":3"])
        #expect(delegates.waiting(for: "y", of: "a").map(\.connection) == [":3"])
        #expect(delegates.waiting(for: "x", of: "b") == [])

        // Attaching again replaces the options.
        delegates.attach(entry(":3", identifiers: ["z"]))
        #expect(delegates.waiting(for: "y", of: "a") == [])
        delegates.detach(":3", from: "a")
        #expect(!delegates.knows(":3"))
        delegates.detach(":1", from: "b")
        #expect(delegates.knows(":1"))
        delegates.detach(":1", from: nil)
        #expect(delegates.delegate(of: "a") == nil)
    }

    @Test func `events go to those who watch the application, or all`() throws {
        var watchers = Watchers()
        watchers.watch(":1", "a")
        watchers.watch(":2", "*")
        watchers.watch(":3", "b")
        let event = EventRecord(
            cursor: 9, app: "a", identifier: "tea", kind: .fired, date: Date(timeIntervalSince1970: 5),
            detail: ["late": .integer(3)])

        let signals = watchers.signals(for: event)

        #expect(signals.map(\.destination) == [":1", ":2"])
        let signal = try #require(signals.first)
        #expect(signal.interface == AgentNames.interface && signal.member == "Event")
        #expect(signal.arguments.prefix(3).compactMap(\.string) == ["a", "tea", "fired"])
        let detail = signal.arguments.last?.properties
        #expect(detail?["late"] == .int64(3))
        #expect(detail?["cursor"] == .int64(9))
        #expect(detail?["dateUnix"] == .double(5))
        #expect(detail?["date"]?.string?.hasPrefix("1970-01-0") == true)
        watchers.unwatch(":1", "a")
        watchers.remove(":2")
        #expect(watchers.signals(for: event).isEmpty)
        #expect(!watchers.isEmpty && watchers.contains(":3") && !watchers.contains(":1"))
    }
}

/// What a command of `on` is told.
@Suite struct CommandEventTests {
    @Test func `the contract's variables outweigh the request's own`() {
        var content = Content(title: "Tea; rm -rf /")
        content.userInfo = [
            "cup size": .integer(2), "ok": .boolean(true), "list": .array([]), "zero": .string("a\u{0}b"),
        ]
        let request = Request(
            identifier: "tea", content: content,
            responsePlan: ResponsePlan(environment: ["PATH": "/x", "BELFRY_ID": "forged", "OWN": "1"]))
        let due = Date(timeIntervalSince1970: 1_800_000_000)
        let notification = Notification(app: "a", request: request, date: due + 90, due: due)
        let response = Response(
            kind: .text, actionIdentifier: "answer", userText: "$(id)", date: due, activationToken: "token",
            notification: notification)

        let told = CommandEvent(name: "answer", notification: notification, response: response).environment

        for (name, value) in [
            "BELFRY_ID": "tea", "BELFRY_EVENT": "answer", "BELFRY_ACTION": "answer", "BELFRY_TEXT": "$(id)",
            "BELFRY_APP": "a", "BELFRY_TITLE": "Tea; rm -rf /", "BELFRY_LATE": "90", "BELFRY_INFO_CUP_SIZE": "2",
            "BELFRY_INFO_OK": "true", "XDG_ACTIVATION_TOKEN": "token", "PATH": "/x", "OWN": "1",
        ] { #expect(told[name] == value) }
        #expect(told["BELFRY_DUE"]?.hasPrefix("2027-01-1") == true)
        #expect(told["BELFRY_INFO_LIST"] == nil && told["BELFRY_INFO_ZERO"] == nil)
    }

    @Test func `a firing is told as the notification, an answer as the response, each on one line`() throws {
        let request = Request(identifier: "tea", content: Content(title: "Tea", body: "a\nb"))
        let now = Date(timeIntervalSince1970: 0)
        let notification = Notification(app: "a", request: request, date: now, due: now)
        let response = Response(kind: .default, actionIdentifier: "d", date: now, notification: notification)

        let fired = CommandEvent(name: "fired", notification: notification, response: nil)
        let answered = CommandEvent(name: "default", notification: notification, response: response)

        #expect(try JSONDecoder().decode(Notification.self, from: Data(fired.standardInput)) == notification)
        #expect(try JSONDecoder().decode(Response.self, from: Data(answered.standardInput)) == response)
        for input in [fired.standardInput, answered.standardInput] {
            #expect(input.filter { $0 == UInt8(ascii: "\n") }.count == 1 && input.last == UInt8(ascii: "\n"))
        }
        #expect(fired.environment["BELFRY_ACTION"] == "" && fired.environment["BELFRY_TEXT"] == "")
    }
}

/// Pictures as servers take them.
@Suite struct PictureTests {
    /// Two by two pixels: red, green, blue, and nothing at all.
    private static let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAE0lEQVR42mP4z8DwHwyBNIhgAAA/0gX7f+ZqKwAAAABJRU5ErkJggg=="

    private func withFile<Result>(_ bytes: Data, _ body: (String) throws -> Result) throws -> Result {
        var template = Array("/tmp/belfry-picture-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        let path = template.withUnsafeBufferPointer { String(decoding: $0.dropLast().map(UInt8.init), as: UTF8.self) }
        defer {
            close(file)
            unlink(path)
        }
        try bytes.write(to: URL(filePath: path))
        return try body(path)
    }

    @Test func `a picture is tight RGBA`() throws {
        let data = try #require(Data(base64Encoded: Self.png))
        try withFile(data) { path in
            #expect(Picture.isPicture(path: path))
            let picture = try #require(Picture(path: path))
            let pixels: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0]
            #expect(picture.pixels == pixels)
            #expect(picture.value.type.description == "(iiibiiay)")
            #expect(
                picture.value
                    == .structure([
                        .int32(2), .int32(2), .int32(8), .boolean(true), .int32(8), .int32(4), .bytes(pixels),
                    ]))
        }
    }

    @Test func `a large one is made to fit, whatever its shape and channels`() throws {
        // A portable pixmap: no alpha, odd rows.
        var pixmap = Data("P6 1001 333 255\n".utf8)
        pixmap.append(Data(repeating: 200, count: 1001 * 333 * 3))
        try withFile(pixmap) { path in
            let picture = try #require(Picture(path: path))
            #expect(picture.width == 256 && picture.height == 85)
            #expect(picture.pixels.count == 256 * 85 * 4)
            #expect(picture.pixels.prefix(4) == [200, 200, 200, 255])
        }
    }

    @Test func `what is no picture is none`() throws {
        #expect(Picture(path: "/nowhere") == nil && !Picture.isPicture(path: "/nowhere"))
        #expect(Picture(path: "/tmp") == nil)
        for text in ["", "hello", "\u{89}PNG\r\n"] {
            try withFile(Data(text.utf8)) { path in
                #expect(Picture(path: path) == nil && !Picture.isPicture(path: path))
            }
        }
        // It begins like one.
        let data = try #require(Data(base64Encoded: Self.png))
        try withFile(data.prefix(40)) { path in #expect(Picture(path: path) == nil) }
    }
}
