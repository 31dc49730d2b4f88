// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import FoundationEssentials

/// The owner of a bus name: the owner's process, program and systemd unit, as far as they are known.
package struct NameOwner: Hashable, Sendable {
    package let uniqueName: String
    /// Process id; nil if the bus doesn't know it, such as for a process on another machine or in a container.
    package let processID: Int32?
    /// Path of the program; nil if `/proc` doesn't tell it.
    package let program: String?
    /// True if the program's file was deleted or replaced after the process started, for example by an update.
    package let isReplaced: Bool
    /// Systemd unit of the process, such as `dunst.service`; nil if the process is in no unit.
    package let unit: String?

    /// Asks the bus and `/proc` about a name's owner; nil if the name has no owner.
    ///
    /// - Parameters:
    ///   - name: The bus name.
    ///   - connection: Connection to the bus.
    ///   - link: Returns the program of a process, like the link `exe` in `/proc`; callers that can't read `/proc` pass
    ///     another closure.
    /// - Throws: ``DBus/BusError`` if the bus doesn't reply.
    package init?(
        of name: String, on connection: Connection,
        program link: @Sendable (Int32) async -> String? = {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\($0)/exe")
        }
    ) async throws {
        guard let owner = try await connection.owner(of: name) else { return nil }
        uniqueName = owner
        // The owner may have disconnected. Then only the owner's unique name is known.
        processID = try? await connection.credentials(of: owner).processID
        var file: String?
        if let processID { file = await link(processID) }
        let mark = " (deleted)"
        isReplaced = file?.hasSuffix(mark) ?? false
        program = file.map { $0.hasSuffix(mark) ? String($0.dropLast(mark.count)) : $0 }
        unit = processID.flatMap(Self.unit)
    }

    /// Returns the last part of the process's control group, if that part is the name of a unit.
    private static func unit(of process: Int32) -> String? {
        guard let data = try? Data(contentsOf: URL(filePath: "/proc/\(process)/cgroup")),
            let group = String(decoding: data, as: UTF8.self).split(separator: "\n").first(where: {
                $0.hasPrefix("0::")
            })
        else { return nil }
        let name = group.split(separator: "/").last.map(String.init)
        return name.flatMap { $0.hasSuffix(".service") || $0.hasSuffix(".scope") ? $0 : nil }
    }

    /// The owner in words, such as `:1.7, process 77, /usr/bin/dunst, dunst.service`.
    package var text: String {
        [uniqueName, processID.map { "process \($0)" }, program, unit].compactMap(\.self).joined(separator: ", ")
    }
}
