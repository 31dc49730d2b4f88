// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DesktopPresentation
import FoundationEssentials

/// The questions that a new server is asked, until they are answered or the server is used without the answers.
///
/// A server may own its name before it exports its object, so an error counts as an answer only if the server has
/// answered another question. It is a pure value: ``ServerLink`` asks the questions and passes on the replies.
struct ServerGreeting: Hashable, Sendable {
    /// A method of the server without arguments.
    enum Question: String, Hashable, Sendable {
        case capabilities = "GetCapabilities"
        case information = "GetServerInformation"
    }

    /// The server's reply to a question.
    enum Reply: Hashable, Sendable {
        case words([String])
        case error
        /// The server did not reply within the time limit.
        case silence
    }

    enum Step: Hashable, Sendable {
        /// Asks the question after this many seconds.
        case ask(Question, after: TimeInterval)
        case finished
    }

    private(set) var capabilities: [String]?
    private(set) var information: [String]?
    /// Questions without an answer; the first is asked next.
    private var open: [Question] = [.capabilities, .information]
    /// The number of error replies since the server's last answer.
    private var errors = 0
    private var silences = 0

    /// Number of rounds of questions, with pauses of 6.3 s in all, before the server is used without its answers.
    private static let rounds = 7
    /// Number of questions without a reply after which the server is used without its answers.
    private static let silenceLimit = 6

    /// Whether all questions are answered.
    var isComplete: Bool { capabilities != nil && information != nil }

    var next: Step {
        guard let question = open.first else { return .finished }
        let isNewRound = errors > 0 && errors.isMultiple(of: open.count) && !hasAnswered
        return .ask(question, after: isNewRound ? RetryPause.seconds(after: errors / open.count) : 0)
    }

    private var hasAnswered: Bool { capabilities != nil || information != nil }

    mutating func take(_ reply: Reply) {
        guard let question = open.first else { return }
        switch reply {
        case .words(let words):
            switch question {
            case .capabilities: capabilities = words
            case .information: information = words
            }
            open.removeFirst()
            errors = 0
        case .error:
            errors += 1
            open.append(open.removeFirst())
            // After an answer, an error means that the server's object exists and does not know the method.
            if hasAnswered ? errors > 1 : errors >= Self.rounds * open.count { open = [] }
        case .silence:
            silences += 1
            if silences >= Self.silenceLimit { open = [] }
        }
    }
}
