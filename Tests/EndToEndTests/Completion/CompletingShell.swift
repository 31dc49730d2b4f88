// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import TestSupport
import Testing

/// A real shell that completes command lines with Belfry's script.
enum CompletingShell: String, CaseIterable, CustomTestStringConvertible {
    case bash, zsh, fish

    var testDescription: String { rawValue }

    private static let drivers = Checkout.root + "Tests/EndToEndTests/Fixtures/Shells/"
    private static let share = Checkout.root + "packaging/share/"

    /// The installed script, or for zsh its folder.
    private var script: String {
        switch self {
        case .bash: Self.share + "bash-completion/completions/belfry"
        case .zsh: Self.share + "zsh/site-functions"
        case .fish: Self.share + "fish/vendor_completions.d/belfry.fish"
        }
    }

    /// Completes lines, and returns the candidates of each line as the shell shows them.
    ///
    /// - Parameters:
    ///   - lines: The lines, with the cursor at their ends.
    ///   - environment: The environment, with the bus.
    ///   - folder: An existing folder for files.
    /// - Returns: The candidates by line, in their order.
    /// - Throws: An error of the shell.
    func candidates(
        of lines: [String], environment: [String: String], in folder: String
    ) async throws -> [String: [String]] {
        let place = folder + "/candidates-\(rawValue)-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: place + "/input"))
        let driver = Self.drivers + "candidates.\(rawValue)"
        let words =
            switch self {
            // 63 is the second Tab, which shows a list.
            case .bash: "bash --norc '\(driver)' '\(script)' 63"
            case .zsh: "zsh -f '\(driver)' '\(script)' '\(place)'"
            case .fish: "fish --no-config '\(driver)' '\(script)'"
            }
        let ended = try await Stranger.runLimited(
            ["bash", "-c", "cd '\(place)' && \(words) < input"],
            on: environment["DBUS_SESSION_BUS_ADDRESS"] ?? "", environment: environment)
        #expect(ended.status == 0 && ended.errors.isEmpty, "\(ended.errors)")
        var found: [String: [String]] = [:]
        var line = ""
        for row in ended.lines {
            if row.hasPrefix("= ") {
                line = String(row.dropFirst(2))
                found[line] = []
            } else {
                found[line, default: []].append(row)
            }
        }
        return found
    }

    /// Returns a candidate without its description and without backslashes.
    func value(of candidate: String) -> String {
        switch self {
        case .bash:
            (candidate.firstRange(of: "  (").map { Self.trimmed(candidate[..<$0.lowerBound]) } ?? candidate)
                .replacing("\\", with: "")
        case .zsh: candidate.firstRange(of: "  -- ").map { Self.trimmed(candidate[..<$0.lowerBound]) } ?? candidate
        case .fish: String(candidate.prefix { $0 != "\t" })
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    /// Types texts on the keyboard of an interactive shell.
    ///
    /// - Parameters:
    ///   - texts: The texts, each on an empty line; `\t` completes.
    ///   - environment: The environment, with the bus.
    ///   - folder: An existing folder for files.
    ///   - script: The completions, or for zsh their folder; nil for those of `belfry`.
    /// - Returns: The line after each text.
    /// - Throws: An error of the shell.
    func typed(
        _ texts: [String], environment: [String: String], in folder: String, by script: String? = nil
    ) async throws -> [String] {
        let script = script ?? self.script
        let place = folder + "/typed-\(rawValue)"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        let (start, command): (String, [String]) =
            switch self {
            case .bash:
                (
                    """
                    PS1=
                    source /usr/share/bash-completion/bash_completion
                    source '\(script)'
                    bind -x '"\\C-x": printf "%s" "$READLINE_LINE" > '\(place)/line
                    : > '\(place)/line'
                    """, ["bash", "--rcfile", place + "/start", "-i"]
                )
            case .zsh:
                (
                    """
                    unsetopt beep
                    PROMPT= fpath=('\(script)' $fpath)
                    autoload -Uz compinit && compinit -u -D
                    write() { print -rn -- "$BUFFER" > '\(place)/line' }
                    zle -N write && bindkey '^X' write
                    zle-line-init() { : > '\(place)/line' }
                    zle -N zle-line-init
                    """, ["env", "ZDOTDIR=" + place, "zsh", "-d", "-i"]
                )
            case .fish:
                (
                    """
                    source '\(script)'
                    bind \\cx 'commandline > '\(place)/line
                    bind \\cu 'commandline ""'
                    function fish_prompt; end
                    echo > '\(place)/line'
                    """, ["fish", "--private", "--no-config", "-C", "source '\(place)/start'"]
                )
            }
        try Data((start + "\n").utf8).write(to: URL(filePath: place + (self == .zsh ? "/.zshrc" : "/start")))
        let input = try JSONEncoder().encode(texts)
        try input.write(to: URL(filePath: place + "/input"))
        let driver = [Program.python, Self.drivers + "typed.py", place]
        let ended = try await Stranger.runLimited(
            ["bash", "-c", "cd '\(place)' && exec \"$@\" < input", "typed"] + driver + command,
            on: environment["DBUS_SESSION_BUS_ADDRESS"] ?? "",
            environment: environment.merging(["TERM": "xterm"]) { $1 })
        #expect(ended.status == 0, "\(ended.errors)")
        return try JSONDecoder().decode([String].self, from: Data(ended.output.utf8))
    }
}

extension TestAgent {
    /// Completes one line in a shell, and returns the candidates as the shell shows them.
    func candidates(_ line: String, in shell: CompletingShell = .fish) async throws -> [String] {
        let environment = try commandEnvironment()
        return try await shell.candidates(of: [line], environment: environment, in: folders.path)[line] ?? []
    }
}
