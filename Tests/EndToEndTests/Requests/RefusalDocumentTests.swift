// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import TestSupport
import Testing
import Triggers

/// `--json` prints an error's D-Bus name, for every command.
@Suite struct RefusalDocumentTests {
    private static let repository = Checkout.root

    /// The commands that have commands of their own.
    private static let groups: Set = ["category", "config", "extension", "location", "place", "push"]

    /// A command line of each command with `--json`.
    private static func lines(_ file: String) -> [[String]] {
        [
            ["add", "--title", "Tea"], ["remind", "10m", "Tea"], ["ask", "Tea?", "-A", "yes"],
            ["edit", "tea", "--title", "Coffee"], ["list"], ["agenda"], ["count"], ["history"],
            ["again", "tea", "--now"], ["rm", "tea"], ["show", "tea"], ["next"], ["explain", "10m"],
            ["wait", "tea"], ["listen"], ["log"], ["status"], ["settings"], ["cancel", "tea"], ["remove", "tea"],
            ["repost", "tea"], ["snooze", "tea", "10m"], ["skip", "tea"], ["undo"], ["pause", "10m"], ["resume"],
            ["quiet"], ["reload"], ["config", "list"], ["config", "get", "quota"], ["config", "set", "quota", "1"],
            ["config", "unset", "quota"],
            ["category", "set", "c", "-A", "y"], ["category", "list"], ["category", "rm", "c"],
            ["export", "-o", file + ".new"], ["import", file], ["import", file, "--from", "crontab"],
            ["push", "register"], ["push", "unregister"],
            ["push", "show"], ["push", "distributor"], ["push", "test"],
            ["extension", "list"], ["extension", "check", "a"], ["extension", "run", "a", "--payload", file],
            ["extension", "enable", "a"], ["extension", "disable", "a"], ["where"],
            ["place", "add", "home", "--wifi", "Home"], ["place", "list"], ["place", "remove", "home"],
            ["location", "allow"], ["location", "deny"], ["location", "reset"], ["location", "list"],
        ]
    }

    @Test func `every command that takes --json prints it`() async throws {
        let refusal = Refusal(.tooManyRequests, "quota is 0; nobody may have more")
        let files = FileManager.default.temporaryDirectory.path + "/belfry-documents-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: files) }
        let file = files + "/export"
        try Data().write(to: URL(filePath: file))
        var tried: Set<String> = []

        try await withRefusingAgent(RefusingAgent(refusal.busError)) { bus in
            for line in Self.lines(file) {
                tried.insert(
                    line.prefix(Self.groups.contains(line[0]) ? 2 : 1).joined(separator: "-"))
                let variables = ["XDG_RUNTIME_DIR": files, "HOME": files]
                let words = try [TestAgent.program("belfry")] + line + ["--json"]
                let program = try await Stranger.runLimited(
                    line == ["undo"] ? Self.inTerminal(words, file: files + "/shown") : words, on: bus,
                    environment: variables)
                try program.expectRefusal(refusal.busError.name, 75, of: line)
            }
        }

        // `desktop` calls no agent, and `doctor` reports this error as a finding.
        let help = try FileManager.default.contentsOfDirectory(atPath: Self.repository + "Tests/EndToEndTests/Help")
            .filter { name in
                try String(
                    decoding: Data(contentsOf: URL(filePath: Self.repository + "Tests/EndToEndTests/Help/" + name)),
                    as: UTF8.self
                )
                .contains(" --json ")
            }
        #expect(tried == Set(help.map { String($0.dropLast(".txt".count)) }).subtracting(["desktop", "doctor"]))
    }

    /// Returns a command line that runs another one in a terminal; without one `undo` doesn't ask the agent.
    private static func inTerminal(_ words: [String], file: String) -> [String] {
        let script = """
            script -qec "$0 > '\(file)' 2> '\(file).errors'" /dev/null > /dev/null < /dev/null
            status=$?; cat '\(file)'; cat '\(file).errors' >&2; exit $status
            """
        return ["bash", "-c", script, words.joined(separator: " ")]
    }

    /// Every name of design §4 with its exit status.
    private static let statuses: [(name: String, status: Int32)] =
        Refusal.Code.allCases.map { code in
            let status: Int32 =
                switch code {
                case .invalidRequest, .invalidTrigger, .invalidAttachment, .contentTooLarge: 65
                case .tooManyRequests: 75
                case .notAuthorized: 77
                case .noSuchRequest: 3
                case .storeUnavailable: 73
                case .serverUnavailable: 69
                }
            return (Refusal.busPrefix + code.rawValue, status)
        } + [
            (BusError.prefix + "AccessDenied", 77), (BusError.prefix + "InvalidArgs", 65),
            (BusError.prefix + "UnknownMethod", 69),
        ]

    @Test(arguments: statuses)
    func `each name has one exit status, which the manual states`(name: String, status: Int32) async throws {
        try await withRefusingAgent(RefusingAgent(BusError(name: name, message: "the key, the value and the limit"))) {
            let program = try await Stranger.runLimited(
                [TestAgent.program("belfry"), "status", "--json"], on: $0)
            try program.expectRefusal(name, status, of: ["status"])
        }
        let page = Self.repository + "packaging/share/man/man1/belfry.1"
        let manual = try String(decoding: Data(contentsOf: URL(filePath: page)), as: UTF8.self)
        let statuses = try #require(manual.split(separator: ".Sh EXIT STATUS").last?.split(separator: ".Sh ").first)
        let general = try #require(statuses.split(separator: ".Ss ").first)
        let item = try #require(general.split(separator: ".It \(status)\n").last?.split(separator: ".It ").first)
        let word = String(name.split(separator: ".").last ?? "")
        #expect(item.split(whereSeparator: { " ,.\n".contains($0) }).contains { $0 == word }, "\(item)")
    }

    @Test func `errors that belfry itself finds have the agent's names`() async throws {
        let prefix = Refusal.busPrefix
        try await withAgent { agent in
            try await agent.expectRefusal(prefix + "NoSuchRequest", 3, of: ["show", "tea"])
            try await agent.expectRefusal(prefix + "NoSuchRequest", 3, of: ["repost", "tea"])
            try await agent.expectRefusal(prefix + "InvalidTrigger", 65, of: ["explain", "10x"])
            try await agent.expectRefusal(prefix + "InvalidTrigger", 65, of: ["add", "--title", "T", "--every", "10x"])
            try await agent.expectRefusal(
                prefix + "InvalidRequest", 65, of: ["add", "--title", "T", "--info-json", "{"])
            let named = try await agent.belfry("show", "tea", environment: ["BELFRY_FORMAT": "json"])
            try named.expectRefusal(prefix + "NoSuchRequest", 3, of: ["show"])
        }
    }

    @Test func `an empty list prints no line, and a single identifier no document`() async throws {
        try await withAgent(configuration: "quota = 1") { agent in
            for command in [["list"], ["list", "--delivered"], ["next"], ["category", "list"]] {
                let program = try await agent.belfry(command + ["--json"])
                #expect(program.status == 0 && program.output == "", "\(command): \(program.output)")
            }
            _ = try await agent.proxy().add(request("first", ["trigger": tomorrow]))
            let refused = try await agent.belfry("add", "--title", "T", "--in", "1d", "-p", "--json")
            #expect(refused.status == 75 && refused.output == "", "\(refused.output) \(refused.errors)")
            let usage = try await agent.belfry("show", "--json")
            #expect(usage.status == 2 && usage.output == "")
        }
    }

    @Test func `without a bus and without an agent the name is the bus's`() async throws {
        let program = try TestAgent.program("belfry")
        let busless = try await Stranger.runLimited([program, "status", "--json"], on: "unix:path=/nonexistent/bus")
        try busless.expectRefusal(BusError.prefix + "FileNotFound", 69, of: ["status"])
        try await withPrivateBus { bus in
            let alone = try await Stranger.runLimited([program, "status", "--json"], on: bus)
            try alone.expectRefusal(BusError.prefix + "ServiceUnknown", 69, of: ["status"])
        }
    }
}
