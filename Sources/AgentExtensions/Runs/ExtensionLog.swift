// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import ExtensionWire
import Logging

/// The journal's lines about the extensions of one kind; none has a text of a notification.
struct ExtensionLog: Sendable {
    let kind: ExtensionKind
    let logger: Logger

    /// Logs the beginning of an extension's standard error, which the application's author wants to see.
    func errors(_ outcome: ExtensionOutcome, of app: String) {
        guard !outcome.errors.isEmpty else { return }
        logger.debug(
            "Standard error of a \(kind.rawValue) extension",
            metadata: [LogKey.app: "\(app)", LogKey.error: "\(outcome.errors)"])
    }

    func pause(of app: String) {
        logger.warning(
            "A \(kind.rawValue) extension has failed too often, and does not run for ten minutes",
            metadata: [LogKey.app: "\(app)"])
    }

    /// Logs that the agent could not do something for an extension.
    func failure(_ what: Logger.Message, _ error: any Error) {
        logger.warning(what, metadata: [LogKey.error: "\(ErrorSummary(error))"])
    }
}
