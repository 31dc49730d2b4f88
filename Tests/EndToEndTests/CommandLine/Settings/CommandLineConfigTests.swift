// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import NotificationServer
import TestSupport
import Testing

/// `belfry config`, `quiet` and `reload`: settings without an editor.
@Suite struct CommandLineConfigTests {
    private static let text = "# mine\nquota = 7   # few\n\n[flood]\nburst = 3 # calm\n"

    @Test func `a key is set at once, and comments, mode and a linked file stay`() async throws {
        try await withAgentAndServer(configuration: Self.text) { agent, _ in
            let path = agent.folders.configuration
            let file = agent.folders.path + "/files/settings.toml"
            try FileManager.default.moveItem(atPath: path, toPath: file)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "../../files/settings.toml")
            chmod(file, 0o640)
            let set = try await agent.belfry("config", "set", "flood.burst", "1")
            #expect(set.status == 0 && set.output == "flood.burst = 1", "\(set.output)\(set.errors)")
            #expect(agent.folders.text(of: file) == Self.text.replacing("burst = 3", with: "burst = 1"))
            var status = stat()
            #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
            #expect(lstat(file, &status) == 0 && status.st_mode & 0o777 == 0o640)

            // It is in force: the second notification at once goes into the digest.
            for identifier in ["a", "b"] { _ = try await agent.proxy().add(request(identifier, title: identifier)) }
            try await agent.waitForDelivered(["a": "shown"])
            try await withDeadline {
                while try await agent.proxy().missed().isEmpty { try await yieldUntilDeadline() }
            }
        }
    }

    @Test func `values are printed for people, scripts and programs`() async throws {
        try await withAgent(configuration: Self.text) { agent in
            #expect(try await agent.belfry("config", "list").output == "flood.burst = 3\nquota = 7")
            #expect(
                try await agent.belfry("config", "list", "--json").objects() == [
                    ["flood.burst": .number(3), "quota": .number(7), "schema": .number(1)]
                ])
            #expect(try await agent.belfry("config", "get", "flood.burst").output == "3")
            #expect(try await agent.belfry("config", "get", "flood").output == "flood.burst = 3")
            let sound = try await agent.belfry("config", "set", "applications.org.a.B.sound", "false")
            #expect(sound.output == "applications.\"org.a.B\".sound = false", "\(sound.errors)")
            #expect(try await agent.belfry("config", "get", "applications.org.a.B.sound").output == "false")
            let table = "applications.org.a.B"
            #expect(
                try await agent.belfry("config", "get", table).output == "applications.\"org.a.B\".sound = false")
            let whole = try await agent.belfry("config", "unset", table, "--dry-run")
            #expect(whole.output == "applications.\"org.a.B\" would not be set any more", "\(whole.errors)")
            let unset = try await agent.belfry("config", "unset", "flood.burst")
            #expect(unset.output == "flood.burst is not set any more", "\(unset.errors)")
            let none = try await agent.belfry("config", "get", "flood.burst")
            #expect(none.status == 3 && none.errors.contains("flood.burst is not set; its default is in force"))
            #expect(
                agent.folders.text(of: agent.folders.configuration)
                    == "# mine\nquota = 7   # few\n\n[applications.\"org.a.B\"]\nsound = false\n")
        }
    }

    @Test(arguments: [
        (["set", "flood.burst", "many"], 65, "flood.burst must be"),
        (["set", "flod.burst", "1"], 65, "\"flod\" is not a key"),
        (["set", "quiet.from", "22:00"], 65, "quiet needs from and to"),
        (["set", "quiet.pierce", "critical"], 65, "quiet needs from and to"),
        (["get", "flod.burst"], 65, "\"flod\" is not a key"),
        (["set", "a b", "1"], 2, "a b"), (["unset", "quiet.from"], 3, "quiet.from is not set"),
        (["set", "quota"], 2, "quota has no value"), (["set", "quota=1", "flood.burst"], 2, "\"flood.burst\" is not"),
        (["set", "quota=1", "flood.burst=many"], 65, "flood.burst must be"),
        (["set", "quiet.from=22:00", "quiet.pierce=loud"], 65, "quiet.pierce must be"),
        (["set", "sun.latitude", "52.5"], 65, "set them at once: belfry config set sun.latitude=VALUE KEY=VALUE"),
    ])
    func `a mistake is named, and the file stays`(words: [String], status: Int, message: String) async throws {
        try await withAgent(configuration: Self.text) { agent in
            let refused = try await agent.belfry(["config"] + words)
            #expect(
                refused.status == status && refused.errors.contains(message), "\(refused.status): \(refused.errors)")
            #expect(agent.folders.text(of: agent.folders.configuration) == Self.text)
        }
    }

    @Test func `a dry run changes nothing, and one word is a list where a list is needed`() async throws {
        try await withAgent(configuration: "[quiet]\nfrom = \"22:00\"\nto = \"07:00\"\n") { agent in
            let trial = try await agent.belfry("config", "set", "quiet.pierce", "critical", "--dry-run")
            #expect(trial.output == "quiet.pierce = [\"critical\"]", "\(trial.errors)")
            #expect(try await agent.belfry("config", "get", "quiet.pierce").status == 3)
            _ = try await agent.belfry("config", "set", "quiet.pierce", "critical", "active")
            #expect(try await agent.belfry("config", "get", "quiet.pierce").output == "critical\nactive")
        }
    }

    @Test func `C12: keys that need each other are set by one command`() async throws {
        try await withAgent(configuration: Self.text) { agent in
            let set = try await agent.belfry("config", "set", "sun.latitude=-33.93", "sun.longitude=18")
            #expect(set.output == "sun.latitude = -33.93\nsun.longitude = 18", "\(set.errors)")
            // A list of one value, a text that looks like a number, and a wrong list beside a key that is right.
            let title = ["config", "set", "quiet.from=22:00", "quiet.to=07:00", "quiet.pierce=critical", "quota=9"]
            #expect(try await agent.belfry(title).status == 0)
            #expect(try await agent.belfry("config", "get", "quiet.pierce").output == "critical")
            let list = try await agent.belfry("config", "set", "quiet.pierce=critical", "quiet.pierce=active", "--json")
            #expect(list.output == #"{"quiet.pierce":["critical","active"],"schema":1}"#, "\(list.errors)")
            #expect(
                agent.folders.text(of: agent.folders.configuration)
                    == "# mine\nquota = 9   # few\n\n[flood]\nburst = 3 # calm\n\n"
                    + "[sun]\nlatitude = -33.93\nlongitude = 18\n\n"
                    + "[quiet]\nfrom = \"22:00\"\nto = \"07:00\"\npierce = [\"critical\", \"active\"]\n")
            #expect(try await agent.belfry("explain", "every day at sunset").status == 0)
        }
    }

    @Test func `an editor's text is checked before it counts`() async throws {
        try await withAgent(configuration: Self.text) { agent in
            let files = agent.folders.path + "/files"
            let editor = ["VISUAL": "sed -i s/7/8/"]
            let edited = try await agent.belfry("config", "edit", environment: editor)
            #expect(edited.status == 0 && edited.errors.contains("is in force"), "\(edited.errors)")
            #expect(try await agent.belfry("config", "get", "quota").output == "8")
            let wrong = try await agent.belfry(
                "config", "edit", environment: ["VISUAL": "sed -i s/8/many/", "TMPDIR": files])
            #expect(
                wrong.status == 65 && wrong.errors.contains("was not changed; your text is in \(files)/"),
                "\(wrong.errors)"
            )
            #expect(try await agent.belfry("config", "get", "quota").output == "8")
            let failed = try await agent.belfry("config", "edit", environment: ["VISUAL": "false", "TMPDIR": files])
            #expect(failed.status == 70 && failed.errors.contains("the editor \"false\" failed"), "\(failed.errors)")
            let same = try await agent.belfry("config", "edit", environment: ["VISUAL": "true"])
            #expect(same.status == 0 && same.errors.contains("nothing was changed"))
        }
    }

    @Test func `reload uses a file that was edited, and refuses one with a mistake`() async throws {
        try await withAgent { agent in
            try agent.folders.configure("quota = 0\n")
            #expect(try await agent.belfry("reload").status == 0)
            #expect(try await agent.belfry("remind", "5m", "tea").status == 75)
            try agent.folders.configure("quota = many\n")
            let refused = try await agent.belfry("reload", "--json")
            #expect(refused.status == 65 && refused.output.contains("InvalidRequest"), "\(refused.output)")
            #expect(try await agent.belfry("remind", "5m", "tea").status == 75)
            let set = try await agent.belfry("config", "set", "quota", "5")
            #expect(set.status == 65 && set.errors.contains("fix it with belfry config edit"), "\(set.errors)")
        }
    }

    @Test func `quiet hours are set, told and ended`() async throws {
        let clock = ["BELFRY_NOW": "2026-11-21T22:30:00Z", "TZ": "UTC"]
        try await withAgentAndServer(environment: clock, configuration: "# mine\n") { agent, server in
            #expect(try await agent.belfry("quiet").output == "no quiet hours")
            let set = try await agent.belfry("quiet", "22-7:00", "--days", "sat,sun", "--except-critical")
            #expect(
                set.output.hasPrefix("quiet hours from 22:00 to 07:00, sat,sun; in force until "),
                "\(set.errors)\(set.output)")
            #expect(
                agent.folders.text(of: agent.folders.configuration)
                    == "# mine\n\n[quiet]\nfrom = \"22:00\"\nto = \"07:00\"\ndays = \"sat,sun\"\npierce = [\"critical\"]\n"
            )
            _ = try await agent.proxy().add(request("a", title: "a"))
            #expect(try await agent.proxy().missed().count == 1)
            let status = try await agent.belfry("status")
            #expect(status.output.contains("quiet hours from 22:00 to 07:00, sat,sun"), "\(status.output)")

            // Other hours do not keep the former days, and what was held back comes.
            let other = try await agent.belfry("quiet", "from 09:00 to 10:00")
            #expect(other.output == "quiet hours from 09:00 to 10:00; not in force now", "\(other.errors)")
            #expect(try await server.nextNotification().summary == "a")
            let halves = try await agent.belfry("quiet", "12:30pm", "to", "12am")
            #expect(halves.output.hasPrefix("quiet hours from 12:30 to 00:00;"), "\(halves.output)\(halves.errors)")
            #expect(try await agent.belfry("quiet", "off").output == "no quiet hours")
            #expect(agent.folders.text(of: agent.folders.configuration) == "# mine\n\n")
            for words in [
                ["25:00-07:00"], ["to", "07:00", "from", "22:00"], ["13pm-7am"], ["0am-7am"], ["22:00"],
                ["22:00-22:00"],
                ["22:00-07:00", "--days", "someday"], ["--days", "mon"],
            ] {
                #expect(try await agent.belfry(["quiet"] + words).status != 0, "\(words)")
            }
        }
    }
}
