// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import NotificationServer
import SettingsEditor

/// The person's `config.toml`, which this program edits line by line, and which the agent checks and uses.
struct ConfigurationFile {
    let agent: AgentProxy
    /// The path as the agent names it; the file may be a link, and may be missing.
    let path: String
    /// The file's text when it was read; empty without a file.
    let text: String
    private let file: OrdinaryFile

    /// Reads the agent's `config.toml`.
    ///
    /// - Throws: ``Failure``, also if the program is sandboxed.
    init() async throws {
        agent = try await Session(for: Environment.application).agent
        guard let path = try await agent.status()["configuration"]?.string else {
            throw Failure(.notPermitted, "a sandboxed program can't read or change config.toml")
        }
        self.path = path
        file = try OrdinaryFile(path)
        text = file.text
    }

    /// Returns the value of each key in the file, by its full name.
    ///
    /// - Throws: ``Failure`` with the mistake in the file.
    func values() async throws -> [String: Value] {
        do {
            return try await agent.checkConfiguration(text)
        } catch {
            throw naming(error, "fix it with belfry config edit")
        }
    }

    /// Checks a changed text: the keys named by `changed` may differ, and all others must be as before.
    ///
    /// `before` has the values of the file, from ``values()``.
    ///
    /// - Returns: The values of all keys.
    /// - Throws: ``Failure``; the agent's refusal names the key.
    func check(
        _ new: SettingsText, against before: [String: Value], changed: (SettingsName) -> Bool
    ) async throws -> [String: Value] {
        let after = try await agent.checkConfiguration(new.description)
        let kept = Set(before.keys).union(after.keys).filter { key in
            !(SettingsName(typed: key).map(changed) ?? false)
        }
        guard kept.allSatisfy({ before[$0] == after[$0] }) else {
            throw Failure(
                .badData, "this change would also change other keys of \(path); make it with belfry config edit"
            )
        }
        return after
    }

    /// Writes a new text, and makes the agent read it.
    ///
    /// - Throws: ``Failure`` if the file can't be written, or another program has changed it since it was read.
    func write(_ text: String) async throws {
        try replace(with: text)
        try await reload()
    }

    /// Writes a new text, which the agent doesn't read yet.
    ///
    /// - Throws: ``Failure`` if the file can't be written, or another program has changed it since it was read.
    func replace(with text: String) throws { if text != self.text { try file.replace(with: text) } }

    /// Makes the agent read `config.toml` again.
    ///
    /// - Throws: ``Failure`` with the mistake in the file.
    func reload() async throws {
        do {
            try await agent.reloadConfiguration()
        } catch {
            throw naming(error, "the agent still uses the settings that it read before")
        }
    }

    private func naming(_ error: any Error, _ advice: String) -> Failure {
        let failure = Failure(error)
        let sentence = failure.sentence.hasPrefix(path) ? failure.sentence : "\(path): \(failure.sentence)"
        return failure.saying("\(sentence); \(advice)")
    }
}

/// A file that is replaced as a whole: the new file is written beside the old one, and then renamed.
///
/// Owner and mode are kept, and so is a symbolic link.
struct OrdinaryFile {
    let text: String
    /// The path of the file itself, with symbolic links resolved.
    private let path: String
    /// The status of the file; nil if the file is missing.
    private let status: stat?

    /// - Throws: ``Failure`` for a file that can't be read, that is no ordinary file, or not in UTF-8.
    init(_ name: String) throws {
        var found = stat()
        guard lstat(name, &found) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else { throw Self.failure(name, "can't be read") }
            (path, text, status) = (name, "", nil)
            return
        }
        guard let resolved = realpath(name, nil) else {
            throw Self.failure(name, errno == ENOENT ? "is a link that leads nowhere" : "can't be read")
        }
        defer { free(resolved) }
        path = String(cString: resolved)
        guard stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG else {
            throw Failure(.badData, "\(name) is not an ordinary file")
        }
        guard let data = FileManager.default.contents(atPath: path) else { throw Self.failure(name, "can't be read") }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw Failure(.badData, "\(name) is not UTF-8")
        }
        (self.text, status) = (text, found)
    }

    /// Replaces the file by a new one with the given text.
    ///
    /// - Throws: ``Failure``; the file is then unchanged.
    func replace(with new: String) throws {
        // The new file would not have the other hard links of the old file.
        if let status, status.st_nlink > 1 {
            throw Failure(.notWritten, "\(path) has several names (hard links); edit it yourself, then belfry reload")
        }
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        if status == nil {
            do {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw Failure(.notWritten, "\(folder) can't be made: \(error)")
            }
        }
        // Without a lock on the folder, one of two simultaneous changes would be lost.
        let opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0, flock(opened, LOCK_EX) == 0 else { throw Self.failure(folder, "can't be locked") }
        defer { close(opened) }
        let (descriptor, name) = SpoolFile.make(beside: path)
        guard descriptor >= 0 else { throw Self.failure(path, "can't be written") }
        defer { close(descriptor) }
        do {
            try fill(descriptor, with: new)
            // Without this check, a change that another program has made since the file was read would be lost.
            guard try OrdinaryFile(path).text == text else {
                throw Failure(.tryAgain, "\(path) was changed meanwhile; nothing was written")
            }
            guard rename(name, path) == 0 else { throw Self.failure(path, "can't be replaced") }
        } catch {
            unlink(name)
            throw error
        }
        fsync(opened)
    }

    private func fill(_ descriptor: Int32, with text: String) throws {
        var now = stat()
        if let status, fstat(descriptor, &now) == 0 {
            let isOther = status.st_uid != now.st_uid || status.st_gid != now.st_gid
            guard !isOther || fchown(descriptor, status.st_uid, status.st_gid) == 0 else {
                throw Self.failure(path, "can't keep its owner")
            }
            guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else {
                throw Self.failure(path, "can't keep its mode")
            }
        }
        var text = text
        if let code = text.withUTF8({ TerminalOutput.write($0, to: descriptor) }) {
            errno = code
            throw Self.failure(path, "can't be written")
        }
        guard fsync(descriptor) == 0 else { throw Self.failure(path, "can't be written") }
    }

    private static func failure(_ path: String, _ fault: String) -> Failure {
        Failure(.notWritten, "\(path) \(fault): \(String(cString: strerror(errno)))")
    }
}
