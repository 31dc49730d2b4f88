// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A key press.
package enum Key: Hashable, Sendable {
    case character(Character)
    case enter, escape, backspace, tab, backTab
    case up, down, left, right
    /// Ctrl-U and Ctrl-W, which erase the typed text or its last word.
    case eraseLine, eraseWord
    /// Ctrl-D.
    case endOfInput
    /// Ctrl-L.
    case redraw
    /// Ctrl-Z.
    case suspend
}
