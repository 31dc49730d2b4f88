// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// An extension's executable, which a test runs as the agent does: lines of JSON through its standard streams.
struct ExtensionProgram {
    let words: [String]
    let folder: TemporaryFolder
    var environment: [String: String] = [:]

    init(_ words: String...) throws {
        self.words = words
        folder = try TemporaryFolder()
    }

    /// The folder for the files of the answer.
    var attachments: String { folder.path + "/attachments" }
    /// The folder that the program shares with the extension.
    var data: String { folder.path + "/data" }

    /// The result of a run.
    struct Result {
        let status: Int32
        let errors: String
        /// The last line of standard output, decoded; empty if there is none.
        let answer: [String: Any]
        let output: String

        var content: [String: Any] { answer["content"] as? [String: Any] ?? [:] }
    }

    /// Writes the first event, and the line that the time expires if wanted, and waits for the program's end.
    ///
    /// The event is a push with the title "Tea", the body "Green" and the level "active". `content` has other keys of
    /// its content, and `event` other keys of the event.
    func run(
        _ content: [String: Any] = [:], event: [String: Any] = [:], expires: Bool = false
    ) async throws -> Result {
        for folder in [attachments, data] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        var lines = try Self.line(
            [
                "v": 1, "event": "didReceive", "deadlineMs": 30000, "app": "org.example.Chat", "locale": "de_DE.UTF-8",
                "request": ["identifier": "msg-42", "trigger": "push", "date": "2026-11-21T09:26:50Z"],
                "content": [
                    "title": "Tea", "subtitle": "", "body": "Green", "interruptionLevel": "active", "userInfo": [:],
                    "attachments": [], "relevanceScore": 0,
                ].merging(content) { $1 }, "attachmentsDir": attachments,
            ].merging(event) { $1 })
        if expires { lines += "{\"v\":1,\"event\":\"timeWillExpire\"}\n" }
        return try await run(lines: lines)
    }

    /// Writes lines to the program's standard input, and waits for its end.
    func run(lines: String) async throws -> Result {
        let input = folder.path + "/input"
        try Data(lines.utf8).write(to: URL(filePath: input))
        var variables = environment
        variables["BELFRY_EXTENSION_DATA"] = data
        let program = try await Program.run(
            ["sh", "-c", "exec \"$@\" < \"$0\"", input] + words, environment: variables, seconds: 20)
        let last = program.output.split(separator: "\n").last.map { Data($0.utf8) }
        let answer = try last.map { try JSONSerialization.jsonObject(with: $0) as? [String: Any] } ?? nil
        return Result(
            status: program.status, errors: program.errors, answer: answer ?? [:], output: program.output)
    }

    private static func line(_ event: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: event), as: UTF8.self) + "\n"
    }
}
