// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc
import NotificationServer
import TestSupport
import Testing

/// `belfry run`: the result of the command, and the notification about it.
@Suite(.serialized) struct CommandLineRunTests {
    @Test func `the end is shown, and the command has its own input, output and status`() async throws {
        try await withAgentAndServer { agent, server in
            let ran = try await agent.bash("echo in | belfry run --sound default -- sh -c 'read -r x; echo $x; exit 3'")
            #expect(ran.status == 3)
            #expect(ran.output == "in")
            #expect(ran.errors == "")
            let shown = try await server.nextNotification()
            #expect(shown.summary == "sh -c read -r x; echo $x; exit 3 has failed")
            #expect(shown.body == "Exit status 3, after 0 s.\nin")

            #expect(try await agent.belfry("run", "--title", "The backup", "--", "true").status == 0)
            let second = try await server.nextNotification()
            #expect(second.summary == "The backup has ended")
            #expect(second.body == "After 0 s.")
        }
    }

    @Test func `a killed command has a shell's status, and signals are forwarded`() async throws {
        try await withAgentAndServer { agent, server in
            let ran = try await agent.belfry("run", "--", "sh", "-c", "kill -TERM $PPID; sleep 20")
            #expect(ran.status == 128 + SIGTERM)
            #expect(try await server.nextNotification().body.hasPrefix("Killed by signal 15 (Terminated), after "))
        }
    }

    @Test func `a command that can't be run is reported at once, and nothing is shown`() async throws {
        try await withAgentAndServer { agent, server in
            let missing = try await agent.belfry("run", "--", "no-such-command")
            #expect(missing.status == 127)
            #expect(missing.errors.contains("cannot run \"no-such-command\": No such file or directory"))
            #expect(try await agent.belfry("run", "--", "/").status == 126)
            #expect(server.takeNotifications().isEmpty)
        }
    }

    @Test func `without an agent run still has the command's status`() async throws {
        let ran = try await Stranger.runLimited(
            [TestAgent.program("belfry"), "run", "--", "sh", "-c", "exit 5"], on: "unix:path=/nonexistent")
        #expect(ran.status == 5)
        #expect(ran.errors.hasPrefix("belfry: "), "\(ran.errors)")
    }

    @Test(arguments: [["run"], ["run", "--"], ["run", "--body", "-", "--", "true"]])
    func `the message about a wrong command line says what to type`(words: [String]) async throws {
        let ran = try await Stranger.runLimited([TestAgent.program("belfry")] + words, on: "")
        #expect(ran.status == 2)
        #expect(ran.errors.contains("belfry run [<options>] [--] <command> ..."), "\(ran.errors)")
    }
}
