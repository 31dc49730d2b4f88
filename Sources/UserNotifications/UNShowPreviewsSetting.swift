// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// When a notification's text may be shown.
public enum UNShowPreviewsSetting: Int, Sendable {
    /// Always.
    case always = 0
    /// When the session is unlocked.
    case whenAuthenticated = 1
    /// Never.
    case never = 2
}
