// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// When a notification's words are shown (`UNShowPreviewsSetting`).
package enum Previews: String, Hashable, Sendable, CaseIterable {
    case always
    /// Not while the session is known to be locked.
    case whenUnlocked
    case never

    /// As `Settings` of the contract, and Apple, call it.
    package var settingName: String { self == .whenUnlocked ? "whenAuthenticated" : rawValue }
}
