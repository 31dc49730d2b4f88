// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing

/// `belfry send` and the installed notify-send, on the same server.
@Suite(.serialized) struct CommandLineSendTests {
    /// The parts of a notification that must be the same.
    private struct Seen: Equatable {
        var summary: String
        var body: String
        var urgency: String
        var category: String?
        var isTransient: Bool
        var timeout: ReceivedNotification.Timeout
        var value: Int?
        var stackTag: String?

        init(_ notification: ReceivedNotification) {
            summary = notification.summary
            body = notification.body
            urgency = "\(notification.hints.urgency)"
            category = notification.hints.category
            isTransient = notification.hints.isTransient
            timeout = notification.timeout
            value = notification.hints.value
            stackTag = notification.hints.all["x-dunst-stack-tag"]?.string
        }
    }

    @Test(arguments: [
        ["hello"], ["hello", "world"], ["-u", "low", "x"], ["-u", "LOW", "x"], ["--urgency=normal", "x"],
        ["-t", "5000", "x"], ["-t", "250", "x", "y"], ["-t", "0", "x"], ["-c", "email.arrived", "x"], ["-e", "x"],
        ["-h", "int:value:42", "x"], ["-h", "byte:urgency:0", "x"], ["-h", "string:x-dunst-stack-tag:a:b", "x"],
        ["-h", "string:category:im.received", "x"], ["x", #"two\nlines"#], ["x", "Tom &amp; Jerry"],
        ["x", "1 &lt; 2"], ["x", "-u", "low", "body"], ["-u", "low", "--", "-x", "-y"], ["ä ❤", "ü"],
        ["-h", "variant:value:int32 7", "x"],
        ["--hint=boolean:transient:true", "x"], ["-eu", "low", "x"],
    ])
    func `a command line of notify-send has the same effect`(arguments: [String]) async throws {
        try await withAgentAndServer { agent, server in
            let theirs = try await Stranger.runLimited(["notify-send"] + arguments, on: agent.bus)
            #expect(theirs.status == 0, "\(theirs.errors)")
            let expected = Seen(try await server.nextNotification())

            let ours = try await agent.belfry(["send"] + arguments)
            #expect(ours.status == 0, "\(ours.errors)")
            #expect(ours.output == "")
            #expect(Seen(try await server.nextNotification()) == expected)
        }
    }

    @Test(arguments: [
        [], [""], ["", "body"], ["-p", ""], ["a", "b", "c"], ["-Z", "x"], ["--icon"], ["-t", "99999999999", "x"],
        ["-h", "a", "x"], ["-h", "", "x"], ["-h", "int:a:", "x"], ["-h", "double:x:z", "y"], ["-u", "loud", "x"],
        ["-t", "soon", "x"], ["--nonsense", "x"], ["-h", "int:value", "x"],
        ["-h", "int:value:x", "x"], ["-h", "byte:urgency:300", "x"], ["-h", "colour:a:b", "x"], ["-u"],
        ["-h", "variant:value:<<", "x"],
    ])
    func `a command line that notify-send refuses is refused`(arguments: [String]) async throws {
        try await withAgentAndServer { agent, _ in
            let theirs = try await Stranger.runLimited(["notify-send"] + arguments, on: agent.bus)
            #expect(theirs.status == 1)
            let ours = try await agent.belfry(["send"] + arguments)
            #expect(ours.status == theirs.status)
            // notify-send has other words for the types that it knows, and knows no more types.
            let isOfTypes = theirs.errors.contains("Valid types are")
            #expect(isOfTypes ? ours.errors.contains("Valid types are") : ours.errors == theirs.errors)
            #expect(ours.output == "")
        }
    }

    // notify-send has its own timer for servers on which nothing expires. The timer of 0.8.1, in Debian 12, never runs:
    // its option fills one half of a number whose other half makes it negative. So the two can't be compared.
    // The wait never ended when the event `shown` arrived together with the reply to `Add`: the limit was set after it.
    @Test(arguments: [["-w", "-t", "300"], ["-t", "300", "-A", "yes=Yes"], ["-w", "-p", "-t", "300"]])
    func `a wait with a time ends by itself on a server on which nothing expires`(options: [String]) async throws {
        var script = ScriptedServerScript()
        script.ignoresTimeouts = true
        try await withAgentAndServer(script: script) { agent, server in
            let sent = try await agent.belfry(["send"] + options + ["x"])
            #expect(sent.status == 0)
            #expect(sent.errors.contains("Wait timeout expired"))
            #expect(sent.lines.count == (options.contains("-p") ? 1 : 0))
            let shown = try await server.nextNotification()
            #expect(await server.open.map(\.id) == [shown.id], "it stays for the person to see")
        }
    }

    @Test func `what is not UTF-8 is refused, not changed`() async throws {
        try await withAgent { agent in
            let sent = try await agent.bash(#"belfry send "$(printf 'a\377b')""#)
            #expect(sent.status == 1)
            #expect(sent.errors.contains("UTF-8"))
            #expect(try await agent.proxy().delivered().isEmpty)
        }
    }

    @Test func `C6: markup is passed on cleaned, and as text if the server has no markup`() async throws {
        try await withAgentAndServer { agent, server in
            let body = "<b>hot</b> & <a href='https://a?b&c'>sweet</a> a < b"
            let sent = try await agent.belfry("send", "-a", "Kettle", "-i", "cup", "Tea", body)
            #expect(sent.status == 0)
            let shown = try await server.nextNotification()
            #expect(shown.appName == "Kettle")
            #expect(shown.appIcon == "cup")
            #expect(shown.body == "<b>hot</b> &amp; <a href=\"https://a?b&amp;c\">sweet</a> a &lt; b")

            #expect(try await agent.belfry("add", "--markup", "--title", "Tea", "--body", body).status == 0)
            #expect(try await server.nextNotification().body == shown.body)
            #expect(try await agent.belfry("add", "--title", "Tea", "--body", "<b>hot</b>").status == 0)
            #expect(try await server.nextNotification().body == "&lt;b&gt;hot&lt;/b&gt;", "plain text stays plain text")
        }
        var script = ScriptedServerScript()
        script.configuration.capabilities = ["actions", "body"]
        try await withAgentAndServer(script: script) { agent, server in
            _ = try await agent.belfry("send", "Tea", "<b>hot</b> &amp; <a href='https://a'>sweet</a><img alt='cup'/>")
            #expect(try await server.nextNotification().body == "hot & sweet (https://a)cup")
        }
    }

    @Test func `C5: a printed id is the server's number, and replaces and closes the notification`() async throws {
        try await withAgentAndServer { agent, server in
            _ = try await Stranger.runLimited(["notify-send", "another's"], on: agent.bus)
            _ = try await server.nextNotification()
            let first = try await agent.belfry("send", "-p", "one")
            let shown = try await server.nextNotification()
            #expect(first.output == "\(shown.id)")
            let second = try await agent.belfry("send", "-r", first.output, "-p", "two")
            #expect(second.output == first.output)
            let replacement = try await server.nextNotification()
            #expect(replacement.summary == "two")
            #expect(replacement.id == shown.id && replacement.replacesID == shown.id)

            let closed = try await Stranger.run(
                "gdbus", "call", "-e", "-d", "org.freedesktop.Notifications", "-o", "/org/freedesktop/Notifications",
                "-m",
                "org.freedesktop.Notifications.CloseNotification", first.output, on: agent.bus)
            #expect(closed.status == 0)
            #expect(try await server.nextClosing().id == shown.id)
        }
    }

    @Test func `C5: a printed number is accepted as an identifier, before one that begins so`() async throws {
        try await withAgentAndServer { agent, server in
            let sent = try await agent.belfry("send", "-p", "one")
            let shown = try await server.nextNotification()
            #expect(sent.output == "\(shown.id)")
            #expect(try await agent.belfry("send", "--id", "\(shown.id)999", "another").status == 0)
            let another = try await server.nextNotification()

            let removed = try await agent.belfry("remove", sent.output)

            #expect(removed.status == 0, "\(removed.errors)")
            #expect(try await server.nextClosing().id == shown.id)
            #expect(await server.open.map(\.id) == [another.id])
            let gone = try await agent.belfry("remove", "4000000000")
            #expect(gone.status == 3)
            #expect(gone.errors.contains("the notification server shows nothing of this application under this number"))

            let question = try await agent.belfry("add", "-p", "--title", "two", "-A", "yes=Yes")
            let asked = try await server.nextNotification()
            #expect(question.status == 0)
            async let answer = agent.belfry("wait", "\(asked.id)")
            try await agent.hasWaiter()
            await server.press(asked.key(of: "Yes"), on: asked)
            #expect(try await answer.output == "yes")
        }
    }

    @Test func `C5: a fixed number is passed to the server, and makes one popup`() async throws {
        var script = ScriptedServerScript()
        script.configuration.adoptsUnknownIDs = true
        for adopts in [true, false] {
            script.configuration.adoptsUnknownIDs = adopts
            try await withAgentAndServer(script: script) { agent, server in
                let first = try await agent.belfry("send", "-r", "9991", "-p", "one")
                let shown = try await server.nextNotification()
                #expect(shown.replacesID == 9991)
                #expect(first.output == "\(shown.id)")
                #expect((shown.id == 9991) == adopts)
                for number in ["9991", first.output] {
                    #expect(try await agent.belfry("send", "-r", number, "two").status == 0)
                    #expect(try await server.nextNotification().id == shown.id)
                }
                #expect(await server.open.count == 1)
            }
        }
    }

    @Test(arguments: ["x-canonical-private-synchronous", "synchronous", "x-dunst-stack-tag"])
    func `C5: notifications of one tag are one popup on any server`(name: String) async throws {
        try await withAgentAndServer { agent, server in
            var shown: Set<UInt32> = []
            for volume in ["40", "45", "50"] {
                let hints = ["-h", "string:\(name):volume", "-h", "int:value:\(volume)"]
                #expect(try await agent.belfry(["send"] + hints + ["Volume"]).status == 0)
                shown.insert(try await server.nextNotification().id)
            }
            #expect(shown.count == 1)
            #expect(await server.open.map(\.hints.value) == [50])
            _ = try await agent.belfry("send", "-h", "string:\(name):brightness", "Brightness")
            #expect(try await !shown.contains(server.nextNotification().id))
        }
    }

    @Test func `C5: keys are as given, unless an older notification could be meant`() async throws {
        try await withAgentAndServer { agent, server in
            async let first = agent.belfry("send", "-r", "5000", "-A", "go=Go", "one")
            let older = try await server.nextNotification()
            #expect(older.actions.map(\.key) == ["go"])
            async let second = agent.belfry("send", "-r", "5000", "-A", "go=Go", "two")
            let newer = try await server.nextNotification()
            let key = newer.key(of: "Go")
            #expect(newer.id == older.id && key != "go")
            #expect(try await first.status == 0)
            await server.press(key, on: newer)
            #expect(try await second.output == "go")
        }
    }

    @Test func `S9, F7: a button appears only if it was named, and default keeps its label`() async throws {
        try await withAgentAndServer { agent, server in
            #expect(try await agent.belfry("send", "plain").status == 0)
            #expect(try await server.nextNotification().actions.isEmpty)
            #expect(try await agent.belfry("send", "--open", "https://example.org", "page").status == 0)
            #expect(try await server.nextNotification().actions.map(\.key) == ["default"])
            async let program = agent.belfry("send", "-A", "default=open link", "link")
            let shown = try await server.nextNotification()
            #expect(shown.labels == ["open link"])
            await server.press("default", on: shown)
            #expect(try await program.output == "default")
        }
    }

    @Test func `any id that belfry printed can be replaced`() async throws {
        try await withAgentAndServer { agent, server in
            let added = try await agent.belfry("add", "-p", "--title", "one")
            let shown = try await server.nextNotification()
            #expect(try await agent.belfry("send", "-r", added.output, "two").status == 0)
            #expect(try await server.nextNotification().id == shown.id)
            #expect(try await agent.belfry("send", "-r", "0", "three").status == 0, "0 is none")
            #expect(try await server.nextNotification().id != shown.id)
        }
    }

    @Test func `the chosen action's name is printed, alone or after the id`() async throws {
        try await withAgentAndServer { agent, server in
            async let plain = agent.belfry("send", "-A", "yes=Ja", "-A", "Nein", "x")
            var shown = try await server.nextNotification()
            #expect(shown.labels == ["Ja", "Nein"])
            await server.press(shown.key(of: "Nein"), on: shown)
            #expect(try await plain.output == "1")

            async let withID = agent.belfry("send", "-p", "--action=yes=Ja", "x")
            shown = try await server.nextNotification()
            await server.press(shown.key(of: "Ja"), on: shown)
            let lines = try await withID.lines
            #expect(lines.count == 2)
            #expect(UInt32(lines[0]) != nil)
            #expect(lines[1] == "yes")
        }
    }

    @Test func `the default action has a name only if it was given one`() async throws {
        try await withAgentAndServer { agent, server in
            for (action, line) in [("default=Open", "default"), ("yes=Ja", "")] {
                async let program = agent.belfry("send", "-A", action, "x")
                let shown = try await server.nextNotification()
                await server.press("default", on: shown)
                #expect(try await program.output == line)
                #expect(try await program.status == 0)
            }
        }
    }

    @Test func `id, action and token are written to their own descriptors`() async throws {
        try await withAgentAndServer { agent, server in
            let script = """
                belfry send --id-fd 3 --selected-action-fd 4 --activation-token-fd 5 -A yes=Ja x 3> id 4> action 5> token
                cat id action token
                """
            async let program = agent.bash(script)
            let shown = try await server.nextNotification()
            await server.sendToken("token-1", for: shown)
            await server.press(shown.key(of: "Ja"), on: shown)
            let lines = try await program.lines
            #expect(lines.count == 3)
            #expect(lines.dropFirst() == ["yes", "token-1"])
        }
    }

    @Test func `waiting ends when the person dismisses the notification, or it expires`() async throws {
        try await withAgentAndServer { agent, server in
            for isDismissed in [true, false] {
                async let program = agent.belfry("send", "-w", "x")
                let shown = try await server.nextNotification()
                if isDismissed { await server.dismiss(shown) } else { await server.expire(shown) }
                #expect(try await program.status == 0)
                #expect(try await program.output == "")
            }
        }
    }

    @Test func `without a server it never waits`() async throws {
        try await withAgent { agent in
            let waiting = try await agent.belfry("send", "-w", "x")
            #expect(waiting.status == 69)
            #expect(try await agent.belfry("send", "-A", "yes=Ja", "x").status == 69)
            #expect(try await agent.belfry("send", "--no-queue", "x").status == 69)
            #expect(try await agent.proxy().delivered().isEmpty)
            #expect(try await agent.belfry("send", "x").status == 0, "it is kept")
            #expect(try await agent.proxy().delivered().count == 1)
        }
    }

    @Test func `it schedules with --in, --at and --every`() async throws {
        try await withAgent { agent in
            for option in [["--in", "4m"], ["--at", "tomorrow 9am"], ["--every", "day 09:00"]] {
                let sent = try await agent.belfry(["send"] + option + ["--id", option[0], "Tea"])
                #expect(sent.status == 0, "\(sent.errors)")
                #expect(sent.output == "")
            }
            #expect(try await agent.pendingIdentifiers().sorted() == ["--at", "--every", "--in"])
        }
    }

    @Test(arguments: [("INT", 0), ("TERM", 143)] as [(String, Int32)])
    func `F4: an interrupted wait removes the notification`(signal: String, status: Int32) async throws {
        try await withAgentAndServer { agent, server in
            let script = """
                mkfifo go
                belfry send -w x & process=$!
                read -r _ < go
                kill -\(signal) $process
                wait $process || exit $?
                """
            async let program = agent.bash(script)
            let shown = try await server.nextNotification()
            _ = try await agent.bash("echo > go")
            #expect(try await server.nextClosing().id == shown.id)
            #expect(try await program.status == status)
        }
    }
}
