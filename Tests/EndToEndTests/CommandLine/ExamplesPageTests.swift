// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing

/// The page of examples in the command line's specification, unchanged.
@Suite(.serialized) struct ExamplesPageTests {
    // A function that prints the same lines replaces the export of another program.
    private static let page = #"""
        printf '#!/bin/sh\nexit 0\n' > make; chmod +x make; PATH=$PWD:$PATH
        export2belfry() { printf '%s\n' '{"identifier":"task-1","title":"From elsewhere","trigger":{"in":"2h"}}'; }
        printf '#!/bin/sh\necho deployed\n' > deploy; chmod +x deploy
        rc=0

        belfry remind 10m tea
        belfry remind 17:30 "leave for the train" --before 15m
        belfry remind tomorrow 9am -- call Ann about the lease
        belfry remind every weekday 09:55 stand-up --snooze 5m
        make; belfry send "make ended" "rc=$?"            # plain notify-send line
        belfry run -- make -j8                            # notify on end, keep rc
        id=$(belfry add -p --title "Pay rent" --every "month 1 10:00" --id rent)
        belfry add --id backup --title "Back up?" --at "sun 20:00" -A go=Start -A later=Later --on go='systemctl --user start backup' --on later='belfry snooze "$BELFRY_ID" 1d'
        if belfry ask "Deploy to prod?" -A yes=Deploy -A no=Cancel --map yes=0,no=1 --timeout 10m; then ./deploy; fi
        why=$(belfry ask "Why the override?" --reply "reason" --timeout 2m) || exit
        printf '%s\n' '{"identifier":"a","title":"A","trigger":{"in":"5m"}}' | belfry add --json -
        belfry list --json | jq -r 'select(.late>0).title'
        belfry explain "02:30 every day" --tz Europe/Berlin
        export2belfry | belfry add --json -

        echo "id=$id why=$why"
        """#

    @Test func `the page runs unchanged`() async throws {
        try await withAgentAndServer { agent, server in
            async let program = agent.bash(Self.page)

            let sent = try await server.nextNotification()
            #expect(sent.summary == "make ended")
            #expect(sent.body == "rc=0")
            #expect(try await server.nextNotification().summary == "make -j8 has ended")
            let question = try await server.nextNotification()
            #expect(question.summary == "Deploy to prod?")
            #expect(question.labels == ["Deploy", "Cancel", "Open"])
            await server.press(question.key(of: "Deploy"), on: question)
            let reason = try await server.nextNotification()
            #expect(reason.summary == "Why the override?")
            #expect(reason.hints.replyPlaceholder == "reason" || reason.offersReply)
            await server.reply("the tests were slow", to: reason)

            let page = try await program
            #expect(page.status == 0, "\(page.errors)\n\(page.output)")
            #expect(page.lines.contains("yes"))
            #expect(page.lines.contains("deployed"))
            #expect(page.lines.last == "id=rent why=the tests were slow")
            let titles = try await agent.proxy().pending().compactMap { $0["title"]?.string }
            let expected = [
                "tea", "leave for the train", "call Ann about the lease", "stand-up", "Pay rent", "Back up?", "A",
                "From elsewhere",
            ]
            #expect(Set(titles) == Set(expected), "\(titles)")
        }
    }

    @Test func `a cancelled deployment does not run`() async throws {
        try await withAgentAndServer { agent, server in
            async let program = agent.bash(
                "if belfry ask \"Deploy?\" -A yes=Deploy -A no=Cancel --map yes=0,no=10; then echo ran; fi")
            let question = try await server.nextNotification()
            await server.press(question.key(of: "Cancel"), on: question)
            #expect(try await program.lines == ["no"])
        }
    }

    @Test func `the command of an answer can run belfry`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            // The agent gives a command few variables, and not the sanitizers' options.
            let options = Sanitizer.options.map { "\($0)='\($1)' " }.joined()
            let added = try await agent.belfry(
                "add", "--id", "backup", "--title", "Back up?", "-A", "later=Later",
                "--on", #"later=\#(options)belfry snooze "$BELFRY_ID" 1d"#)
            #expect(added.status == 0, "\(added.errors)")
            let shown = try await server.nextNotification()
            await server.press(shown.key(of: "Later"), on: shown)
            let command = try await events.next("command", of: "backup")
            #expect(command.detail["status"]?.int == 0, "\(agent.log)")
            #expect(try await agent.pendingIdentifiers() == ["backup"])
        }
    }
}
