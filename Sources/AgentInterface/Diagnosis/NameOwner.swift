// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import FoundationEssentials
import Glibc

/// Who owns a bus name: the process, its program and its systemd unit, as far as they are known.
package struct NameOwner: Hashable, Sendable {
    package let uniqueName: String
    /// Nil where the bus doesn't tell, as for a process of another machine or container.
    package let processID: Int32?
    /// The program's path; nil where `/proc` doesn't tell.
    package let program: String?
    /// The file of the program was deleted or replaced after it was started, as an update does.
    package let isReplaced: Bool
    /// The systemd unit that it runs in, such as `dunst.service`; nil outside of one.
    package let unit: String?

    /// Asks the bus and `/proc`; nil where nobody owns the name.
    ///
    /// - Parameters:
    ///   - name: Whose owner.
    ///   - connection: On which bus.
    ///   - link: Where a process's program is, as `/proc` has it; for who can't look there.
    /// - Throws: ``DBus/BusError`` when the bus doesn't answer.
    package init?(
        of name: String, on connection: Connection,
        program link: @Sendable (Int32) async -> String? = {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\($0)/exe")
        }
    ) async throws {
        guard let owner = try await connection.owner(of: name) else { return nil }
        uniqueName = owner
        // It may go on the way: then its name is all that is known.
        processID = try? await connection.credentials(of: owner).processID
        var file: String?
        if let processID { file = await link(processID) }
        let mark = " (deleted)"
        isReplaced = file?.hasSuffix(mark) ?? false
        program = file.map { $0.hasSuffix(mark) ? String($0.dropLast(mark.count)) : $0 }
        unit = processID.flatMap(Self.unit)
    }

    /// The last part of the control group that is a unit.
    private static func unit(of process: Int32) -> String? {
        guard let data = try? Data(contentsOf: URL(filePath: "/proc/\(process)/cgroup")),
            let group = String(decoding: data, as: UTF8.self).split(separator: "\n").first(where: {
                $0.hasPrefix("0::")
            })
        else { return nil }
        let name = group.split(separator: "/").last.map(String.init)
        return name.flatMap { $0.hasSuffix(".service") || $0.hasSuffix(".scope") ? $0 : nil }
    }

    /// For a person: `:1.7, process 77, /usr/bin/dunst, dunst.service`.
    package var text: String {
        [uniqueName, processID.map { "process \($0)" }, program, unit].compactMap(\.self).joined(separator: ", ")
    }
}
