// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials

/// The arguments of a command, as ArgumentParser describes them.
struct CommandDescription: Decodable {
    /// An option, a flag or a positional argument.
    struct Argument: Decodable {
        enum Kind: String, Decodable { case positional, option, flag }
        struct Name: Decodable {
            let kind: String
            let name: String

            var text: String { (kind == "long" ? "--" : "-") + name }
        }

        var kind: Kind
        var shouldDisplay = true
        var isRepeating = false
        var parsingStrategy: String?
        var names: [Name]?
        var valueName: String?
        var abstract: String?
        /// All values that the argument accepts; nil if they are not limited.
        var allValues: [String]?

        var texts: [String] { names?.map(\.text) ?? [] }
    }

    private struct Document: Decodable { let command: CommandDescription }

    let arguments: [Argument]

    init(arguments: [Argument]) { self.arguments = arguments }

    init(_ command: any ParsableCommand.Type) {
        if command == Send.self {
            self.init(arguments: SendCommandLine.described)
            return
        }
        let document = try? JSONDecoder().decode(Document.self, from: Data(command._dumpHelp().utf8))
        // ArgumentParser's description of a single command lacks `--version`, which all commands have.
        let version = Argument(
            kind: .flag, names: [Argument.Name(kind: "long", name: "version")], abstract: "Show the version.")
        self.init(arguments: (document?.command.arguments ?? []).filter(\.shouldDisplay) + [version])
    }

    var positionals: [Argument] { arguments.filter { $0.kind == .positional } }

    func option(_ text: String) -> Argument? { arguments.first { $0.texts.contains(text) } }
}
