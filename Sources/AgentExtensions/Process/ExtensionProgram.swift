// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import ExtensionWire

/// An extension's executable, as its declaration in the desktop file names it, after all checks.
package struct ExtensionProgram: Hashable, Sendable {
    package let app: String
    package let kind: ExtensionKind
    /// The absolute path of the executable, followed by its arguments.
    package let words: [String]
    /// Whether the extension may use the network (`X-Network`).
    package let usesNetwork: Bool
    /// The longest time of one run (`X-Timeout`).
    package let timeLimit: Duration

    package init(app: String, kind: ExtensionKind, words: [String], usesNetwork: Bool, timeLimit: Duration) {
        (self.app, self.kind, self.words) = (app, kind, words)
        (self.usesNetwork, self.timeLimit) = (usesNetwork, timeLimit)
    }

    /// Whether this is a Flatpak application's extension, which `flatpak run` puts into the application's own sandbox.
    package var isFlatpak: Bool { words.count > 2 && words[0] == "/usr/bin/flatpak" && words[1] == "run" }

    /// The moment of a run at which the extension is told that its time expires.
    ///
    /// It is five seconds before the end of the run, or in the middle of a run of less than ten seconds.
    package var warningTime: Duration { max(timeLimit - ExtensionWire.warningLead, timeLimit / 2) }
}

/// The folders on the machine's disk that an extension may write to.
package struct ExtensionFolders: Hashable, Sendable {
    /// The absolute path of an existing, empty folder for the attachments of one run.
    ///
    /// The extension sees it under the same path, also in the sandbox. The caller makes and removes it.
    package let attachments: String
    /// The absolute path of the folder that the application shares with its extensions; nil if it shares none.
    ///
    /// The folder is created if it doesn't exist. In the sandbox it is `/data`. `BELFRY_EXTENSION_DATA` in the
    /// extension's environment has the path that the extension sees.
    package let data: String?

    package init(attachments: String, data: String?) {
        self.attachments = attachments
        self.data = data
    }
}
