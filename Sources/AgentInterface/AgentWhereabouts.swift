// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// On which bus a person's agent is: a note beside its store, for their other sessions that have a bus of their own.
///
/// One agent has the store, and so one bus. Whoever is on another finds it by this.
package struct AgentWhereabouts: Sendable {
    /// The store's folder, which the agent holds locked.
    private let folder: String
    /// The note.
    package var path: String { folder + "/bus" }

    /// - Parameter folder: `$XDG_STATE_HOME/belfry`.
    package init(folder: String) { self.folder = folder }

    /// Those of the environment's folders.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        self.init(folder: (state ?? (environment["HOME"] ?? "/") + "/.local/state") + "/belfry")
    }

    /// The address of the bus that the agent has noted; nil where there is no note, or none that could be one.
    package var noted: String? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &buffer, buffer.count)
        guard count > 0, count < buffer.count, let text = String(validating: buffer[..<count], as: UTF8.self) else {
            return nil
        }
        let address = String(text.prefix { $0 != "\n" })
        return address.isEmpty ? nil : address
    }

    /// The same, where an agent runs and is on another bus than this.
    package func address(otherThan own: String) -> String? {
        guard let noted, Self.withoutNumber(noted) != Self.withoutNumber(own), isLocked else { return nil }
        return noted
    }

    /// The daemon's number is in some addresses of the same bus.
    private static func withoutNumber(_ address: String) -> String {
        address.split(separator: ",").filter { !$0.hasPrefix("guid=") }.joined(separator: ",")
    }

    /// Whether an agent has the folder.
    private var isLocked: Bool {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        // Closing it lets go again; an agent that comes meanwhile tries more than once.
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0
    }

    /// Writes the note, 0600; what can't be written is no error: it is for others' convenience.
    package func note(_ address: String) {
        let unfinished = path + ".new"
        unlink(unfinished)
        let file = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return }
        let bytes = Array((address + "\n").utf8)
        let isWritten = fchmod(file, 0o600) == 0 && write(file, bytes, bytes.count) == bytes.count
        close(file)
        if !isWritten || rename(unfinished, path) != 0 { unlink(unfinished) }
    }

    /// Takes the note away, as long as the folder is locked.
    package func forget() { unlink(path) }
}
