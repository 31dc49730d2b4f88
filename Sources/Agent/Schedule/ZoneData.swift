// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Whose rules of the time zones the agent goes by: those inside of Foundation, which no update of the system changes.
///
/// ICU has them compiled in and reads nothing from `/usr/share/zoneinfo`, as a look at its system calls shows. What
/// governments have changed since is in the system's sooner; a person should know where the two differ.
enum ZoneData {
    /// The version of the rules inside, such as `2025b`.
    static let version = TimeZone.timeZoneDataVersion

    /// The version of the system's rules where that is newer; nil where it isn't, or nobody knows.
    static func newerVersion(than version: String = version, in folder: String = "/usr/share/zoneinfo") -> String? {
        guard let file = FileHandle(forReadingAtPath: folder + "/tzdata.zi"),
            let data = try? file.read(upToCount: 64),
            let line = String(decoding: data, as: UTF8.self).split(separator: "\n").first,
            line.hasPrefix("# version ")
        else { return nil }
        let system = line.dropFirst("# version ".count)
        // A year and a letter.
        guard (5...6).contains(system.count), system.prefix(4).allSatisfy(\.isNumber), system > version else {
            return nil
        }
        return String(system)
    }
}
