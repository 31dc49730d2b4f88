// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentPrograms
import FoundationEssentials
import Glibc
import Synchronization

/// A bubblewrap sandbox for a decoder process, like the sandbox in which the desktop portal decodes icons.
///
/// The sandbox has no network and none of the person's files except the picture; the system's files are read-only.
package struct PictureSandbox: Sendable {
    /// The path of `bwrap`.
    package let bubblewrap: String

    /// Paths of the picture and the program in the sandbox.
    static let picture = "/tmp/picture"
    private static let inside = "/tmp/belfryd"

    static let ownProgram = "/proc/self/exe"

    private static let known = Mutex<Task<PictureSandbox?, Never>?>(nil)

    /// Returns this machine's sandbox; nil if bubblewrap is missing or forbidden. A process looks for bubblewrap once.
    package static func installed() async -> PictureSandbox? {
        let task = known.withLock { known in
            // Why: this is a task of its own, because several callers wait for the same search for bubblewrap.
            let task = known ?? Task { await find() }
            known = task
            return task
        }
        return await task.value
    }

    private static func find() async -> PictureSandbox? {
        guard let path = ProgramPath.find("bwrap") else { return nil }
        let sandbox = PictureSandbox(bubblewrap: path)
        let decoder = PictureDecoder(program: ownProgram, sandbox: sandbox)
        return await decoder.answer(.nothing, "/dev/null") == .fine ? sandbox : nil
    }

    /// Returns the command that starts `program` in the sandbox with one visible file; nil if the program is gone.
    func words(for path: String, _ program: String) -> [String]? {
        let real =
            program == Self.ownProgram
            ? try? FileManager.default.destinationOfSymbolicLink(atPath: program) : program
        guard let real, access(real, X_OK) == 0 else { return nil }
        var words = [
            bubblewrap, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--ro-bind", "/usr",
            "/usr",
        ]
        for folder in ["/bin", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/alternatives", "/etc/fonts", "/opt"] {
            words += ["--ro-bind-try", folder, folder]
        }
        if let loaders = getenv("GDK_PIXBUF_MODULE_FILE").map({ String(cString: $0) }), !loaders.hasPrefix("/dev/") {
            words += ["--ro-bind-try", loaders, loaders]
        }
        words += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--chdir", "/"]
        return words + ["--ro-bind", real, Self.inside, "--ro-bind", path, Self.picture, "--", Self.inside]
    }
}
