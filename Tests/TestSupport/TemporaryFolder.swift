// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Makes a temporary folder, which the caller must remove.
///
/// - Parameters:
///   - name: The beginning of its name.
///   - place: The folder in which it is made.
/// - Returns: Its absolute path; its mode is 0700.
/// - Throws: ``PrivateBusError``.
package func temporaryFolder(_ name: String, in place: String = "/tmp") throws -> String {
    var template = Array("\(place)/belfry-\(name)-XXXXXX".utf8CString)
    guard let path = mkdtemp(&template) else { throw PrivateBusError(what: "mkdtemp: \(errno)") }
    return String(cString: path)
}
