// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The bubblewrap sandbox of an extension.
///
/// The sandbox has the system's files, read-only, the extension's own file, the folder of the run's attachments and the
/// application's data folder; small temporary file systems; and no home, no bus, no other process, and no network
/// unless the declaration asks for it. When the extension's first process ends, bubblewrap ends, and the kernel kills
/// all processes of the sandbox's process name space, which no process can leave.
struct ExtensionSandbox: Hashable, Sendable {
    /// The path of `bwrap`.
    let bubblewrap: String

    /// The path of the application's data folder in the sandbox.
    static let data = "/data"

    /// Folders of programs and their data. A link among them is a link in the sandbox, too.
    private static let system = [
        "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix", "/gnu",
    ]
    /// The machine's general configuration, such as its fonts and its time zone; none of it is the person's.
    private static let configuration = [
        "/etc/ld.so.cache", "/etc/alternatives", "/etc/fonts", "/etc/localtime", "/etc/timezone",
        "/var/cache/fontconfig",
    ]
    /// The configuration with which programs look up hosts and check certificates.
    private static let network = [
        "/etc/resolv.conf", "/etc/nsswitch.conf", "/etc/hosts", "/etc/host.conf", "/etc/gai.conf", "/etc/services",
        "/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/etc/ca-certificates.conf", "/etc/crypto-policies",
    ]

    /// Returns the command that starts a program in the sandbox.
    ///
    /// - Parameters:
    ///   - words: The absolute path of the executable, and its arguments.
    ///   - usesNetwork: Whether the sandbox has the machine's network.
    ///   - folders: The folders that the extension may write to; nil for none.
    /// - Returns: The path of `bwrap`, its options, and the program's words.
    func words(for words: [String], usesNetwork: Bool, folders: ExtensionFolders?) -> [String] {
        var result = [bubblewrap, "--unshare-all"]
        if usesNetwork { result.append("--share-net") }
        // `--as-pid-1` is not passed: a name space's first process ignores signals, so a failed assertion can't end it.
        result += ["--die-with-parent", "--new-session", "--cap-drop", "ALL"]
        for folder in Self.system { result += Self.option(for: folder) }
        for path in Self.configuration + (usesNetwork ? Self.network : []) {
            result += ["--ro-bind-try", path, path]
        }
        result += ["--proc", "/proc", "--dev", "/dev"]
        result += ["--size", "\(ExtensionLimits.sharedMemory)", "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]
        result += ["--size", "\(ExtensionLimits.temporaryFiles)", "--tmpfs", "/tmp"]
        if let path = words.first, !Self.isSystem(path) { result += ["--ro-bind", path, path] }
        if let folders {
            result += ["--bind", folders.attachments, folders.attachments, "--chdir", folders.attachments]
            if let data = folders.data { result += ["--bind", data, Self.data] }
        } else {
            result += ["--chdir", "/"]
        }
        // The root is read-only, because it is a temporary file system without a size limit.
        return result + ["--remount-ro", "/", "--"] + words
    }

    /// Returns the option that makes a folder of the system, or a link in its place, visible in the sandbox.
    private static func option(for folder: String) -> [String] {
        var target = [CChar](repeating: 0, count: 256)
        let count = readlink(folder, &target, target.count - 1)
        if count > 0 {
            let path = String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            return ["--symlink", path, folder]
        }
        return access(folder, F_OK) == 0 ? ["--ro-bind", folder, folder] : []
    }

    private static func isSystem(_ path: String) -> Bool { system.contains { path.hasPrefix($0 + "/") } }
}
