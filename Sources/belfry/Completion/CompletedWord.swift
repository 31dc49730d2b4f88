// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The word of a command line that is completed, with the words before it.
struct CompletedWord {
    /// The command that the line names and its parents, beginning with `belfry` itself.
    private let path: [any ParsableCommand.Type]
    /// The words between the commands and the completed word.
    private let before: ArraySlice<String>
    private let word: String
    /// The number of all words before the completed word, with the name of the program.
    private let index: Int

    /// - Parameter words: The words after `belfry`; the last one is to be completed.
    init(_ words: [String]) {
        (word, index) = (words.last ?? "", words.count)
        let isHelp = words.count > 1 && words[0] == "help"
        (path, before) = Belfry.commands(named: words.dropLast().dropFirst(isHelp ? 1 : 0))
        self.isHelp = isHelp
    }

    /// Whether the words follow `belfry help`.
    private let isHelp: Bool

    func completion() async -> Completion {
        guard let command = path.last else { return Completion() }
        if isHelp || !command.configuration.subcommands.isEmpty { return verbs(of: command) }
        let description = CommandDescription(command)
        let line = GivenArguments(before, of: description)
        if let option = line.openOption { return await values(of: option, line, beginning: word, kept: "") }
        if !line.isTerminated {
            if let (name, value) = word.splitAtEqualsSign, name.hasPrefix("--"), let option = description.option(name) {
                return await values(of: option, line, beginning: value, kept: name + "=")
            }
            if word.hasPrefix("-") { return options(of: description, line) }
        }
        guard let argument = line.nextPositional else {
            return word.isEmpty && !line.isTerminated ? options(of: description, line) : Completion()
        }
        if let count = line.wordsBeforeCommand { return Completion(source: .command(after: index - count)) }
        return await values(of: argument, line, beginning: word, kept: "")
    }

    private func verbs(of command: any ParsableCommand.Type) -> Completion {
        guard before.isEmpty else { return Completion() }
        var candidates = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }.flatMap { verb in
            ([verb.configuration.commandName ?? ""] + verb.configuration.aliases).map {
                Candidate(value: $0, description: PlainTitle.shortened(verb.configuration.abstract, to: 90))
            }
        }
        if path.count == 1, !isHelp {
            candidates.append(Candidate(value: "help", description: "Show the help of a command."))
        }
        if word.hasPrefix("-"), !isHelp { candidates = Self.general }
        return Completion(candidates: candidates.filter { $0.value.hasPrefix(word) })
    }

    /// The options of `belfry` and of the commands that have subcommands.
    private static let general = [
        Candidate(value: "--version", description: "Show the version."),
        Candidate(value: "--help", description: "Show help information."),
        Candidate(value: "-h", description: "Show help information."),
    ]

    private func options(of description: CommandDescription, _ line: GivenArguments) -> Completion {
        let unused = description.arguments.filter { $0.kind != .positional && !line.hasUsed($0) }
        let candidates = unused.flatMap { option in
            let text = PlainTitle.shortened(option.abstract ?? "", to: 90)
            return option.texts.map { Candidate(value: $0, description: text) }
        }
        return Completion(candidates: candidates.filter { $0.value.hasPrefix(word) })
    }

    /// Finds the values of an argument.
    ///
    /// - Parameters:
    ///   - argument: The argument.
    ///   - line: The arguments before the completed word.
    ///   - text: The beginning of the value.
    ///   - kept: The text before the value in the same word, such as `--app=`.
    /// - Returns: The candidates, each with the text before the value.
    private func values(
        of argument: CommandDescription.Argument, _ line: GivenArguments, beginning text: String, kept: String
    ) async -> Completion {
        let verb = path.dropFirst().compactMap { $0.configuration.commandName }.joined(separator: " ")
        let kind = ValueKind(of: argument, in: verb)
        if kind == .files { return Completion(source: .files) }
        // Only the last element of a list is completed.
        let list = argument.valueName?.hasSuffix(",...") == true ? text[...].lastIndex(of: ",") : nil
        let start = list.map { text[...$0] } ?? ""
        var candidates = await kind.candidates(beginning: String(text.dropFirst(start.count)), line)
        candidates = candidates.filter { $0.value.hasPrefix(text.dropFirst(start.count)) }
        for index in candidates.indices { candidates[index].value = kept + start + candidates[index].value }
        return Completion(source: kind.isBeginning ? .beginnings : .values, candidates: candidates)
    }
}
