// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationModel

/// Why a command could not do its work: a sentence for the person, and the exit status.
struct Failure: Error {
    let status: ExitStatus
    /// Without a full stop at the end and without the program's name in front.
    let sentence: String

    init(_ status: ExitStatus, _ sentence: String) {
        self.status = status
        self.sentence = sentence
    }

    /// What any error means here: the one place where refusals and bus errors become exit statuses.
    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let refusal as Refusal: self.init(Self.status(of: refusal.code), refusal.message)
        case let error as BusError: self.init(error)
        default: self.init(.failure, "\(error)")
        }
    }

    private init(_ error: BusError) {
        if let refusal = Refusal(error) {
            self.init(refusal)
        } else if error.isServiceUnknown {
            self.init(
                .unavailable,
                "the agent does not run, and the bus can't start it: \(AgentNames.busName) is not installed; "
                    + "start it by hand with `belfry agent &`")
        } else if error.name == BusError.prefix + "Spawn.ChildExited" {
            self.init(
                .unavailable,
                "the agent, belfryd, was started and ended at once: \(error.message); see its log. Status 69 is another agent "
                    + "of yours on another session bus, 78 settings that are not understood"
            )
        } else {
            self.init(Self.status(ofBusError: error.name), error.message.isEmpty ? error.name : error.message)
        }
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

    private static func status(ofBusError name: String) -> ExitStatus {
        guard name.hasPrefix(BusError.prefix) else { return .failure }
        switch name.dropFirst(BusError.prefix.count) {
        case "AccessDenied": return .notPermitted
        case "InvalidArgs": return .badData
        case "NoReply", "Timeout", "TimedOut", "Disconnected", "NoServer", "NotSupported": return .unavailable
        case let name where name.hasPrefix("Spawn."): return .unavailable
        default: return .failure
        }
    }
}
