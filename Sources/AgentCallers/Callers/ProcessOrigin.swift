// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Glibc

/// The application that a process belongs to, and whether it is sandboxed.
///
/// Both facts are read from one ``ProcessFolder``, so they describe one process. A process that can't be read or
/// understood is refused: it must not be taken for an unsandboxed program.
package struct ProcessOrigin: Hashable, Sendable {
    /// The application id.
    package let app: String
    package let isSandboxed: Bool

    /// The reason why a process can't be identified, as a sentence for the caller.
    package enum Unidentified: String, Error, Hashable {
        case gone = "The caller can't be identified: its process has ended or is hidden."
        case exhausted = "The caller can't be identified now: too many files are open. Try again."
        case sandbox = "The sandbox of the caller can't be identified."
        case ours = "The caller's sandbox uses an application id that is reserved for Belfry."
    }
}

extension ProcessOrigin {
    /// - Parameters:
    ///   - processID: The PID in this process's own `/proc`.
    ///   - handle: A pidfd of the process that connected; nil if the bus has none. Without a pidfd, the agent must ask
    ///     the bus afterwards whether the connection is still open, because the PID may have been reused.
    ///   - label: The security label that the bus reports, such as `snap.chat.chat (enforce)`.
    /// - Throws: ``Unidentified``.
    package init(of processID: Int32, handle: Int32? = nil, label: String? = nil) throws(Unidentified) {
        guard processID > 0 else { throw .gone }
        errno = 0
        guard let folder = ProcessFolder(processID) else { throw ProcessFolder.isExhausted ? .exhausted : .gone }
        let origin = try Self.read(folder, label)
        // A running process keeps its PID, so everything that was read belongs to this process.
        guard folder.isAlive, handle.map(Self.isRunning) ?? true else { throw .gone }
        self = origin
    }

    private static func read(_ folder: borrowing ProcessFolder, _ label: String?) throws(Unidentified) -> ProcessOrigin
    {
        if let app = try flatpak(folder) { return try sandboxed(app) }
        let groups: String
        do {
            groups = try folder.text(of: "cgroup", limit: 64 * 1024)
        } catch {
            throw error == .exhausted ? .exhausted : .gone
        }
        if let app = try snap(folder, groups, label) { return try sandboxed(app) }
        let app =
            ControlGroups.applicationID(in: groups) ?? environmentID(folder) ?? executableName(folder) ?? "unknown"
        return ProcessOrigin(app: app, isSandboxed: false)
    }

    private static func sandboxed(_ app: String) throws(Unidentified) -> ProcessOrigin {
        // A sandboxed application must neither read nor forge Belfry's own notifications.
        let ours = [AgentNames.desktopEntry, AgentNames.commandLineApplication].map { $0.lowercased() }
        guard !ours.contains(app.lowercased()) else { throw .ours }
        return ProcessOrigin(app: app, isSandboxed: true)
    }

    /// Returns the application of a Flatpak sandbox; nil if the process is in no Flatpak sandbox.
    private static func flatpak(_ folder: borrowing ProcessFolder) throws(Unidentified) -> String? {
        let text: String
        do {
            text = try folder.textInRoot(FlatpakInfo.file, limit: FlatpakInfo.limit)
        } catch {
            switch error {
            case .missing: return nil
            case .closed: throw .gone
            case .exhausted: throw .exhausted
            case .unreadable: throw .sandbox
            }
        }
        guard let app = FlatpakInfo.application(in: text) else { throw .sandbox }
        return app
    }

    /// Returns the application of a snap; nil if the process is in no snap.
    private static func snap(
        _ folder: borrowing ProcessFolder, _ groups: String, _ label: String?
    ) throws(Unidentified) -> String? {
        let own = try? folder.text(of: "attr/current", limit: 4096)
        let tags = [label, own].compactMap { $0.flatMap(SnapTag.init(label:)) } + SnapTag.all(inControlGroups: groups)
        guard !tags.isEmpty else { return nil }
        guard let app = SnapTag.agreed(tags)?.applicationID else { throw .sandbox }
        return app
    }

    private static func environmentID(_ folder: borrowing ProcessFolder) -> String? {
        let prefix = "BELFRY_APP="
        guard let text = try? folder.text(of: "environ", limit: 4 << 20) else { return nil }
        let entry = text.split(separator: "\0").first { $0.hasPrefix(prefix) }
        return entry.map { String($0.dropFirst(prefix.count)) }.flatMap { ApplicationID.isValid($0) ? $0 : nil }
    }

    private static func executableName(_ folder: borrowing ProcessFolder) -> String? {
        guard let name = folder.link("exe")?.split(separator: "/").last else { return nil }
        // The executable may have been replaced since the process started.
        return ApplicationID.made(from: String(name.hasSuffix(" (deleted)") ? name.dropLast(10) : name))
    }

    /// Whether the process runs: a pidfd becomes readable once its process has ended.
    private static func isRunning(_ handle: Int32) -> Bool {
        var event = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
        return poll(&event, 1, 0) == 0
    }
}

/// The file `/.flatpak-info`, in which Flatpak describes a sandbox; the sandbox can't change it.
///
/// GLib's GKeyFile isn't used, because it merges repeated groups and takes the last of two `name` keys.
enum FlatpakInfo {
    /// The file's name in the root folder of a sandboxed process.
    static let file = ".flatpak-info"
    /// Largest size in bytes of a `.flatpak-info` that is read; real files have a few hundred bytes.
    static let limit = 256 * 1024

    /// Returns the application id: `name` in the group `[Application]`.
    ///
    /// Nil if the name is missing, invalid or given twice: the application is then unknown.
    static func application(in text: String) -> String? {
        var names: [Substring] = []
        var groups = 0
        var isInGroup = false
        for line in text.unicodeScalars.split(separator: "\n").map(Substring.init) {
            if line.hasPrefix("[") {
                isInGroup = line == "[Application]"
                if isInGroup { groups += 1 }
            } else if isInGroup, line.hasPrefix("name=") {
                names.append(line.dropFirst("name=".count))
            }
        }
        guard groups == 1, names.count == 1, let name = names.first.map(String.init) else { return nil }
        return ApplicationID.isValid(name) ? name : nil
    }
}

/// The lines of `/proc/PID/cgroup`: `number:controllers:path`, one for each hierarchy (cgroups(7)).
enum ControlGroups {
    /// Returns paths, most reliable first: version 2, systemd's version 1 hierarchy, the freezer, other hierarchies.
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
