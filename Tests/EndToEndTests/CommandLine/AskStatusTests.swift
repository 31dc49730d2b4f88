// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import NotificationServer
import TestSupport
import Testing
import Triggers

/// The table of exit statuses of `belfry ask`, in its help and in the manual, row by row.
@Suite(.serialized) struct AskStatusTests {
    /// The cause of each exit status of `ask`.
    enum Cause: Sendable {
        case act(@Sendable (ScriptedServer, ReceivedNotification) async -> Void)
        case remove
        case signal(Int32)
        case line([String])
        case noServer
        /// The agent returns this error.
        case error(BusError)
    }

    private static let causes: [(status: Int32, options: [String], cause: Cause)] = [
        (0, [], .act { await $0.press($1.key(of: "Yes"), on: $1) }),
        (0, ["-A", "no=No"], .act { await $0.press($1.key(of: "No"), on: $1) }),
        (0, ["--reply", "why"], .act { await $0.reply("so", to: $1) }),
        (1, [], .act { await $0.press($1.key(of: "No"), on: $1) }),
        (2, [], .line(["--bogus"])), (2, [], .line(["--map", "maybe=3"])),
        (4, [], .act { await $0.press("default", on: $1) }),
        (5, [], .act { await $0.expire($1) }), (5, [], .remove), (5, [], .act { await $0.close($1, reason: 4) }),
        (6, [], .act { await $0.dismiss($1) }), (6, ["-A", "no=No"], .act { await $0.dismiss($1) }),
        (65, [], .line(["--type", "", "--body", String(repeating: "x", count: 9000)])),
        (65, [], .error(Refusal(.invalidRequest, "a key").busError)),
        (69, [], .noServer), (69, [], .error(.unknownMethod("AddAll"))),
        (70, [], .error(BusError(name: Refusal.busPrefix + "Failed", message: "a failure"))),
        (73, [], .error(Refusal(.storeUnavailable, "the store").busError)),
        (75, [], .error(Refusal(.tooManyRequests, "quota").busError)),
        (77, [], .error(Refusal(.notAuthorized, "config.toml says no").busError)),
        (77, [], .error(.accessDenied("a sandbox"))),
        (124, [], .line(["--timeout", "200ms"])),
        (129, [], .signal(SIGHUP)), (130, [], .signal(SIGINT)), (143, [], .signal(SIGTERM)),
    ]

    @Test(arguments: causes.indices)
    func `C2: each end of a question has its status`(row: Int) async throws {
        let (status, options, cause) = Self.causes[row]
        let answer: Stranger
        switch cause {
        case .noServer: answer = try await withAgent { try await $0.belfry(["ask", "Deploy?"] + options) }
        case .error(let error):
            answer = try await withRefusingAgent(RefusingAgent(error)) { bus in
                try await Stranger.runLimited([TestAgent.program("belfry"), "ask", "Deploy?"], on: bus)
            }
        case .line(let words):
            answer = try await withAgentAndServer { agent, _ in try await agent.belfry(["ask", "Deploy?"] + words) }
        case .act(let act):
            answer = try await withAgentAndServer { agent, server in
                async let program = agent.belfry(["ask", "Deploy?"] + options)
                await act(server, try await server.nextNotification())
                return try await program
            }
        case .remove:
            answer = try await withAgentAndServer { agent, server in
                async let program = agent.belfry("ask", "Deploy?", "--id", "q")
                _ = try await server.nextNotification()
                _ = try await agent.proxy().removeDelivered(["q"])
                return try await program
            }
        case .signal(let number):
            answer = try await withAgentAndServer { agent, server in
                async let program = agent.bash("set -m; belfry ask 'Deploy?' & echo $! > pid; wait $! || exit $?")
                _ = try await server.nextNotification()
                kill(try #require(agent.writtenNumber("pid")), number)
                return try await program
            }
        }
        #expect(answer.status == status, "\(answer.output) \(answer.errors)")
        #expect(status == 0 || answer.output == "", "\(answer.output)")
    }

    private static let repository = Checkout.root

    @Test func `C2: the help and the manual list the same statuses, and each was tried`() async throws {
        let tried = Set(Self.causes.map(\.status))
        let help = try await Stranger.runLimited([TestAgent.program("belfry"), "ask", "--help"], on: "")
        let inHelp = help.lines.compactMap { line -> String? in
            line.first?.isNumber == true ? line.split(separator: " - ").first.map(String.init) : nil
        }
        #expect(Set(inHelp.flatMap { $0.split(separator: ", ") }.compactMap { Int32($0) }) == tried)
        // The help describes the answer by exit status first.
        #expect(help.lines.prefix(6).joined(separator: " ").contains("0 is Yes, 1 is No."))
        #expect(help.lines.prefix(6).joined(separator: " ").contains("With -A every button exits 0"))

        let file = URL(filePath: Self.repository + "packaging/share/man/man1/belfry-ask.1")
        let page = try String(decoding: Data(contentsOf: file), as: UTF8.self)
        let section = try #require(page.split(separator: ".Sh EXIT STATUS\n").dropFirst().first)
        let table = section.split(separator: ".El").first ?? ""
        let inManual = table.split(separator: "\n").compactMap { line in
            line.hasPrefix(".It ") ? String(line.dropFirst(4)) : nil
        }
        #expect(Set(inManual.flatMap { $0.split(separator: ", ") }.compactMap { Int32($0) }) == tried)
    }
}
