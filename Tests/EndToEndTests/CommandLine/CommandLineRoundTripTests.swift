// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import TestSupport
import Testing

/// Output of `list --json` that is fed back in, and input with one invalid line.
@Suite(.serialized) struct CommandLineRoundTripTests {
    /// Trigger options of every kind.
    private static let triggers = [
        "--in 3h", "--in 45m --before 10m", "--at 2026-12-24T09:00:00", "--every 15m", "--every 'day 09:00'",
        "--every 'weekday 09:00' --count 4", "--every '2 weeks on mon 09:00'",
        "--every '90m' --until '2026-12-01 10:00'",
        "--on-calendar 'Mon..Fri 10:00'", "--cron '30 9 * * 1-5'", "--rrule 'FREQ=DAILY;COUNT=5'",
        "--rrule 'FREQ=WEEKLY;BYDAY=MO' --start 2026-11-02T08:00:00", "--components hour=9,weekday=2",
        "--components minute=20 --repeats", "--at '2027-01-05 10:00' --tz America/New_York",
    ]

    @Test func `C4: list --json fed back in keeps every date, also of snoozed requests`() async throws {
        let adding = Self.triggers.enumerated().map { "belfry add -q -p --id t\($0) --title 'T \($0)' \($1)" }
        try await withAgentAndServer(environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"]) { agent, _ in
            let variables = ["TZ": "Europe/Berlin"]
            let added = try await agent.bash(
                adding.joined(separator: "\n") + """

                    belfry add -q -p --id one --title One --in 2h
                    belfry add -q -p --id daily --title Daily --every 'day 09:00'
                    belfry add -q -p --id often --title Often --every 25m
                    """, environment: variables)
            #expect(added.status == 0, "\(added.errors)")
            try await agent.clock.advance(2000)
            let round = try await agent.bash(
                """
                belfry snooze one 5h > /dev/null; belfry snooze daily 3h > /dev/null; belfry snooze often 7m > /dev/null
                belfry list --json > before
                belfry cancel --all
                """, environment: variables)
            #expect(round.status == 0, "\(round.errors)")
            // Time passes, and no request fires.
            try await agent.clock.advance(60)
            let back = try await agent.bash("belfry add - < before", environment: variables)
            #expect(back.status == 0, "\(back.output) \(back.errors)")
            let compared = try await agent.bash(
                """
                belfry list --json > after
                # Another adding is another instance, and the words tell how far it is from now.
                for list in before after; do
                    sed -i -E 's/"instance":"[0-9a-z]*",//; s/"text":"[^"]*",//' $list; sort $list > $list.sorted
                done
                diff before.sorted after.sorted; wc -l < after
                """, environment: variables)
            #expect(compared.status == 0, "\(compared.output)")
            // Two rows of each repeating request that was snoozed, and an early warning.
            #expect(compared.output == "\(Self.triggers.count + 1 + 5)", "\(compared.output)")
        }
    }

    @Test func `C4: an interval that fired meanwhile keeps its phase, and a past date is refused`()
        async throws
    {
        try await withAgent(environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"]) { agent in
            _ = try await agent.bash(
                "belfry add -q -p --id often --title O --every 20m; belfry add -q -p --id once --title T --in 10m; "
                    + "belfry list --json > before; belfry cancel --all")
            try await agent.clock.advance(3000)
            let back = try await agent.bash("belfry add - < before || exit $?")
            #expect(back.status == 65)
            let results = try back.objects()
            #expect(results.map { $0["identifier"]?.text } == ["once", "often"])
            #expect(results[0]["message"]?.text?.contains("has passed") == true, "\(back.output)")
            let next = try await agent.proxy().pending().first?["nextTriggerDate"]?.string
            #expect(next?.hasPrefix("2026-11-21T13:00:00") == true, "\(next ?? "")")
        }
    }

    @Test func `R2: one invalid line is refused with its number, and all others are added`() async throws {
        try await withAgent { agent in
            let script = #"""
                for number in $(seq 1 2600); do
                    if [ $number = 1501 ]; then echo '{"title":"A\u0000B"}'
                    elif [ $number = 1502 ]; then echo '{"title":"A","userInfo":{"path":"C:\\u0000"}, "trigger":{"in":"1h"}}'
                    elif [ $number = 1503 ]; then printf '{"title":"A","userInfo":'; for d in $(seq 40); do printf '{"a":'; done
                        printf 1; for d in $(seq 40); do printf '}'; done; echo '}'
                    else echo "{\"identifier\":\"r$number\",\"title\":\"A\",\"trigger\":{\"in\":\"1h\"}}"; fi
                done | belfry add - || exit $?
                """#
            let added = try await agent.bash(script)
            #expect(added.status == 65, "\(added.errors)")
            let results = try added.objects()
            #expect(results.count == 2600)
            #expect(results.map { $0["line"]?.number } == (1...2600).map(Double.init))
            let refused = results.filter { $0["error"] != nil }
            #expect(refused.map { $0["line"]?.number } == [1501, 1503], "\(refused)")
            #expect(refused.first?["message"]?.text?.contains("line 1501, column 12: ") == true, "\(refused)")
            #expect(refused.first?["message"]?.text?.contains("U+0000") == true)
            var count = 0
            try await agent.proxy().eachPage(of: .pending) { count += $0.count }
            #expect(count == 2598)
        }
    }

    @Test(
        arguments: [
            ("org.belfry.Error.StoreUnavailable", 73), ("org.belfry.Error.NotAuthorized", 77),
            ("org.belfry.Error.Failed", 70), ("org.freedesktop.DBus.Error.AccessDenied", 77),
            ("org.freedesktop.DBus.Error.NoReply", 69),
        ] as [(String, Int32)])
    func `R2: a call that is refused as a whole has a result line for each line`(name: String, status: Int32)
        async throws
    {
        try await withRefusingAgent(RefusingAgent(BusError(name: name, message: "the key and the limit"))) { bus in
            let program = try TestAgent.program("belfry")
            for options in ["", "--all-or-nothing"] {
                let added = try await Stranger.runLimited(
                    [
                        "bash", "-c",
                        "for n in $(seq 400); do echo \"{\\\"title\\\":\\\"$n\\\"}\"; done | '\(program)' add \(options) -",
                    ], on: bus)
                #expect(added.status == status, "\(added.errors)")
                let results = try added.objects()
                #expect(results.map { $0["line"]?.number } == (1...400).map(Double.init))
                #expect(results.allSatisfy { $0["error"] == .text(name) && $0["message"] != nil })
                #expect(added.errors.split(separator: "\n").count == 1, "\(added.errors)")
            }
        }
    }
}
