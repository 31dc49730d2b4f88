// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationModel

/// Who is told about a response, each on their own.
package enum Receiver: Hashable, Sendable {
    /// The application's delegate, now or when it attaches.
    case delegate
    /// A command of the request's `on`.
    case command(Command)
    /// The desktop, which is to open what the request names.
    case opening(Opening)

    /// Who waits for it: the application, or nobody but the agent, which is to start something.
    package enum Kind: Int, Hashable, Sendable, CaseIterable {
        case delegate
        case command
    }

    /// Which kind of receiver this is.
    package var kind: Kind {
        switch self {
        case .delegate: .delegate
        case .command, .opening: .command
        }
    }
}
