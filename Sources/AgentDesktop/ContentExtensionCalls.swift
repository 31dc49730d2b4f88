// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DesktopPresentation
package import NotificationModel
package import NotificationStore

/// The functions by which the desktop reaches the content extensions of applications.
package struct ContentExtensionCalls: Sendable {
    /// Returns whether an application has an enabled content extension for a category.
    let draws: @Sendable (_ app: String, _ category: String) async -> Bool
    /// Lets the extension draw an occurrence, and waits briefly for the drawing. A drawing that comes too late is
    /// passed to ``Desktop/drawn(_:)``.
    ///
    /// The result is the occurrence, with the drawing if it was made in time.
    let draw: @Sendable (Occurrence) async -> Occurrence
    /// Gives the person's response to the extension, and returns its decision. The agent's copy of a new picture is
    /// protected until `settled` is called.
    let decide: @Sendable (Response, _ occurrence: Int64) async -> DrawnAction
    /// Ends the protection of a new picture's copy, and removes the copy if the store does not keep the new drawing.
    let settled: @Sendable (DrawnAction, _ isStored: Bool) async -> Void

    package init(
        draws: @escaping @Sendable (_ app: String, _ category: String) async -> Bool,
        draw: @escaping @Sendable (Occurrence) async -> Occurrence,
        decide: @escaping @Sendable (Response, _ occurrence: Int64) async -> DrawnAction,
        settled: @escaping @Sendable (DrawnAction, _ isStored: Bool) async -> Void
    ) {
        (self.draws, self.draw, self.decide, self.settled) = (draws, draw, decide, settled)
    }
}

extension ContentExtensionCalls {
    /// Returns whether the application has an enabled content extension for the category of a request.
    func draws(_ request: Request, of app: String) async -> Bool {
        let category = request.content.categoryIdentifier
        return category.isEmpty ? false : await draws(app, category)
    }
}

/// The size and the colours for the picture of a content extension.
package struct PictureCanvas: Hashable, Sendable {
    /// The width and the height of the picture in pixels.
    package let side: Int
    /// Whether the person prefers light text on a dark background.
    package let isDark: Bool

    /// Takes the size from the profile of the present notification server, and the colours from the desktop's settings.
    package init(on desktop: isolated Desktop) async {
        side = (desktop.server?.profile ?? ServerProfile(of: [])).pictureSide
        isDark = await DesktopColors(connection: desktop.connection).areDark()
    }
}
