// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// The application that calls, as the bus and the kernel identify it.
package struct Caller: Hashable, Sendable {
    /// The unique name of the caller's connection.
    package let connection: String
    /// The caller's application id.
    package let app: String
    /// Whether the caller is sandboxed: it may act only for itself, and name no command and no path.
    package let isSandboxed: Bool

    /// Refuses sandboxed callers: the doctor's report is also about other applications.
    ///
    /// - Throws: `AccessDenied`.
    package func checkMayDiagnose() throws {
        guard isSandboxed else { return }
        throw BusError.accessDenied("\(app) is sandboxed; sandboxed applications may not read the doctor's report.")
    }
}
