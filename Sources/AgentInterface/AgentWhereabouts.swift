// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
package import EventLoop
import FoundationEssentials
import Glibc

/// A file beside the store with the address of the bus on which a person's agent runs.
///
/// A store has one agent, and an agent has one bus. Programs in sessions with another bus find the agent by the file.
package struct AgentWhereabouts: Sendable {
    /// The store's folder, which the agent keeps locked.
    private let folder: String
    /// Path of the file with the bus address.
    package var path: String { folder + "/bus" }

    /// - Parameter folder: The folder `$XDG_STATE_HOME/belfry`.
    package init(folder: String) { self.folder = folder }

    /// Uses the folder `belfry` in `$XDG_STATE_HOME`, or by default in `~/.local/state`.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        self.init(folder: (state ?? (environment["HOME"] ?? "/") + "/.local/state") + "/belfry")
    }

    /// The bus address in the file at ``path``; nil if there is no readable file.
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

    /// Returns the bus address that the running agent has written into the file at ``path``; nil if no agent runs, or
    /// the agent's bus is `own`.
    package func address(otherThan own: String) -> String? {
        guard let noted, Self.withoutNumber(noted) != Self.withoutNumber(own), isLocked else { return nil }
        return noted
    }

    /// Removes the bus daemon's GUID from an address, because one bus may have addresses with and without the GUID.
    private static func withoutNumber(_ address: String) -> String {
        address.split(separator: ",").filter { !$0.hasPrefix("guid=") }.joined(separator: ",")
    }

    /// True while an agent holds the lock of the store's folder.
    private var isLocked: Bool {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        // Closing the descriptor releases the shared lock. An agent that starts now tries again to lock the folder.
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0
    }

    /// Writes the file with mode 0600; a failure is ignored, because the agent works without the file.
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

    /// Deletes the file at ``path``; the agent must still hold the folder's lock.
    package func forget() { unlink(path) }

    /// Connects to the agent on another bus, at an address that ``address(otherThan:)`` returned.
    ///
    /// The result is nil if that bus has no agent. It is also nil if this session's own bus, to which `own` is
    /// connected, has an agent, because the program must then use that agent.
    package func connection(to address: String, besides own: Connection?, on loop: EventLoop) async -> Connection? {
        do {
            if let own, try await own.owner(of: AgentNames.busName) != nil { return nil }
        } catch {
            return nil
        }
        guard let other = try? Connection(to: .at(address), on: loop) else { return nil }
        guard let owner = try? await other.owner(of: AgentNames.busName), !owner.isEmpty else {
            await other.close()
            return nil
        }
        return other
    }
}
