// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// How alerts are shown.
public enum UNAlertStyle: Int, Sendable {
    /// Not at all.
    case none = 0
    /// They go away by themselves.
    case banner = 1
    /// They stay until they are dismissed.
    case alert = 2
}
