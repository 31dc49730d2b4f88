// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A temporary folder, deleted by its user.
///
/// It is in `$TMPDIR`, or by default in `/var/tmp`: `/tmp` is often in memory, and the store must be on a disk.
enum TemporaryFolder {
    static func make() throws -> String {
        let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/var/tmp"
        var template = Array("\(parent)/belfry-bench-XXXXXX".utf8CString)
        guard let path = mkdtemp(&template) else { throw MeasurementError("no folder can be made in \(parent)") }
        let folder = String(cString: path)
        Interruption.add(folder: folder)
        return folder
    }

    static func delete(_ folder: String) throws {
        Interruption.remove(folder: folder)
        try FileManager.default.removeItem(atPath: folder)
    }
}
