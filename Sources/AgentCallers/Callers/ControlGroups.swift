// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The lines of `/proc/PID/cgroup`: `number:controllers:path`, one for each hierarchy (cgroups(7)).
enum ControlGroups {
    /// Returns the paths, most reliable first: version 2, systemd's hierarchy of version 1, the freezer, the others.
    static func paths(in text: String) -> [Substring] {
        let lines = text.split(separator: "\n").compactMap { line -> (rank: Int, path: Substring)? in
            // A path may contain colons.
            let words = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard words.count == 3 else { return nil }
            let rank =
                switch words[1] {
                case "": 0
                case "name=systemd": 1
                case "freezer": 2
                default: 3
                }
            return (rank, words[2])
        }
        return (0...3).flatMap { rank in lines.filter { $0.rank == rank }.map(\.path) }
    }

    /// Returns the application id in the innermost systemd unit, `app-*.scope` or `app-*.service`; nil without one.
    static func applicationID(in text: String) -> String? {
        paths(in: text).lazy.compactMap { $0.split(separator: "/").last }
            .compactMap { ApplicationID.ofUnit(String($0)) }.first
    }
}
