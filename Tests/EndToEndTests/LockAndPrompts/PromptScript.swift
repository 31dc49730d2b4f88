// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials
import TestSupport

/// A prompt program of a test: it reports its arguments on the bus, and does what the test writes to it.
struct PromptScript: Sendable {
    private static let interface = "org.example.Asked"

    /// The arguments of the program.
    struct Question: Sendable {
        /// The number of its process and of its process group.
        let process: Int32
        let token: String
        let arguments: [String]
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let questions: Mailbox<String>
    private let folder: String

    /// The `[prompt]` table that names the program; it passes the arguments unchanged.
    static func configuration(_ folders: AgentFolders, _ arguments: [String] = ["%t"]) throws {
        let program = try folders.file(
            "prompt",
            """
            #!/bin/sh
            folder=$(dirname "$0")
            printf '%s\\0' "$@" > "$folder/arguments.$$"
            mkfifo "$folder/answer.$$"
            group=$(ps -o pgid= -p $$ | tr -d ' ')
            gdbus emit --session --object-path /asked --signal \(interface).Asked "'$$ $group $XDG_ACTIVATION_TOKEN'"
            . "$folder/answer.$$"
            """.utf8, mode: 0o700)
        // Not the script itself, because a new process of another test may still have it open for writing.
        try FileManager.default.createSymbolicLink(atPath: self.program(folders), withDestinationPath: "/bin/sh")
        let words = ([self.program(folders), program] + arguments).map { "\"\($0.replacing("\"", with: "\\\""))\"" }
        try folders.configure("[prompt]\ncommand = [\(words.joined(separator: ", "))]\n")
    }

    /// The file that the agent starts; a test may remove it.
    static func program(_ folders: AgentFolders) -> String { folders.path + "/files/ask" }

    /// Makes the program in `folder`, or else in the agent's folders.
    init(of agent: TestAgent, folder: String? = nil) async throws {
        questions = try await agent.words(of: Self.interface)
        self.folder = (folder ?? agent.folders.path) + "/files"
    }

    /// The next question; waits until the deadline.
    func next(file: String = #fileID, line: Int = #line) async throws -> Question {
        let words = try await questions.next(file: file, line: line)
            .split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let data = try Data(contentsOf: URL(filePath: "\(folder)/arguments.\(words[0])"))
        guard let process = Int32(words[0]), words[0] == words[1] else {
            throw Failure(description: "\(words[0]) is no process group of its own: \(words[1])")
        }
        return Question(
            process: process, token: words[2],
            arguments: data.split(separator: 0, omittingEmptySubsequences: false).dropLast()
                .map { String(decoding: $0, as: UTF8.self) })
    }

    /// Drops the questions that the test has not taken.
    func takeAll() -> [String] { questions.takeAll() }

    /// Types a text and presses OK.
    func answer(_ question: Question, _ text: String) throws {
        try perform(question, "printf '%s\\n' '\(text.replacing("'", with: "'\\''"))'")
    }

    /// Presses Cancel after a person's reaction time, or runs this line of shell.
    func perform(_ question: Question, _ script: String = "sleep 0.4; exit 1") throws {
        try Data((script + "\n").utf8).write(to: URL(filePath: "\(folder)/answer.\(question.process)"))
    }
}
