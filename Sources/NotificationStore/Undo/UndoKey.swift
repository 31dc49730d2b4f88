// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import NotificationModel

/// The command to which a change belongs, so that the person can take the change back in the same terminal.
package struct UndoKey: Hashable, Sendable {
    /// The command's work, which decides how its changes are undone.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case add, edit, cancel, snooze, skip
        /// The command removed delivered notifications, which can't be taken back.
        case remove
    }

    /// The terminal session, by a name that no other session has or had.
    package var terminal: String
    /// A name of the command that no other command of the terminal has. All changes with this name are undone together.
    package var command: String
    package var kind: Kind

    package init(terminal: String, command: String, kind: Kind) {
        (self.terminal, self.command, self.kind) = (terminal, command, kind)
    }
}

/// A command that was taken back.
package struct UndoneCommand: Hashable, Sendable {
    /// A request of the command, before and after the undo.
    package struct Change: Hashable, Sendable {
        package var app: String
        package var identifier: String
        /// The request's rows that were pending before the undo; early warnings are left out.
        package var before: [PendingRequest]
        /// The request's rows that are pending after the undo; empty if the command had added the request.
        package var pending: [PendingRequest]
    }

    package var kind: UndoKey.Kind
    /// The date of the command.
    package var date: Date
    /// The command's requests, the last one first.
    package var changes: [Change]
}
