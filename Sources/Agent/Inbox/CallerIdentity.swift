// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import FoundationEssentials
import Glibc
import NotificationModel

/// Finds out who owns a connection (`research/freedesktop-desktop.md` §8).
///
/// Answers are kept: a unique name never changes its owner.
actor CallerIdentity {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private var known: [String: Caller] = [:]

    /// How many callers are remembered.
    private static let memory = 256

    init(on loop: EventLoop) { self.loop = loop }

    /// - Throws: ``DBus/BusError`` if the caller is gone, or its sandbox can't be read.
    func caller(_ name: String, on connection: Connection) async throws -> Caller {
        if let caller = known[name] { return caller }
        let credentials = try await connection.credentials(of: name)
        guard let processID = credentials.processID else {
            throw BusError.accessDenied("The bus can't tell which process is calling.")
        }
        let caller = try Self.identify(name, processID: processID)
        if known.count >= Self.memory { known.removeAll() }
        known[name] = caller
        return caller
    }

    private static func identify(_ name: String, processID: Int32) throws -> Caller {
        if let sandboxed = try flatpakID(processID) {
            return Caller(connection: name, app: sandboxed, isSandboxed: true)
        }
        if let snap = snapID(processID) { return Caller(connection: name, app: snap, isSandboxed: true) }
        let id = unitID(processID) ?? environmentID(processID) ?? executableName(processID) ?? "unknown"
        return Caller(connection: name, app: id, isSandboxed: false)
    }

    /// The application of a Flatpak sandbox; nil outside one.
    ///
    /// - Throws: `AccessDenied` for a sandbox whose description can't be understood.
    private static func flatpakID(_ processID: Int32) throws -> String? {
        // A root that can't be looked at is nobody's free pass.
        let root = open("/proc/\(processID)/root", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0 else { throw BusError.accessDenied("The caller can't be identified: it is gone, or hides.") }
        defer { close(root) }
        let path = "/proc/\(processID)/root/.flatpak-info"
        guard faccessat(root, ".flatpak-info", F_OK, 0) == 0 || errno != ENOENT else { return nil }
        let lines = read(path)?.split(separator: "\n") ?? []
        var section: Substring = ""
        for line in lines {
            if line.hasPrefix("[") { section = line }
            if section == "[Application]", line.hasPrefix("name=") {
                let id = String(line.dropFirst("name=".count))
                if ApplicationID.isValid(id) { return id }
            }
        }
        throw BusError.accessDenied("The sandbox of the caller can't be identified.")
    }

    /// The application of a snap, from its control group; nil outside one.
    private static func snapID(_ processID: Int32) -> String? {
        guard let path = controlGroup(processID),
            let unit = path.split(separator: "/").last(where: { $0.hasPrefix("snap.") })
        else { return nil }
        let words = unit.split(separator: ".")
        guard words.count >= 3 else { return nil }
        let id = "\(words[1])_\(words[2].prefix { $0 != "-" })"
        return ApplicationID.isValid(id) ? id : nil
    }

    /// The id in the name of the caller's systemd unit, `app-*.scope` or `app-*.service`.
    private static func unitID(_ processID: Int32) -> String? {
        controlGroup(processID).flatMap { $0.split(separator: "/").last }.flatMap { ApplicationID.ofUnit(String($0)) }
    }

    private static func controlGroup(_ processID: Int32) -> String? {
        guard let text = read("/proc/\(processID)/cgroup") else { return nil }
        return text.split(separator: "\n").first { $0.hasPrefix("0::") }.map { String($0.dropFirst(3)) }
    }

    private static func environmentID(_ processID: Int32) -> String? {
        let prefix = "BELFRY_APP="
        guard let text = read("/proc/\(processID)/environ") else { return nil }
        let entry = text.split(separator: "\0").first { $0.hasPrefix(prefix) }
        return entry.map { String($0.dropFirst(prefix.count)) }.flatMap { ApplicationID.isValid($0) ? $0 : nil }
    }

    private static func executableName(_ processID: Int32) -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                characters.baseAddress.map { readlink("/proc/\(processID)/exe", $0, characters.count) } ?? -1
            }
        }
        guard count > 0 else { return nil }
        let path = String(decoding: buffer.prefix(count), as: UTF8.self)
        return path.split(separator: "/").last.map { ApplicationID.made(from: String($0)) }
    }

    private static func read(_ path: String) -> String? {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}
