// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The options of a command, by which wrong command lines are explained and the words of `run` are split.
struct CommandOptions {
    /// Option names with their dashes, each with true if the option takes a value.
    private var takesValue: [String: Bool] = [:]

    init(of command: any ParsableCommand.Type) {
        for argument in CommandDescription(command).arguments {
            for name in argument.texts { takesValue[name] = argument.kind == .option }
        }
    }

    var names: [String] { takesValue.keys.sorted() }

    /// A word of a command line.
    enum Word: Equatable {
        case option, value, argument
        /// A word with the form of an option that the command doesn't have.
        case unknown(String)
    }

    /// Classifies the words of a command line; the result ends before `--`.
    func words(of arguments: some Sequence<String>) -> [Word] {
        var words: [Word] = []
        var isValue = false
        for argument in arguments {
            if argument == "--" { break }
            if isValue {
                words.append(.value)
                isValue = false
            } else if argument.count < 2 || !argument.hasPrefix("-") || Double(argument) != nil {
                words.append(.argument)
            } else {
                // A value may be part of the word: --name=value, -nvalue.
                let name =
                    argument.hasPrefix("--") ? argument.splitAtEqualsSign?.name ?? argument : String(argument.prefix(2))
                guard let takes = takesValue[name] else {
                    words.append(.unknown(name))
                    continue
                }
                words.append(.option)
                isValue = takes && name == argument
            }
        }
        return words
    }

    /// Returns the first option that the command doesn't have; nil if there is none.
    func unknown(in arguments: some Sequence<String>) -> String? {
        for case .unknown(let name) in words(of: arguments) { return name }
        return nil
    }
}
