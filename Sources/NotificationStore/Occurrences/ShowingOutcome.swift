// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What became of an occurrence that a server has shown.
package enum ShowingOutcome: Hashable, Sendable {
    /// It is noted. Those that were on the screen for longer than there is room ended: the caller closes them.
    case shown(pushedOut: [Occurrence])
    /// It has ended meanwhile: the caller closes it on the server.
    case ended
}
