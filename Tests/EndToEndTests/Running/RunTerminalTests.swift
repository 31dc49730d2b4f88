// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer
import TestSupport
import Testing

/// `belfry run` in a terminal: the command has a terminal, with its size, its keys and its jobs.
@Suite(.serialized) struct RunTerminalTests {
    @Test func `the command has a terminal where belfry has one`() async throws {
        try await withAgent { agent in
            let shown = try await agent.inTerminal(
                """
                belfry run sh -c '[ -t 0 ] && [ -t 1 ] && [ -t 2 ] && echo all'
                belfry run sh -c '[ -t 1 ] || echo no output' | cat
                belfry run sh -c '[ -t 1 ] || [ ! -t 2 ] || echo only errors >&2' > /dev/null
                belfry run sh -c 'echo keys > /dev/tty'
                stty rows 20 cols 60
                belfry run sh -c 'stty size <&1'
                belfry run --body none sh -c '[ -t 1 ] && stty size <&1'
                """)
            #expect(
                shown.lines == ["all", "no output", "only errors", "keys", "20 60", "20 60"],
                "\(shown.output)")
        }
    }

    /// The first of two signals may come from the real terminal, before the command's terminal has the new size.
    @Test func `the command's terminal follows the size of the real one`() async throws {
        try await withAgent { agent in
            let shown = try await agent.inTerminal(
                """
                stty rows 20 cols 60
                belfry run bash -c 'trap "stty size <&2 | grep 61 && exit" WINCH; : > ready; while :; do sleep 0.02; done' &
                until [ -e ready ]; do sleep 0.01; done
                stty cols 61
                wait $!
                """)
            #expect(shown.lines == ["20 61"], "\(shown.output)")
        }
    }

    @Test func `lines are ended once`() async throws {
        try await withAgent { agent in
            let shown = try await agent.bash(
                "script -qec \"belfry run printf 'a\\\\nb\\\\n'\" /dev/null < /dev/null | od -An -tx1 | tr -d '\\n'")
            #expect(shown.output.contains(" 61 0d 0a 62 0d 0a"), "\(shown.output)")
        }
    }

    @Test func `modes that the command sets on its standard output are those of the real terminal`() async throws {
        try await withAgent { agent in
            let shown = try await agent.inTerminal(
                """
                modes() { stty -a < /dev/tty | grep -oE -- '-?(icanon|opost)' | sort | tr '\\n' ' '; }
                export -f modes
                modes > before
                belfry run bash -c 'stty -icanon <&1; echo set; until modes | grep -q -- -icanon; do sleep 0.01; done'
                modes
                belfry run bash -c 'stty -icanon <&1; echo set; stty icanon <&1'
                modes
                cat before
                """)
            #expect(
                shown.lines == ["set", "-icanon opost set", "icanon opost icanon opost "], "\(shown.output)")
        }
    }

    @Test func `a stop by another process stops the command, too`() async throws {
        try await withAgent { agent in
            let ran = try await agent.bash(
                """
                # A job in its own process group may be stopped.
                set -m
                state() { sed 's/.*) //' /proc/$1/stat | cut -c1; }
                belfry run bash -c 'echo $$ > command; while [ ! -e end ]; do :; done' > output &
                until [ -s command ]; do sleep 0.01; done
                kill -TSTP $!
                until [ "$(state $!)$(state $(cat command))" = TT ]; do sleep 0.01; done
                kill -CONT $!
                until [ "$(state $(cat command))" = R ]; do sleep 0.01; done
                : > end
                wait $!
                """)
            #expect(ran.status == 0, "\(ran.errors)")
        }
    }

    /// A script that types: `wait_for WORD` waits until the terminal shows the word, and `type KEYS` presses keys.
    private static func typing(_ command: String, _ keys: String) -> String {
        """
        mkfifo keys
        # The shell ignores these signals in its background programs.
        env --default-signal=INT,QUIT script -qec '\(command)' /dev/null < keys > screen &
        terminal=$!
        exec 3> keys
        wait_for() { until grep -q "$1" screen; do sleep 0.01; done; }
        type() { printf "$1" >&3; }
        \(keys)
        status=0
        wait $terminal || status=$?
        tr -d '\\r' < screen
        exit $status
        """
    }

    @Test func `Ctrl-C interrupts the command, and belfry reports it`() async throws {
        try await withAgentAndServer { agent, server in
            let ran = try await agent.bash(
                Self.typing(#"belfry run sh -c "echo up; sleep 20""#, #"wait_for up; type '\003'"#))
            #expect(ran.status == 130, "\(ran.output)")
            #expect(try await server.nextNotification().body.hasPrefix("Killed by signal 2 (Interrupt), after "))
        }
    }

    @Test func `Ctrl-Z stops both, after the output, and the shell continues both`() async throws {
        try await withAgent { agent in
            let job =
                #"set -m; belfry run sh -c "echo up; read x; echo \$x" || echo "stopped $?"; jobs -s | grep -c run; fg; echo "left $?""#
            try agent.folders.write(job, to: agent.folders.path + "/job")
            let ran = try await agent.bash(
                Self.typing(
                    "stty -echo; bash \(agent.folders.path)/job",
                    #"wait_for up; type '\032'; wait_for stopped; wait_for '^1'; type 'on\n'; wait_for left"#))
            #expect(ran.output.contains("stopped 148\n1\n"), "\(ran.output)")
            #expect(ran.output.contains("on\nleft 0"), "\(ran.output)")
        }
    }

    @Test func `signals of another process reach the command`() async throws {
        try await withAgentAndServer { agent, _ in
            // A program inherits ignored signals, such as SIGHUP below nohup(1).
            for (signal, status) in [("INT", 130), ("QUIT", 131), ("HUP", 129), ("TERM", 143), ("USR1", 138)] {
                let ran = try await agent.bash(
                    """
                    env --default-signal=\(signal) \
                        belfry run sh -c 'kill -\(signal) $PPID; while :; do sleep 0.02; done' || exit $?
                    """)
                #expect(ran.status == status, "\(signal): \(ran.errors)")
            }
        }
    }
}
