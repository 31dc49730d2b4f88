// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Triggers

/// A command's error: a message for the person, the exit status, and the error's name for programs.
struct Failure: Error {
    let status: ExitStatus
    /// Message without a final full stop and without the program's name.
    let sentence: String
    /// Error name as on the bus, such as `org.belfry.Error.NoSuchRequest`; nil if `--json` prints no error.
    let name: String?

    /// Creates an error of this process; its name is the agent's name for such an error.
    init(_ status: ExitStatus, _ sentence: String) { self.init(status, sentence, name: Self.name(of: status)) }

    init(_ status: ExitStatus, _ sentence: String, name: String?) {
        self.status = status
        self.sentence = sentence
        self.name = name
    }

    /// Creates an error for which `--json` prints no document, such as an empty list.
    static func withoutDocument(_ status: ExitStatus, _ sentence: String) -> Failure {
        Failure(status, sentence, name: nil)
    }

    /// Returns the same error with another message.
    func saying(_ sentence: String) -> Failure { Failure(status, sentence, name: name) }

    /// The document that `--json` prints, with the keys of the rows of `add -`; nil if the failure has no name.
    var document: [String: Value]? { name.map { ["error": .string($0), "message": .string(sentence)] } }

    /// The result line of a request that was not added because of this error.
    var row: [String: Value] { ["error": .string(name ?? Refusal.busPrefix + "Failed"), "message": .string(sentence)] }

    /// Converts any error. Refusals and bus errors get their exit statuses in this initializer only.
    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let refusal as Refusal:
            self.init(Self.status(of: refusal.code), refusal.message, name: refusal.busError.name)
        case let error as BusError: self.init(error)
        default: self.init(.failure, "\(error)")
        }
    }

    private init(_ error: BusError) {
        if let refusal = Refusal(error) {
            self.init(refusal)
            return
        }
        let words =
            if error.isServiceUnknown {
                "the agent does not run, and the bus can't start it: \(AgentNames.busName) is not installed; "
                    + "start it by hand with `belfry agent &`"
            } else if error.name == BusError.prefix + "Spawn.ChildExited" {
                "the agent was started and ended at once: \(error.message); see its log. Status 69 means another agent "
                    + "of yours on another session bus, 78 means settings that are not understood"
            } else if error.isUnknownCall {
                "the agent that runs is of another version, and can't do this: \(error.message); "
                    + "belfry status says which it is, and belfry agent --replace puts this one in its place"
            } else {
                error.message.isEmpty ? error.name : error.message
            }
        self.init(Self.status(of: error), words, name: error.name)
    }

    private static func status(of code: Refusal.Code) -> ExitStatus {
        switch code {
        case .invalidRequest, .invalidTrigger, .invalidAttachment, .contentTooLarge: .badData
        case .tooManyRequests: .tryAgain
        case .notAuthorized: .notPermitted
        case .noSuchRequest: .noMatch
        case .storeUnavailable: .storeUnavailable
        case .serverUnavailable: .unavailable
        }
    }

    private static func name(of status: ExitStatus) -> String? {
        switch status {
        case .badData: Refusal.busPrefix + Refusal.Code.invalidRequest.rawValue
        case .noMatch: Refusal.busPrefix + Refusal.Code.noSuchRequest.rawValue
        case .unavailable: BusError.disconnected.name
        case .failure: Refusal.busPrefix + "Failed"
        // `--json` prints no error for a wrong command line, nor for results that are exit statuses.
        default: nil
        }
    }

    private static func status(of error: BusError) -> ExitStatus {
        if error.isServiceUnknown || error.isUnknownCall { return .unavailable }
        guard error.name.hasPrefix(BusError.prefix) else { return .failure }
        switch error.name.dropFirst(BusError.prefix.count) {
        case "AccessDenied": return .notPermitted
        case "InvalidArgs": return .badData
        case "NoReply", "Timeout", "TimedOut", "Disconnected", "NoServer", "NotSupported": return .unavailable
        case let name where name.hasPrefix("Spawn."): return .unavailable
        default: return .failure
        }
    }
}

/// The exit statuses, which are stable and documented in the man page.
enum ExitStatus: Int32 {
    case done = 0
    /// `ask`: the answer No. `doctor`: warnings. `send`: a wrong command line, or a server without buttons.
    case no = 1
    case usage = 2
    /// No request has the given identifier, or something else that the command needs was not found.
    case noMatch = 3
    /// `ask`, `wait`: the notification itself was clicked.
    case opened = 4
    /// `ask`, `wait`: the notification expired, or was replaced or removed.
    case ended = 5
    /// `ask`, `wait`: the person dismissed the notification, which is neither Yes nor No.
    case dismissed = 6
    /// A time or another value was refused.
    case badData = 65
    /// The bus, the agent or the notification server is absent.
    case unavailable = 69
    /// Internal error of Belfry.
    case failure = 70
    case storeUnavailable = 73
    /// The output or the output file could not be written.
    case notWritten = 74
    case tryAgain = 75
    case notPermitted = 77
    /// The time limit `--timeout` was reached, as in timeout(1).
    case timedOut = 124
    /// `run`: the statuses of a shell: 126 not executable, 127 not found, 128 and more after a signal.
    case notExecutable = 126
    case noCommand = 127
    case interrupted = 130
    case terminated = 143
}
