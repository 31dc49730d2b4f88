// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import ExtensionWire
package import NotificationModel

/// The answer of one run of an extension: the last line of its output that could be read.
package struct RunAnswer: Hashable, Sendable {
    private let kind: ExtensionKind
    /// The answer in the last line that could be read; nil if no line could be read.
    package private(set) var reply: ExtensionReply?
    /// The fault of the last line that could not be read; nil if there was no such line.
    package private(set) var problem: ExtensionLineProblem?

    package init(of kind: ExtensionKind = .service) { self.kind = kind }

    /// Takes a complete line of the output. If the line can't be read, an earlier answer still counts.
    ///
    /// - Returns: The fault of a line that can't be read; nil for an answer.
    @discardableResult
    package mutating func take(_ line: [UInt8]) -> ExtensionLineProblem? {
        do throws(ExtensionLineProblem) {
            reply = try ExtensionReply(line: line, of: kind)
            return nil
        } catch {
            problem = error
            return error
        }
    }

    /// Decides whether the answer counts, by the way in which the run ended.
    ///
    /// - Returns: The answer, or the failure after which the original content is presented; nil if the run was
    ///   cancelled, because its occurrence has ended.
    package func verdict(after outcome: ExtensionOutcome) -> Result<ExtensionReply, RunFailure>? {
        if outcome.end == .cancelled { return nil }
        if outcome.keepsOutput, let reply { return .success(reply) }
        switch outcome.end {
        case .exited(0): return .failure(problem.map { .badAnswer($0.reason) } ?? .noAnswer)
        case .exited(let status): return .failure(.exited(status))
        case .signaled(let signal): return .failure(.signaled(signal))
        case .timedOut: return .failure(.timedOut)
        case .wroteTooMuch: return .failure(.wroteTooMuch)
        case .lost: return .failure(.lost)
        case .notStarted(let reason): return .failure(.notStarted(reason))
        case .cancelled: return nil
        }
    }
}

/// The failure of a run, after which the original content is presented.
package enum RunFailure: Error, Hashable, Sendable {
    case exited(Int32)
    case signaled(Int32)
    case timedOut
    case wroteTooMuch
    /// The guard process ended before the extension's process.
    case lost
    /// The process could not be started; the text is the reason, as the end of a sentence.
    case notStarted(String)
    /// The extension ended without a line of output.
    case noAnswer
    /// No line of the output could be read; the word names the fault of the last line.
    case badAnswer(String)
    /// The extension's changes left neither a title nor a body.
    case emptied

    /// The word for the failure in the log: the `reason` of an event.
    package var reason: String {
        switch self {
        case .exited: "exit"
        case .signaled: "signal"
        case .timedOut: "timeout"
        case .wroteTooMuch: "output"
        case .lost: "lost"
        case .notStarted: "start"
        case .noAnswer: "noAnswer"
        case .badAnswer: "badAnswer"
        case .emptied: "emptied"
        }
    }

    /// The details of the failure for an event, without any text of the notification.
    package var facts: [String: PropertyListValue] {
        var facts: [String: PropertyListValue] = ["reason": .string(reason)]
        switch self {
        case .exited(let status): facts["status"] = .integer(Int64(status))
        case .signaled(let signal): facts["signal"] = .integer(Int64(signal))
        case .badAnswer(let word), .notStarted(let word): facts["error"] = .string(word)
        case .timedOut, .wroteTooMuch, .lost, .noAnswer, .emptied: break
        }
        return facts
    }

    /// The failure as the end of a sentence, for `doctor` and the journal.
    package var sentence: String {
        switch self {
        case .exited(let status): "it ended with status \(status)"
        case .signaled(let signal): "signal \(signal) ended it"
        case .timedOut: "it gave no answer in time"
        case .wroteTooMuch: "it wrote more than \(ExtensionWire.outputLimit) bytes"
        case .lost: "its guard process was killed"
        case .notStarted(let reason): "it could not be started: \(reason)"
        case .noAnswer: "it ended without an answer"
        case .badAnswer(let word): "its answer could not be read: \(word)"
        case .emptied: "its answer left neither a title nor a body"
        }
    }
}
