// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The setting for when a notification's text is shown (`UNShowPreviewsSetting`).
package enum Previews: String, Hashable, Sendable, CaseIterable {
    case always
    /// Hides the text while the session is known to be locked.
    case whenUnlocked
    case never

    /// The name that `Settings` of the D-Bus interface, and Apple, use.
    package var settingName: String { self == .whenUnlocked ? "whenAuthenticated" : rawValue }
}
