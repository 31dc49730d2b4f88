// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The search path for programs.
package enum ProgramPath {
    /// The search path if `PATH` is not set.
    static let standard = "/usr/local/bin:/usr/bin:/bin"

    /// The agent's own `PATH`.
    package static var inherited: String { getenv("PATH").map { String(cString: $0) } ?? standard }

    /// Finds the executable file for `program`, a name or a path; nil if `folders` have none.
    package static func find(_ program: String, in folders: String = inherited) -> String? {
        let places = program.contains("/") ? [program] : folders.split(separator: ":").map { "\($0)/\(program)" }
        return places.first { path in
            var status = stat()
            return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
        }
    }
}
