// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc
import NotificationModel
import Triggers

/// A question in the terminal, for `ask --tty` when there is no notification server.
struct TerminalPrompt {
    let title: String
    let body: String
    let actions: [ActionArgument]
    let reply: ReplyArgument?

    /// Prints the question, reads lines until a line is a valid answer, and returns it in the agent's response format.
    ///
    /// - Throws: ``NotificationModel/Refusal`` without a terminal, which becomes exit status 69.
    func ask() throws -> [String: Value] {
        guard let terminal = fopen("/dev/tty", "r+") else {
            throw Refusal(.serverUnavailable, "there is neither a notification server nor a terminal to ask in")
        }
        defer { fclose(terminal) }
        while true {
            fputs(question, terminal)
            fflush(terminal)
            guard let line = readLine(from: terminal), !line.isEmpty else {
                return Self.response("dismiss", Action.dismissIdentifier)
            }
            if let number = Int(line), actions.indices.contains(number - 1) {
                return Self.response("action", actions[number - 1].identifier)
            }
            let words = line.lowercased()
            if let action = actions.first(where: { $0.identifier == line || $0.title.lowercased() == words }) {
                return Self.response("action", action.identifier)
            }
            if let reply { return Self.response("text", reply.identifier).merging(["userText": .string(line)]) { $1 } }
            fputs("That is none of the buttons; an empty line dismisses the question.\n", terminal)
        }
    }

    private static func response(_ kind: String, _ action: String) -> [String: Value] {
        ["kind": .string(kind), "actionIdentifier": .string(action)]
    }

    private var question: String {
        var text = "\n\(title.onOneLine)\n"
        text += body.indentedLines
        for (index, action) in actions.enumerated() { text += "  \(index + 1)  \(action.title.onOneLine)\n" }
        return text + (reply.map { $0.placeholder.onOneLine } ?? "") + "> "
    }

    /// Reads a line; nil at the end of input.
    private func readLine(from terminal: UnsafeMutablePointer<FILE>) -> String? {
        var buffer: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(buffer) }
        guard getline(&buffer, &capacity, terminal) >= 0, let buffer else { return nil }
        return String(cString: buffer).trimmingEnd(\.isNewline)
    }
}
