// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
@testable import AgentRules
import DBus
import FoundationEssentials
import Glibc
import NotificationStore
import SettingsFile
import Testing
import Triggers

/// Reading `config.toml`.
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

    @Test func `without a file every setting has its default`() throws {
        let configuration = try Configuration(contentsOf: "/nowhere/config.toml")
        let permission = configuration.permission(of: "a")
        #expect(configuration.allows("a") && permission.sound && permission.badge)
        #expect(configuration.quota(of: "a").requests == 100_000)
        #expect(configuration.quota(of: "a").bytes == 268_435_456)
        #expect(configuration.attachmentBytes(of: "a") == 1_073_741_824)
        #expect(configuration.responseLife == 604_800)
    }

    @Test func `the limit on attached files is in mebibytes, for all applications and for one`() throws {
        let configuration = try read("attachmentMiB = 5\n[applications.album]\nattachmentMiB = 0\n")
        #expect(configuration.attachmentBytes(of: "a") == 5_242_880)
        #expect(configuration.attachmentBytes(of: "album") == 0)
        #expect(try read("attachmentMiB = \(Int64.max)").attachmentBytes(of: "a") == 1 << 60)
        for wrong in ["-1", "\"5\"", "0.5"] {
            let error = #expect(throws: ConfigurationError.self) { try read("attachmentMiB = \(wrong)") }
            #expect("\(error.map { "\($0)" } ?? "")".contains("attachmentMiB must be a whole number"), "\(wrong)")
        }
    }

    @Test func `the limit on requests is in mebibytes, for all applications and for one`() throws {
        let configuration = try read("requestMiB = 5\n[applications.album]\nrequestMiB = 0\n")
        #expect(configuration.quota(of: "a") == Quota(requests: 100_000, bytes: 5_242_880))
        #expect(configuration.quota(of: "album").bytes == 0)
        let error = #expect(throws: ConfigurationError.self) { try read("[applications.album]\nrequestMiB = -1") }
        #expect("\(error.map { "\($0)" } ?? "")".contains("applications.album.requestMiB must be a whole number"))
    }

    @Test func `levels and sounds have their own tables`() throws {
        let configuration = try read(
            """
            [levels]
            critical = false
            breakThrough = true
            [sound]
            enabled = false
            player = ["play", "-q", "%f"]
            theme = "sea"
            [applications.alarm]
            critical = true
            timeSensitive = false
            """)
        #expect(
            configuration.permission(of: "a").levels
                == LevelPermission(timeSensitive: true, critical: false, breaksThrough: true))
        #expect(
            configuration.permission(of: "alarm").levels
                == LevelPermission(timeSensitive: false, critical: true, breaksThrough: true))
        #expect(configuration.sound.player == ["play", "-q", "%f"] && configuration.sound.theme == "sea")
        #expect(!configuration.sound.isEnabled)
    }

    @Test(arguments: ExtensionRules.Sandbox.allCases)
    func `the sandbox of extensions is preferred unless the file says something else`(
        sandbox: ExtensionRules.Sandbox
    ) throws {
        #expect(try read("").extensions.sandbox == .preferred)
        #expect(try read("[extensions]\nsandbox = \"\(sandbox.rawValue)\"").extensions.sandbox == sandbox)
    }

    @Test(arguments: [("1", 86400.0), ("365", 31_536_000), ("0", nil)] as [(String, Double?)])
    func `responseDays is converted into seconds, and 0 means no limit`(days: String, seconds: Double?) throws {
        #expect(try read("responseDays = \(days)").responseLife == seconds)
    }

    @Test func `an application's table sets the values of that application`() throws {
        let configuration = try read(
            """
            quota = 7 # for all
            [applications."org.example.Chat"]
            notifications = false
            quota = 0
            [applications.other]
            sound = false
            badge = false
            """)
        #expect(!configuration.allows("org.example.Chat"))
        let other = configuration.permission(of: "other")
        #expect(other.alert && !other.sound && !other.badge)
        #expect(configuration.quota(of: "org.example.Chat").requests == 0)
        #expect(configuration.allows("other") && configuration.quota(of: "other").requests == 7)
        #expect(configuration.allows("org.example.chat"))
    }

    @Test(arguments: [
        ("quota = \"7\"", "quota must be a whole number"), ("quota = -1", "quota must be a whole number"),
        ("quota = 1.5", "quota must be a whole number"), ("qota = 7", "\"qota\" is not a key"),
        ("applications = 5", "applications must be a table"),
        ("[applications]\nx = 5", "applications.x must be a table"),
        ("[applications.x]\nsound = 1", "sound must be true or false"),
        ("[applications.x]\nsond = true", "\"applications.x.sond\" is not a key"), ("quota =", ""), ("[x", ""),
        // Each of these files ended the agent: the TOML parser asserts that a name begins with a name's character.
        ("[prompt]\ncommand=[}", "line 2: a value is expected before }"),
        ("[prompt]\ncommand = [\"a\\\"#\", # [\n }", "line 3: a value is expected before }"),
        ("quota = 7\n\0\nflood = 1", "line 2: the file has a zero byte"),
        ("[!x]", "line 1: a table's name is expected after ["), ("quota = 7\n [[ =", "line 2: a table's name"),
        ("[\n", "line 1: a table's name"), ("[\u{1}x]", "line 1: a table's name"), ("\u{FEFF}[.x]", "line 1: a table"),
        ("levels = 1", "levels must be a table"), ("[levels]\nloud = true", "\"levels.loud\" is not a key"),
        ("[levels]\ncritical = 1", "critical must be true or false"), ("sound = true", "sound must be a table"),
        ("[sound]\nenabled = 1", "sound.enabled must be true or false"), ("[sound]\nvolume = 1", "\"sound.volume\""),
        ("[sound]\nplayer = \"aplay\"", "sound.player must be a list"),
        ("[sound]\nplayer = [\"aplay\"]", "with %f for the file"), ("[sound]\ntheme = \"../x\"", "sound.theme"),
        ("[sound]\nplayer = [\"aplay\", 1, \"%f\"]", "sound.player must be a list"),
        ("[sound]\nplayer = [\"aplay\", \"%s\", \"%f\"]", "sound.player has \"%s\", which is no placeholder"),
        ("[extensions]\nsandbox = true", "extensions.sandbox must be one of required, preferred, none"),
        ("[extensions]\nsandbox = \"no\"", "extensions.sandbox must be one of required, preferred, none"),
    ])
    func `an invalid setting is reported with its file`(toml: String, words: String) {
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

    @Test func `an unreadable file is an error, and does not count as an empty file`() throws {
        let folder = "/tmp/belfry-config-\(UUID().uuidString)"
        try #require(mkdir(folder, 0o700) == 0)
        defer {
            unlink("\(folder)/loop")
            rmdir(folder)
        }
        // Root can read every file, so the unreadable ones are a folder and a link to itself.
        try #require(symlink("loop", "\(folder)/loop") == 0)
        for path in [folder, "\(folder)/loop"] {
            let error = #expect(throws: ConfigurationError.self) { try Configuration(contentsOf: path) }
            #expect(error?.description.hasPrefix("\(path): can't be ") == true, "\(path)")
        }
        // A missing folder contains no file either.
        #expect(try Configuration(contentsOf: "\(folder)/none/config.toml").allows("a"))
        #expect(throws: ConfigurationError.self) { try Configuration(contentsOf: "\(folder)/loop/config.toml") }
    }

    @Test func `a file that is not text is refused`() throws {
        let path = "/tmp/belfry-config-\(UUID().uuidString)"
        defer { unlink(path) }
        try Data([0x71, 0xff, 0xfe]).write(to: URL(filePath: path))
        let error = #expect(throws: ConfigurationError.self) { try Configuration(contentsOf: path) }
        #expect(error?.description == "\(path): is not UTF-8")
    }
}
