// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import belfry
import FoundationEssentials
import TestSupport
import Testing

/// The verbs and options that shells complete, compared with those that the help of each command shows.
@Suite struct CompletedCommandsTests {
    private static let folder = Checkout.root + "Tests/EndToEndTests/Help/"

    /// The help of a command: its name, its options, and the commands below it.
    private struct Help {
        let command: String
        var options: Set<String> = []
        var commands: Set<String> = []

        init(_ file: String) throws {
            let name = String(file.dropLast(".txt".count))
            command = name == "belfry" ? "" : " " + name.replacing("-", with: " ")
            let text = try String(decoding: Data(contentsOf: URL(filePath: folder + file)), as: UTF8.self)
            var isCommands = false
            for line in text.split(separator: "\n") {
                if !line.hasPrefix(" ") { isCommands = line.hasSuffix("SUBCOMMANDS:") }
                guard line.hasPrefix("  "), !line.hasPrefix("   ") else { continue }
                let head = line.dropFirst(2).firstRange(of: "  ").map { line.dropFirst(2)[..<$0.lowerBound] }
                let words = (head ?? line.dropFirst(2)).split { " ,/=".contains($0) }.map(String.init)
                if isCommands, !line.hasPrefix("  See") { commands.formUnion(words) }
                if line.hasPrefix("  -") { options.formUnion(words.filter { $0.hasPrefix("-") }) }
            }
        }
    }

    private static func all() throws -> [Help] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".txt") }.map(Help.init)
    }

    @Test(arguments: CompletingShell.allCases)
    func `each verb and option of the help is completed, and no other`(shell: CompletingShell) async throws {
        let helps = try Self.all()
        #expect(helps.count > 60)
        let folder = try temporaryFolder("completion", in: "/tmp")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let programs = try String(TestAgent.program("belfry").dropLast("/belfry".count))
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        // There is no bus, so no value is completed.
        let environment = [
            "PATH": programs + ":" + path, "HOME": folder, "XDG_RUNTIME_DIR": folder,
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder)/none",
        ]
        let lines = helps.flatMap { help in
            ["belfry\(help.command) -"] + (help.commands.isEmpty ? [] : ["belfry\(help.command) "])
        }
        let found = try await shell.candidates(of: lines, environment: environment, in: folder)
        for help in helps {
            let options = Set((found["belfry\(help.command) -"] ?? []).map(shell.value))
            #expect(options == help.options, "belfry\(help.command)")
            guard !help.commands.isEmpty else { continue }
            let commands = Set((found["belfry\(help.command) "] ?? []).map(shell.value))
            #expect(commands == help.commands.union(help.command.isEmpty ? ["help"] : []), "belfry\(help.command)")
        }
    }

    @Test(arguments: CompletingShell.allCases)
    func `the scripts that the other programs print complete their commands`(shell: CompletingShell) async throws {
        let folder = try temporaryFolder("completion", in: "/tmp")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let environment = ["HOME": folder, "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder)/none"]
        for (program, texts) in [
            ("belfry-push", ["vapid": "vapid-keygen", "send --job": "send --jobs"]),
            ("belfry-distributor", ["stat": "status", "--conf": "--config"]),
        ] {
            // packaging/build-release prints the installed scripts in the same way.
            let printed = try await Stranger.run(
                TestAgent.program(program), "--generate-completion-script", shell.rawValue, on: "")
            let place = "\(folder)/\(program)"
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try Data(printed.output.utf8).write(to: URL(filePath: "\(place)/_\(program)"))
            let begun = texts.keys.sorted()
            let lines = try await shell.typed(
                begun.map { "\(program) \($0)\t" }, environment: environment, in: place,
                by: shell == .zsh ? place : "\(place)/_\(program)")
            for (begun, line) in zip(begun, lines) {
                let whole = "\(program) \(texts[begun] ?? "")"
                #expect(line == whole || line == whole + " ")
            }
        }
    }

    /// A command as `--experimental-dump-help` describes it.
    private struct Command: Decodable {
        let commandName: String
        let arguments: [CommandDescription.Argument]?
        let subcommands: [Command]?

        /// The arguments that take a value, each with the names of its command.
        func values(_ path: [String] = []) -> [(verb: String, argument: CommandDescription.Argument)] {
            let own = (arguments ?? []).filter { $0.shouldDisplay && $0.kind != .flag }
            return own.map { (path.joined(separator: " "), $0) }
                + (subcommands ?? []).flatMap { $0.commandName == "help" ? [] : $0.values(path + [$0.commandName]) }
        }
    }

    private struct Document: Decodable { let command: Command }

    @Test func `the kind of each value is known, and no kind is left over`() async throws {
        let dumped = try await Stranger.runLimited([TestAgent.program("belfry"), "--experimental-dump-help"], on: "")
        let document = try JSONDecoder().decode(Document.self, from: Data(dumped.output.utf8))
        let ofSend = SendCommandLine.described.filter { $0.kind == .option }.map { ("send", $0) }
        var used: Set<String> = []
        for (verb, argument) in document.command.values() + ofSend {
            let name = "\(verb) \(argument.valueName ?? "")"
            #expect(ValueKind.known(argument, in: verb) != nil, "\(name) \(argument.texts)")
            used.formUnion(argument.texts + argument.texts.map { "\(verb) \($0)" } + [name])
        }
        #expect(Set(ValueKind.options.keys).union(ValueKind.positionals.keys).subtracting(used) == [])
    }

    @Test func `bash reads each quoted text as the text itself`() async throws {
        let texts = [
            "tea", "my tea", "$(touch owned)", "`touch owned`", "a'b\"c", "\\", "!x", "~", "#x", "a;b&c|d<e>f",
            "*?[x]", "{a,b}", "a:b=c", "日本", "^x^y", "%1", "-x", "a\\'b", "$HOME", "é",
        ]
        var script = ""
        for quote in [nil, "'", "\""] as [Character?] {
            let mark = quote.map { String($0) } ?? ""
            for text in texts { script += "printf '%s\\n' \(mark)\(BashLine.quoted(text, in: quote))\(mark)\n" }
        }
        let folder = try temporaryFolder("quoting", in: "/tmp")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let ended = try await Stranger.runLimited(
            ["bash", "-c", "cd '\(folder)'; set -o history -o histexpand; \(script)ls"], on: "")
        #expect(ended.lines == texts + texts + texts, "\(ended.errors)")
    }

    @Test func `a line of bash is read up to the cursor, with quotes, escapes and breaks`() {
        func words(_ line: String) -> [String]? { BashLine(line, kind: "9", breaks: " \t\n\"'><=;|&(:").words }
        #expect(words("belfry show ") == ["show", ""])
        #expect(words("belfry show te") == ["show", "te"])
        #expect(words("belfry  show 'my te") == ["show", "my te"])
        #expect(words(#"belfry show my\ te"#) == ["show", "my te"])
        #expect(words(#"belfry show "a\"b $x"#) == ["show", "a\"b $x"])
        #expect(words("belfry show 'a b' c") == ["show", "a b", "c"])
        #expect(words("belfry show 'a b'c") == nil)
        #expect(words("belfry show $'a") == nil)
        let line = BashLine("belfry show a:b", kind: "9", breaks: ":")
        #expect(line.replies([Candidate(value: "a:b c")]) == [#"b\ c"#])
    }

    @Test func `a title loses controls, directions and the syntax of shells`() {
        let cleaned = [
            ("Tea", "Tea"), ("$(touch x)", "touch x"), ("`id`", "id"), ("a\nb\tc", "a b c"),
            ("\u{1B}[31mred", "31mred"),
            ("it's \"so\"", "it’s ”so”"), ("a\u{202E}b", "ab"), ("a; rm -rf / && x | y > z", "a rm -rf / x y z"),
            ("", ""), (String(repeating: "x", count: 100), String(repeating: "x", count: 59) + "…"),
        ]
        for (title, text) in cleaned { #expect(PlainTitle.cleaned(title) == text, "\(title)") }
    }

    @Test func `bash shows no descriptions where it could insert them`() {
        let candidates = [Candidate(value: "Tea", description: "a"), Candidate(value: "tea", description: "ab")]
        #expect(BashLine("belfry show ", kind: "33", breaks: ":").replies(candidates) == ["Tea", "tea"])
        let others = [Candidate(value: "tea", description: "a"), Candidate(value: "team", description: "b")]
        #expect(BashLine("belfry show ", kind: "33", breaks: ":").replies(others) == ["tea   (a)", "team  (b)"])
        for kind in ["9", "37", "42"] {
            #expect(BashLine("belfry show ", kind: kind, breaks: ":").replies(others) == ["tea", "team"])
        }
        #expect(BashLine("belfry show \"", kind: "63", breaks: ":").replies(others) == ["tea", "team"])
        #expect(BashLine("belfry show ", kind: "63", breaks: ":").replies([others[0]]) == ["tea"])
    }
}
