// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials
import TestSupport

/// A prompt program of a test: says on the bus what it was asked, and does what the test writes.
struct PromptScript: Sendable {
    private static let interface = "org.example.Asked"

    /// What it was started with.
    struct Question: Sendable {
        /// Also its process group's.
        let process: Int32
        let token: String
        let arguments: [String]
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let questions: Mailbox<String>
    private let folder: String

    /// The `[prompt]` table that names it; its arguments are given to it as they are.
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
        // Not the script itself: another test's new process may have it open for writing still.
        try FileManager.default.createSymbolicLink(atPath: self.program(folders), withDestinationPath: "/bin/sh")
        let words = ([self.program(folders), program] + arguments).map { "\"\($0.replacing("\"", with: "\\\""))\"" }
        try folders.configure("[prompt]\ncommand = [\(words.joined(separator: ", "))]\n")
    }

    /// What the agent starts; it can be taken away.
    static func program(_ folders: AgentFolders) -> String { folders.path + "/files/ask" }

    /// With a `folder` it is not of the agent's own folders.
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

    /// What was asked and nobody took, which is dropped.
    func takeAll() -> [String] { questions.takeAll() }

    /// Types words and presses OK.
    func answer(_ question: Question, _ text: String) throws {
        try perform(question, "printf '%s\\n' '\(text.replacing("'", with: "'\\''"))'")
    }

    /// Presses Cancel, as fast as a person can, or whatever this line of shell does.
    func perform(_ question: Question, _ script: String = "sleep 0.4; exit 1") throws {
        try Data((script + "\n").utf8).write(to: URL(filePath: "\(folder)/answer.\(question.process)"))
    }
}
