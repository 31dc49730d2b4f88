// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// The search path for programs.
package enum ProgramPath {
    /// The search path if `PATH` is not set.
    static let standard = "/usr/local/bin:/usr/bin:/bin"

    /// The agent's own `PATH`.
    package static var inherited: String { getenv("PATH").map { String(cString: $0) } ?? standard }

    /// Returns the path of this process's own program, or of the file that has replaced it.
    ///
    /// - Throws: ``ProgramFailure`` if the system doesn't tell the path.
    package static func own() throws -> String {
        let mark = " (deleted)"
        guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            throw ProgramFailure(reason: "the agent can't read the path of its own program")
        }
        return link.hasSuffix(mark) ? String(link.dropLast(mark.count)) : link
    }

    /// Finds the executable file for `program`, a name or a path; nil if `folders` have no such file.
    package static func find(_ program: String, in folders: String = inherited) -> String? {
        let places = program.contains("/") ? [program] : folders.split(separator: ":").map { "\($0)/\(program)" }
        return places.first { path in
            var status = stat()
            return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
        }
    }
}

/// Limits on the size of environment variables: the kernel starts no program with a larger variable.
package enum VariableLimit {
    /// The largest size of a variable with its name, in bytes (`MAX_ARG_STRLEN` of Linux).
    package static let bytes = 128 << 10
    /// The longest variable, in bytes, if a program is started again after the kernel found its environment too large.
    package static let leanBytes = 1 << 10
    /// The variable that lists the names of the omitted variables.
    static let omitted = "BELFRY_OMITTED"

    /// Returns the variables of at most `limit` bytes, and ``omitted`` with the names of the larger variables.
    package static func fitting(_ variables: [String: String], atMost limit: Int = bytes) -> [String: String] {
        // A variable takes the bytes of its name, "=", its value and a NUL.
        var fitting = variables.filter { $0.key.utf8.count + $0.value.utf8.count + 2 <= limit }
        let names = variables.keys.filter { fitting[$0] == nil }.sorted()
        if !names.isEmpty { fitting[omitted] = names.joined(separator: " ") }
        return fitting
    }
}
