// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer
import TestSupport
import Testing

/// `belfry run --pid`: waits for a process that belfry has not started.
@Suite(.serialized) struct RunProcessTests {
    /// A script in which `belfry run --pid` waits for a process, which ends as soon as it waits.
    ///
    /// A file of `/proc/PID/fd` may be closed while `ls` lists it; `ls` would complain into the tested errors.
    private static func waiting(_ options: String) -> String {
        """
        rm -f gate
        mkfifo gate
        sh -c 'cat gate; exit 3' other > /dev/null &
        belfry run --pid $! \(options) &
        waiting=$!
        while ! ls -l /proc/$waiting/fd 2> /dev/null | grep -q pidfd; do sleep 0.01; done
        echo , > gate
        wait $waiting
        """
    }

    @Test func `C12: --pid waits for a process that is not a child, and says that it ended`() async throws {
        try await withAgentAndServer { agent, server in
            let ran = try await agent.bash(Self.waiting("--sound bell"))
            #expect(ran.status == 0 && ran.output == "" && ran.errors == "", "\(ran.errors)")
            let shown = try await server.nextNotification()
            #expect(shown.summary == "sh -c cat gate; exit 3 other ended")
            #expect(shown.body.hasPrefix("Process ") && shown.body.hasSuffix(". Its exit status is not known."))

            #expect(try await agent.bash(Self.waiting("--title It")).status == 0)
            #expect(try await server.nextNotification().summary == "It ended")
            #expect(try await agent.bash(Self.waiting("--after 1h")).status == 0)
            #expect(server.takeNotifications().isEmpty)
        }
    }

    @Test(arguments: [
        ("--pid 1 --only-failed", "--only-failed and --pid exclude each other: the exit status"),
        ("--pid 1 true", "--pid and a command exclude each other"), ("--pid 0", "--pid: 0 is no process"),
        ("--pid -- true", "missing value for '--pid"), ("--after 30 true", "\"30\" has no unit"),
    ])
    func `C12: options that have no meaning together are refused`(options: String, words: String) async throws {
        let ran = try await Stranger.runLimited(
            [TestAgent.program("belfry"), "run"] + options.split(separator: " ").map(String.init), on: "")
        #expect(ran.status == 2, "\(ran.errors)")
        #expect(ran.errors.contains(words), "\(ran.errors)")
    }

    @Test func `C12: a process that doesn't exist is refused`() async throws {
        // The largest number that Linux gives to a process is 4,194,304.
        let ran = try await Stranger.runLimited(
            [TestAgent.program("belfry"), "run", "--pid", "4194305"], on: "unix:path=/nonexistent")
        #expect(ran.status == 3)
        #expect(ran.errors == "belfry: there is no process 4194305\n")
    }
}
