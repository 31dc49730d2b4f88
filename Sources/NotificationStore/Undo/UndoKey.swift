// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import NotificationModel

/// The command in a terminal that a change belongs to, so that the person can take the change back there.
package struct UndoKey: Hashable, Sendable {
    /// The action of a command.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case add, edit, cancel, snooze, skip
        /// Removed delivered notifications, which can't be taken back.
        case remove
    }

    /// The terminal session, by a name that no other session has or had.
    package var terminal: String
    /// The command: a name that no other command of the terminal has. All changes with this name are taken back
    /// together.
    package var command: String
    package var kind: Kind

    package init(terminal: String, command: String, kind: Kind) {
        (self.terminal, self.command, self.kind) = (terminal, command, kind)
    }
}

/// A command that was taken back.
package struct UndoneCommand: Hashable, Sendable {
    /// A request of the command, as it is now.
    package struct Change: Hashable, Sendable {
        package var app: String
        package var identifier: String
        /// The request's rows that were pending before; early warnings are left out.
        package var before: [PendingRequest]
        /// The request's rows that are pending now; empty if the request was new, and is gone.
        package var pending: [PendingRequest]
    }

    package var kind: UndoKey.Kind
    /// The date of the command.
    package var date: Date
    /// The requests, the last one of the command first.
    package var changes: [Change]
}
