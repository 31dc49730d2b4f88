// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The arguments of a command before the word that is completed.
struct GivenArguments {
    /// The option whose value is completed; nil if the preceding word is no option that needs a value.
    private(set) var openOption: CommandDescription.Argument?
    /// Whether `--` was given, after which no word is an option.
    private(set) var isTerminated = false
    private(set) var positionals: [String] = []
    /// The number of words given so far of another program's command, as after `run`; nil before that command.
    private(set) var wordsBeforeCommand: Int?
    private var used: Set<String> = []
    private var values: [String: [String]] = [:]
    let description: CommandDescription

    init(_ words: some Sequence<String>, of description: CommandDescription) {
        self.description = description
        for word in words { read(word) }
        // A command may begin after `--`; the command of `run` may also begin without `--`.
        if isTerminated || description.positionals.count == 1, nextPositional?.parsingStrategy == "postTerminator" {
            wordsBeforeCommand = wordsBeforeCommand ?? 0
        }
    }

    private mutating func read(_ word: String) {
        if let count = wordsBeforeCommand {
            wordsBeforeCommand = count + 1
        } else if let option = openOption {
            for name in option.texts { values[name, default: []].append(word) }
            openOption = nil
        } else if isTerminated {
            take(word)
        } else if word == "--" {
            isTerminated = true
        } else if word.count > 1, word.hasPrefix("-"), Double(word) == nil {
            readOption(word)
        } else {
            take(word)
        }
    }

    /// Reads a positional argument, or the first word of another program's command.
    private mutating func take(_ word: String) {
        positionals.append(word)
        let isCommand = description.positionals.last?.parsingStrategy == "postTerminator"
        if isCommand, isTerminated || description.positionals.count == 1 { wordsBeforeCommand = 1 }
    }

    private mutating func readOption(_ word: String) {
        let (name, value) = word.splitAtEqualsSign ?? (word, nil)
        let isShort = !word.hasPrefix("--")
        guard let option = description.option(isShort ? String(word.prefix(2)) : name) else { return }
        used.formUnion(option.texts)
        let given = isShort ? (word.count > 2 ? String(word.dropFirst(2)) : nil) : value
        if let given {
            for name in option.texts { values[name, default: []].append(given) }
        } else if option.kind == .option {
            openOption = option
        }
    }

    /// The positional argument to which the next word belongs; nil if the command takes no further one.
    var nextPositional: CommandDescription.Argument? {
        let all = description.positionals
        if positionals.count < all.count { return all[positionals.count] }
        return all.last.flatMap { $0.isRepeating ? $0 : nil }
    }

    /// Returns whether an option that may be given only once was given already.
    func hasUsed(_ option: CommandDescription.Argument) -> Bool {
        !option.isRepeating && !used.isDisjoint(with: option.texts)
    }

    /// Returns the values of an option, such as `--app`.
    func values(of name: String) -> [String] { values[name] ?? [] }
}
