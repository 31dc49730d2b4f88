// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Makes a folder of a test's own under the temporary one, which whoever asks removes.
///
/// - Parameter name: What it is for.
/// - Returns: Its absolute path; its mode is 0700.
/// - Throws: ``PrivateBusError``.
func temporaryFolder(_ name: String) throws -> String {
    var template = Array("/tmp/belfry-\(name)-XXXXXX".utf8CString)
    guard let path = mkdtemp(&template) else { throw PrivateBusError(what: "mkdtemp: \(errno)") }
    return String(cString: path)
}
