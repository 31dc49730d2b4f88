// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Subprocess

/// A virtual screen.
package enum Screen {
    /// Xvfb.
    case x11
    /// sway, with the protocol that notification servers for Wayland need.
    case wayland

    /// The error of a screen that did not start.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Runs `body` with the variables by which a program finds the screen, and ends the screen.
    ///
    /// A Wayland screen has its socket in `folder`.
    package func open<Result: Sendable>(
        in folder: String, _ body: ([String: String]) async throws -> Result
    ) async throws -> Result {
        let words = self == .x11 ? Self.xvfb : try Self.sway(in: folder)
        return try await Subprocess.run(
            .name(words[0]), arguments: Arguments(Array(words.dropFirst())),
            environment: .inherit.updating([
                "XDG_RUNTIME_DIR": folder + "/screen", "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman",
                "WLR_LIBINPUT_NO_DEVICES": "1",
            ]), input: .none, output: .sequence, error: .discarded
        ) { screen in
            defer { try? screen.send(signal: .terminate) }
            // Both programs print the screen's name when it is ready.
            var lines = screen.standardOutput.strings().makeAsyncIterator()
            let name = try await lines.next()?.filter { !$0.isWhitespace } ?? ""
            guard !name.isEmpty else { throw Failure(description: "\(words[0]) did not start.") }
            return try await body(
                self == .x11
                    ? ["DISPLAY": ":" + name]
                    : ["WAYLAND_DISPLAY": name, "XDG_RUNTIME_DIR": folder + "/screen"])
        }.closureResult
    }

    /// Command line of Xvfb, which finds a free number itself.
    private static let xvfb = ["Xvfb", "-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp"]

    private static func sway(in folder: String) throws -> [String] {
        let configuration = folder + "/sway"
        let text = "output HEADLESS-1 resolution 800x600\nexec echo $WAYLAND_DISPLAY\n"
        guard let file = fopen(configuration, "w") else { throw Failure(description: configuration) }
        fputs(text, file)
        fclose(file)
        mkdir(folder + "/screen", 0o700)
        let words = ["sway", "-c", configuration]
        guard geteuid() == 0 else { return words }
        // sway refuses to run as root.
        guard let nobody = getpwnam("nobody") else { throw Failure(description: "There is no user nobody.") }
        chmod(folder, 0o755)
        chmod(configuration, 0o644)
        chown(folder + "/screen", nobody.pointee.pw_uid, nobody.pointee.pw_gid)
        return ["setpriv", "--reuid", "nobody", "--regid", "\(nobody.pointee.pw_gid)", "--clear-groups"] + words
    }
}
