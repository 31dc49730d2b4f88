// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer
import TestSupport
import Testing

/// `belfry run`: the output of the command on its way through, and its end in the notification.
@Suite(.serialized) struct RunOutputTests {
    @Test func `C12: the last lines of both streams are in the notification, without control sequences`() async throws {
        try await withAgentAndServer { agent, server in
            let command =
                #"for i in 1 2 3 4 5 6; do echo "line $i"; done; printf "\033[31mno\033[0m\n\377\n" >&2; exit 4"#
            let ran = try await agent.belfry("run", "sh", "-c", command)
            #expect(ran.status == 4)
            #expect(ran.output.hasPrefix("line 1\nline 2") && ran.output.hasSuffix("line 6"))
            #expect(ran.errors.hasPrefix("\u{1B}[31mno\u{1B}[0m\n"))
            let body = try await server.nextNotification().body
            #expect(body.hasPrefix("Exit status 4, after 0 s.\n") && body.hasSuffix("\nline 6\nno"), "\(body)")

            _ = try await agent.belfry("run", "--body", "Look", "echo", "x")
            #expect(try await server.nextNotification().body == "Look")
        }
    }

    @Test func `C12: a failure is louder than a success, unless the command line says how loud`() async throws {
        try await withAgentAndServer { agent, server in
            for (id, words) in [
                ("good", ["true"]), ("bad", ["false"]), ("given", ["--level", "passive", "--sound", "bell", "false"]),
                ("interrupted", ["sh", "-c", "kill -INT $$"]),
            ] {
                _ = try await agent.belfry(["run", "--id", id] + words)
                _ = try await server.nextNotification()
            }
            let rows = try await agent.belfry("list", "--delivered", "--json").objects()
            func values(_ id: String) -> [String?] {
                let row = rows.first { $0["identifier"]?.text == id }
                return [row?["interruptionLevel"]?.text ?? "active", row?["sound"]?.text]
            }
            #expect(values("good") == ["active", nil])
            #expect(values("bad") == ["timeSensitive", "default"])
            #expect(values("given") == ["passive", "bell"])
            #expect(values("interrupted") == ["active", nil])
        }
    }

    @Test func `C12: --only-failed and --after show nothing that is no news`() async throws {
        try await withAgentAndServer { agent, server in
            let quiet = try await agent.belfry("run", "--only-failed", "true")
            #expect(quiet.status == 0)
            #expect(try await agent.belfry("run", "--after", "1h", "false").status == 1)
            #expect(try await agent.belfry("run", "--only-failed", "--after", "0s", "--id", "a", "true").status == 0)
            #expect(try await agent.belfry("run", "--only-failed", "--title", "This", "false").status == 1)
            #expect(try await server.nextNotification().summary == "This has failed")
            #expect(try await agent.belfry("run", "--after", "0.05s", "--title", "That", "sleep", "0.1").status == 0)
            #expect(try await server.nextNotification().summary == "That has ended")
            #expect(server.takeNotifications().isEmpty)
        }
    }

    @Test func `the output passes unchanged, in its order and at once`() async throws {
        let ran = try await Self.bash(
            """
            head -c 300000 /dev/urandom > bytes
            belfry run sh -c 'cat bytes; cat bytes >&2' > out 2> errors || true
            cmp bytes out
            head -c 300000 errors | cmp bytes -
            belfry run sh -c 'for i in 1 2 3; do echo out; echo error >&2; done' > both 2>&1
            head -6 both | tr '\\n' ' '
            mkfifo gate
            belfry run sh -c 'printf one; cat gate; echo two' > slow 2> errors &
            until grep -q one slow; do sleep 0.01; done
            echo , > gate
            wait $! || true
            cat slow
            belfry run head -c 50000000 /dev/zero 2> errors | wc -c
            """)
        #expect(ran.output == "out error out error out error one,\ntwo\n50000000", "\(ran.output) \(ran.errors)")
    }

    @Test func `a reader that ends, and a full disk, are the command's and the person's matter`() async throws {
        let ran = try await Self.bash(
            """
            set -o pipefail
            { belfry run yes || echo $? >&2; } 2> errors | head -1
            tail -1 errors
            belfry run echo x > /dev/full 2> errors || echo $?
            grep -c 'cannot write to the standard output: No space left on device' errors
            """)
        #expect(ran.output == "y\n141\n74\n1", "\(ran.output) \(ran.errors)")
    }

    @Test func `a background process of the command still writes, and nobody waits for it`() async throws {
        let ran = try await Self.bash(
            """
            mkfifo gate
            belfry run sh -c '(cat gate; echo late) & echo now' > out 2> errors
            cat out
            echo , > gate
            until grep -q late out; do sleep 0.01; done
            cat out
            """)
        #expect(ran.output == "now\nnow\n,\nlate", "\(ran.output) \(ran.errors)")
    }

    /// Runs a script without an agent, which `belfry run` reports on the standard error.
    private static func bash(_ script: String) async throws -> Stranger {
        let folder = try temporaryFolder("run")
        let path = try "\(TestAgent.program("belfry").dropLast("/belfry".count)):/usr/bin:/bin"
        return try await Stranger.runLimited(
            ["bash", "-euc", "cd '\(folder)'\n\(script)"], on: "unix:path=/nonexistent", environment: ["PATH": path])
    }
}
