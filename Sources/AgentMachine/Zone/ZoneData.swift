// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import ZoneFiles

/// The time zone rules that the agent uses: the system's zone files.
package enum ZoneData {
    /// Returns the version of the system's rules, such as `2025b`; `unknown` if the folder doesn't tell.
    package static func version(in folder: String = ZoneFolder.system.path) -> String {
        guard let file = FileHandle(forReadingAtPath: folder + "/tzdata.zi"),
            let data = try? file.read(upToCount: 64),
            let line = String(decoding: data, as: UTF8.self).split(separator: "\n").first,
            line.hasPrefix("# version ")
        else { return "unknown" }
        let version = line.dropFirst("# version ".count)
        return version.isEmpty ? "unknown" : String(version)
    }

    /// Whether zone files are installed; without them only UTC and fixed offsets are known.
    package static func isThere(in folder: ZoneFolder = .system) -> Bool {
        ["Etc/UTC", "UTC", "Europe/London", "America/New_York"].contains { folder.rules(named: $0) != nil }
    }
}
