// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// Who calls: the application that the bus and the kernel say it is.
package struct Caller: Hashable, Sendable {
    /// The unique name of its connection.
    package let connection: String
    /// Its own application id.
    package let app: String
    /// A sandboxed program may speak for itself only, and name no command and no path.
    package let isSandboxed: Bool

    /// Refuses a sandboxed one: what the doctor says is about other applications, too.
    ///
    /// - Throws: `AccessDenied`.
    package func checkMayDiagnose() throws {
        guard isSandboxed else { return }
        throw BusError.accessDenied("\(app) is sandboxed and may not look at the whole session.")
    }
}
