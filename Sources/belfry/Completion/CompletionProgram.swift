// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import Glibc

/// The program that the completion scripts of the shells call: `belfry __complete SHELL ... -- WORDS`.
///
/// It prints a directive for the script, such as `:values` or `:files`, and then a line for each candidate. So that the
/// verbs, options and values are always those of the installed program, the scripts have none of them. An error prints
/// nothing: a message would disturb the line that the person types.
enum CompletionProgram {
    /// The arguments after `__complete`; nil if this process runs another command.
    static var arguments: [String]? {
        let words = CommandLine.unsafeArgv
        guard CommandLine.argc > 1, let verb = words[1], strcmp(verb, "__complete") == 0 else { return nil }
        return Array(CommandLine.arguments.dropFirst(2))
    }

    /// Prints the candidates for the word at the cursor, and ends the process.
    static func run(_ arguments: [String]) -> Never {
        Task(executorPreference: EventLoop.main) {
            guard let shell = Shell(arguments) else { exit(ExitStatus.usage.rawValue) }
            if let words = shell.words {
                let completed = await CompletedWord(words).completion()
                Console.print(shell.lines(of: completed))
            }
            exit(ExitStatus.done.rawValue)
        }
        EventLoop.main.run()
        exit(ExitStatus.failure.rawValue)
    }
}

/// The candidates with which a word may be completed.
struct Completion {
    /// The candidates for a word, or a function of the shell itself that finds them.
    enum Source: Equatable {
        case values
        /// Values that are only the beginning of a word, such as `action=`.
        case beginnings
        case files
        /// The words of another command, which begins after the first `after` words of the line, the program's name included.
        case command(after: Int)
    }

    var source = Source.values
    var candidates: [Candidate] = []

    /// The first line that ``CompletionProgram`` prints.
    var directive: String {
        switch source {
        case .values: ":values"
        case .beginnings: ":beginnings"
        case .files: ":files"
        case .command(let count): ":command \(count)"
        }
    }
}

/// A word that a shell offers.
struct Candidate: Hashable {
    /// The whole word, without quotes.
    var value: String
    /// The description of the word, on one line; empty if there is none.
    var description = ""
}
