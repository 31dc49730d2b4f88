// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The lines of `/proc/PID/cgroup`: `number:controllers:path`, one for each hierarchy (cgroups(7)).
enum ControlGroups {
    /// The paths, the most telling first: the second version's, systemd's own of the first, the freezer's, the others.
    static func paths(in text: String) -> [Substring] {
        let lines = text.split(separator: "\n").compactMap { line -> (rank: Int, path: Substring)? in
            // A path may have colons.
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

    /// The application id in the name of the innermost systemd unit, `app-*.scope` or `app-*.service`; nil outside of one.
    static func applicationID(in text: String) -> String? {
        paths(in: text).lazy.compactMap { $0.split(separator: "/").last }
            .compactMap { ApplicationID.ofUnit(String($0)) }.first
    }
}
