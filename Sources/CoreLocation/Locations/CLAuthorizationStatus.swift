// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension CLAuthorizationStatus {
    /// The name that ``authorizedAlways`` had before iOS 8, and has on macOS.
    public static var authorized: CLAuthorizationStatus { .authorizedAlways }
}
