// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ExtensionWire
import FoundationEssentials
import NotificationModel
import NotificationStore
import Translations

/// An occurrence in the ``ExtensionQueue``, and the extension that is to rewrite it.
struct RunJob: Sendable {
    let occurrence: Occurrence
    let program: ExtensionProgram
    /// The time of the process's start, latest output or end; nil while the occurrence waits.
    var lastActivity: ContinuousClock.Instant?
    var answer = RunAnswer()
}

/// The parameters of one run of an extension's process.
package struct RunCall: Sendable {
    package let program: ExtensionProgram
    /// The first line for the extension's standard input, with its line feed.
    package let first: [UInt8]
    /// The line that tells the extension that its time expires, with its line feed.
    package let warning: [UInt8]
    /// The absolute path of an empty folder for attachments.
    package let folder: String
    /// Called on the loop with each complete line of the output, and the time since the run's start.
    package let line: @Sendable ([UInt8], Duration) -> Void

    /// Makes the call for an event.
    ///
    /// - Throws: `EncodingError` for a number that JSON can't hold.
    init(
        _ program: ExtensionProgram, _ event: ExtensionEvent, in folder: String,
        line: @escaping @Sendable ([UInt8], Duration) -> Void
    ) throws {
        (self.program, self.folder, self.line) = (program, folder, line)
        first = try event.line()
        warning = try ExtensionEvent.timeWillExpire.line()
    }

    /// Makes the call for a request that fires at a date.
    ///
    /// - Throws: `EncodingError` for a number that JSON can't hold.
    init(
        _ program: ExtensionProgram, for request: Request, at date: Date, in folder: String,
        line: @escaping @Sendable ([UInt8], Duration) -> Void
    ) throws {
        let delivery = ExtensionDelivery(of: request, at: date, to: program, in: folder)
        try self.init(program, .didReceive(delivery), in: folder, line: line)
    }
}

extension ExtensionDelivery {
    /// Makes the delivery of a request that fires at a date to a program, which gets a folder for its files.
    init(of request: Request, at date: Date, to program: ExtensionProgram, in folder: String) {
        self.init(
            deadline: program.timeLimit, app: program.app, locale: MessageCatalog.locale(),
            request: ExtensionRequest(request, date: date), content: request.content, attachmentsFolder: folder)
    }
}
