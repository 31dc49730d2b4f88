// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// The root folder of a sandbox like Flatpak's, with a choice of contents for `.flatpak-info`.
package struct SandboxRoot: Sendable {
    /// The way to give a process another root folder.
    package enum Technique: Sendable {
        /// bubblewrap, as in Flatpak.
        case bubblewrap
        /// chroot(2), on a machine without namespaces, as in many containers: the kernel reports the process in the
        /// same way.
        case changedRoot
    }

    package let path: String

    /// The error on a machine that allows no sandbox, so that these tests would prove nothing.
    package struct Impossible: Error, CustomStringConvertible {
        package let description: String
    }

    private static let known = Mutex<Technique?>(nil)

    /// Makes a root folder, which `prepare` fills.
    ///
    /// - Parameter prepare: Fills the folder with this path.
    /// - Throws: The error of `prepare`, or ``PrivateBusError`` if the folder can't be made.
    package init(_ prepare: (String) throws -> Void) throws {
        path = try temporaryFolder("sandbox")
        try prepare(path)
    }

    /// Makes a root folder with `.flatpak-info` as Flatpak writes it.
    package init(app: String) throws {
        try self.init { try Self.write("[Application]\nname=\(app)\nruntime=runtime/org.example.Platform\n", to: $0) }
    }

    /// Writes `.flatpak-info` into a root folder.
    package static func write(_ text: String, to root: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(root)/.flatpak-info"))
    }

    package func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Returns the command line that starts a program in the sandbox with bubblewrap; the program sees `folder` and the
    /// system's files that it needs.
    package func words(sharing folder: String) -> [String] {
        var words = ["bwrap", "--bind", path, "/", "--ro-bind", "/usr", "/usr"]
        for place in ["/bin", "/lib", "/lib64", "/etc"] { words += ["--ro-bind-try", place, place] }
        return words + ["--dev-bind", "/dev/null", "/dev/null", "--bind", folder, folder, "--chdir", folder]
    }

    /// Returns the technique that works here.
    ///
    /// - Throws: ``Impossible``.
    package static func technique() async throws -> Technique {
        if let known = known.withLock({ $0 }) { return known }
        let root = try SandboxRoot(app: "org.example.Trial")
        defer { root.remove() }
        let folder = try temporaryFolder("trial")
        defer { rmdir(folder) }
        let trial = try await Program.run(root.words(sharing: folder) + ["cat", "/.flatpak-info"])
        let technique: Technique
        if trial.output.contains("org.example.Trial") {
            technique = .bubblewrap
        } else if geteuid() == 0 {
            technique = .changedRoot
        } else {
            throw Impossible(description: "Neither bubblewrap nor chroot works here: \(trial.errors)")
        }
        known.withLock { $0 = technique }
        return technique
    }
}
