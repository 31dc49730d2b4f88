// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentOutbox
import FoundationEssentials
import Glibc
import Logging
import NotificationModel
import NotificationStore
import TestSupport
import Testing

/// Commands as processes: their environment, their end, and that no text becomes part of a command line.
@Suite struct CommandRunnerTests {
    /// Texts that try to become a command, an option, a file or a second line.
    static let hostile = [
        "$(touch forged)", "`touch forged`", "; touch forged;", "\ntouch forged\n", "-rf /", "--help",
        "' ; touch forged '",
        "\" ; touch forged \"", "| touch forged", "&& touch forged &", "> forged", "$HOME ${PATH} %s%n *", "\\\"\\'",
        "~/forged",
        "!touch", "a=b env touch forged",
    ]

    /// Runs a command in a temporary folder, and returns its log entry and the folder.
    private func run(
        _ command: Command, title: String = "Tea", userInfo: [String: PropertyListValue] = [:],
        environment: [String: String] = [:], limit: Duration = .seconds(20),
        _ body: (_ detail: [String: PropertyListValue], _ folder: String) async throws -> Void
    ) async throws {
        let folders = try AgentFolders()
        defer { try? FileManager.default.removeItem(atPath: folders.path) }
        let store = try NotificationStore.inMemory()
        var runner = CommandRunner(
            store: store, clock: ManualClock(Date(timeIntervalSince1970: 1_800_000_000)), logger: Logger(label: "test"))
        runner.limit = limit
        var content = Content(title: title)
        content.userInfo = userInfo
        var request = Request(identifier: title, content: content)
        request.responsePlan.environment = environment.merging(["HOME": folders.path + "/files"]) { given, _ in given }
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        let notification = Notification(app: "a", request: request, date: date, due: date)
        let item = OutboxItem(
            id: 1, receiver: .command(command), event: "fired", notification: notification, response: nil)
        #expect(await runner.run(item, attempt: 0) == nil)
        let events = try await store.events(app: nil, limit: 10)
        try await body(try #require(events.first { $0.kind == .command }).detail, folders.path + "/files")
    }

    @Test(arguments: hostile)
    func `no text becomes part of a command line`(text: String) async throws {
        // Shell commands and lists get the text unchanged; a text that stands alone is one word.
        for command: Command in [
            .shell(#"printf '%s' "$BELFRY_TITLE$BELFRY_ID$BELFRY_INFO_NOTE" > told; cat > json"#),
            .arguments([
                "/bin/sh", "-c", #"printf '%s' "$BELFRY_TITLE$BELFRY_ID$BELFRY_INFO_NOTE" > told; cat > json"#, text,
            ]),
        ] {
            try await run(command, title: text, userInfo: ["note": .string(text)]) { (detail, folder) throws in
                #expect(detail["status"] == .integer(0), "\(detail)")
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["json", "told"])
                #expect(try String(contentsOfFile: folder + "/told", encoding: .utf8) == text + text + text)
            }
        }
    }

    @Test(arguments: hostile)
    func `a word of a list is one argument of its program, and no shell interprets it`(text: String) async throws {
        try await run(.arguments(["printf", "<%s>", text, text])) { (detail, folder) throws in
            #expect(detail["output"] == .string("<\(text)><\(text)>"), "\(detail)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }

    @Test func `a command inherits only the environment that it is given`() async throws {
        let script =
            #"env | cut -d= -f1 | sort | tr '\n' ' '; grep -E '^Sig(Blk|Ign)' /proc/self/status; "#
            + #"ls /proc/$$/fd > files; tr '\n' ' ' < files; test "$(ps -o pgid= -p $$ | tr -d ' ')" = $$ && echo own group"#
        try await run(.shell(script), environment: ["TEA": "green", "BELFRY_ID": "another"]) { detail, _ in
            let output = "\(detail["output"] ?? .string(""))"
            for name in ["BELFRY_ID", "HOME", "PATH", "TEA"] { #expect(output.contains("\(name) "), "\(output)") }
            // The command has no other variable of the test's environment.
            let allowed: Set = [
                "HOME", "LANG", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "PATH",
                "TEA",
                "PWD", "OLDPWD", "SHLVL", "_",
            ]
            let names = output.split(separator: "SigBlk").first.map(String.init) ?? ""
            for name in names.drop(while: { $0 != "\"" }).dropFirst().split(separator: " ") where name != "\"" {
                #expect(allowed.contains(String(name)) || name.hasPrefix("BELFRY_"), "\(name)")
            }
            #expect(output.contains("0000000000000000"), "\(output)")
            #expect(output.contains("own group"), "\(output)")
            // Descriptors 0, 1 and 2; the shell may open one of its own, above 9.
            let descriptors = output.split(whereSeparator: { $0 == " " || $0 == "\n" }).compactMap { Int($0) }
            #expect(descriptors.filter { (3...9).contains($0) } == [], "\(output)")
        }
    }

    @Test func `at its time limit a command ends, with all processes that it has started`() async throws {
        let script =
            "trap '' TERM; (trap '' TERM; sleep 1000; sleep 1000) & echo $! > child; echo $$ > self; sleep 1000; sleep 1000"
        try await run(.shell(script), limit: .milliseconds(700)) { detail, folder in
            #expect("\(detail["error"] ?? .string(""))".contains("ended after"), "\(detail)")
            for name in ["child", "self"] {
                let number = try #require(
                    Int32(try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).filter(\.isNumber)))
                try await waitForEnd(of: number)
            }
        }
    }

    @Test func `the log keeps the beginning of a long output, and the command is not stopped for it`() async throws {
        try await run(.shell("head -c 5000000 /dev/zero | tr '\\0' x; echo end > last")) { detail, folder in
            guard case .string(let output)? = detail["output"] else {
                Issue.record("\(detail)")
                return
            }
            #expect(output == String(repeating: "x", count: 4096))
            #expect(detail["status"] == .integer(0))
            #expect(access(folder + "/last", F_OK) == 0)
        }
    }
}
