// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// The messages for input that is nearly right.
@Suite(.serialized) struct CommandLineHintTests {
    private static func run(_ line: String, _ environment: [String: String] = [:]) async throws -> Stranger {
        let words = line.split(separator: " ").map(String.init)
        return try await Stranger.runLimited([TestAgent.program("belfry")] + words, on: "", environment: environment)
    }

    @Test(arguments: [
        ("lsit", "did you mean list?"), ("del x", "did you mean rm?"),
        ("category remove x", "did you mean category rm?"), ("place ls", "did you mean place list?"),
        ("place rm x", "did you mean place remove?"), ("histroy", "did you mean history?"),
        ("remnid 10m tea", "did you mean remind?"), ("snoze x 1h", "did you mean snooze?"),
        ("doctr", "did you mean doctor?"),
        ("notify-send x", "did you mean send?"), ("category lst", "did you mean category list?"),
        ("xyzzy", "there is no command \"xyzzy\"; see belfry --help"),
    ])
    func `C9: the message about a mistyped verb names the right one`(line: String, words: String) async throws {
        let program = try await Self.run(line)
        #expect(program.status == 2 && program.output == "")
        #expect(program.errors.contains(words), "\(program.errors)")
    }

    @Test(arguments: [
        ("add --title x --urgency critical", "add has no option --urgency; did you mean --level?"),
        ("add --titel x", "add has no option --titel; did you mean --title?"),
        ("add --title x --message y", "did you mean --body?"), ("add --title x --evry day", "did you mean --every?"),
        (
            "remind --in 3h a",
            "remind has no option --in: the time comes first, without an option: belfry remind 3h tea"
        ),
        ("remind --titel a", "remind has no option --titel: the text stands behind the time"),
        ("remind 10m tea --sond bell", "did you mean --sound?"), ("list --deliverd", "did you mean --delivered?"),
        ("ask Deploy? --button yes", "ask has no option --button; did you mean --action?"),
        ("category set c --replay x", "category set has no option --replay; did you mean --reply?"),
        ("--verbos x", "unknown option '--verbos'"),
        ("status --frobnicate", "status has no option --frobnicate; see belfry status --help"),
    ])
    func `C9: an unknown option gets a suggestion of the same command`(line: String, words: String) async throws {
        let program = try await Self.run(line)
        #expect(program.status == 2 && program.output == "")
        #expect(program.errors.contains(words), "\(program.errors)")
    }

    @Test(arguments: [
        "add --title", "add critical", "ask", "list x y", "snooze", "add --title x --level loud", "lsit",
        "add --titel x",
        "help bogus", "export extra", "pause x --app", "add --title x --in 5m --at 9am",
    ])
    func `C9: all messages about wrong command lines have one style`(line: String) async throws {
        let program = try await Self.run(line)
        #expect(program.status == 2, "\(program.errors)")
        #expect(program.errors.hasPrefix("belfry: ") && !program.errors.contains("Error: "), "\(program.errors)")
        let first = program.errors.split(separator: "\n").first ?? ""
        #expect(!first.hasSuffix("."), "\(first)")
    }

    @Test(arguments: [
        ("run echo made -j8", "made -j8"), ("run --title x echo -n a", "a"), ("run -t x -- echo b", "b"),
        ("run --title=x --level passive echo --title c", "--title c"), ("run echo -- d", "-- d"),
    ])
    func `C9: run needs no --`(line: String, output: String) async throws {
        let program = try await Self.run(line)
        // Without a bus, run says so and runs the command nevertheless.
        #expect(program.status == 0 && program.output == output, "\(program.output) \(program.errors)")
    }

    @Test(arguments: [
        (["--attach", "/nowhere.png"], "--attach \"/nowhere.png\""), (["--attach", "/etc"], "--attach \"/etc\""),
        (["--sound", "/nowhere.ogg"], "--sound \"/nowhere.ogg\""), (["--progress", "101"], "--progress"),
        (["--relevance", "2"], "--relevance"), (["--thread", String(repeating: "x", count: 300)], "--thread"),
        (["--open", "report.pdf"], "--open"), (["-A", "a=A", "-A", "a=B"], "-A"),
    ])
    func `C9: a message about a refused value names its option`(options: [String], name: String) async throws {
        try await withAgent { agent in
            for verb in [["add", "--title", "x"], ["remind", "10m", "tea"]] {
                let program = try await agent.belfry(verb + options)
                #expect(program.status == 65, "\(program.errors)")
                #expect(program.errors.hasPrefix("belfry: \(name)"), "\(program.errors)")
            }
        }
    }

    @Test func `C10: an unknown BELFRY_FORMAT is refused`() async throws {
        for (format, isKnown) in [("yaml", false), ("JSON", false), ("json", true), ("text", true), ("", true)] {
            let program = try await Self.run("list", ["BELFRY_FORMAT": format])
            // Without a bus the command stops before it is refused.
            #expect(program.status == (isKnown ? 69 : 2), "\(format): \(program.errors)")
            #expect(program.errors.contains("BELFRY_FORMAT is \"\(format)\"; it is json or text") != isKnown)
        }
    }
}
