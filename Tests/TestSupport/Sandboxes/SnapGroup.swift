// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc

/// A control group with a name of snapd's form, in any writable hierarchy.
package struct SnapGroup: Sendable {
    package let path: String

    /// The error on a machine without a writable hierarchy, where tests of snaps would prove nothing.
    package struct Impossible: Error, CustomStringConvertible {
        package let description = "No control group can be made here, in any hierarchy."
    }

    /// The hierarchy of version 2, alone or beside version 1, then those of systemd and the freezer.
    private static let hierarchies: [(place: String, controllers: String)] = [
        ("/sys/fs/cgroup/unified", ""), ("/sys/fs/cgroup", ""), ("/sys/fs/cgroup/systemd", "name=systemd"),
        ("/sys/fs/cgroup/freezer", "freezer"),
    ]

    /// Makes a group.
    ///
    /// - Parameters:
    ///   - name: The group's name.
    ///   - controllers: The hierarchy, as named in `/proc/PID/cgroup`; nil for any.
    /// - Throws: ``Impossible``.
    package init(_ name: String, of controllers: String? = nil) throws {
        let own = try String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8).split(separator: "\n").map {
            $0.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        }
        for hierarchy in Self.hierarchies where controllers == nil || controllers == hierarchy.controllers {
            guard access("\(hierarchy.place)/cgroup.procs", F_OK) == 0,
                let line = own.first(where: { $0.count == 3 && $0[1] == hierarchy.controllers })
            else { continue }
            let parent = line[2] == "/" ? hierarchy.place : hierarchy.place + line[2]
            guard mkdir("\(parent)/\(name)", 0o755) == 0 else { continue }
            path = "\(parent)/\(name)"
            return
        }
        throw Impossible()
    }

    /// Tells whether a group can be made in a hierarchy here.
    package static let canBeMade: Bool = {
        guard let group = try? SnapGroup("belfry-probe-\(getpid())") else {
            print("NOT TESTED HERE: snaps. \(Impossible())")
            return false
        }
        group.remove()
        return true
    }()

    /// Removes the group; fails while a process is in it.
    package func remove() { rmdir(path) }
}
