// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import ExtensionWire
import Foundation

// Foundation on Linux lacks this method, by which the extensions for Apple's systems share files with their programs.

extension FileManager {
    /// Returns the folder that a program shares with its extensions.
    ///
    /// The folder is `belfry/extensions/APP/GROUP` in `XDG_DATA_HOME` (`~/.local/share`), where `APP` is the application's
    /// id. The agent shows an extension the folder of its own application, in `BELFRY_EXTENSION_DATA`. So a group belongs to
    /// one application; applications with the same group have separate folders, unlike on Apple's systems.
    ///
    /// The first call creates the folder, which only the person can read.
    ///
    /// - Returns: nil if the identifier is empty or no name of a folder, or if the folder can't be created.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        guard (1...255).contains(groupIdentifier.utf8.count), !groupIdentifier.utf8.contains(0),
            !groupIdentifier.contains("/"), groupIdentifier != ".", groupIdentifier != ".."
        else { return nil }
        let folder = Self.groups.appendingPathComponent(groupIdentifier, isDirectory: true)
        do {
            try createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: NSNumber(value: 0o700)])
            return folder
        } catch {
            return nil
        }
    }

    /// The folder of the application's groups.
    private static var groups: URL {
        let variables = ProcessInfo.processInfo.environment
        if let folder = variables[ExtensionWire.dataVariable], folder.hasPrefix("/") {
            return URL(fileURLWithPath: folder, isDirectory: true)
        }
        // Foundation takes the home folder from the user database, even if `HOME` names another folder.
        let home = variables["HOME"] ?? NSHomeDirectory()
        let data = variables["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/share"
        var app = ApplicationIdentity.find()
        // In a sandbox, the sandbox's id is the application's id.
        if app.isEmpty { app = variables["FLATPAK_ID"] ?? variables["SNAP_NAME"] ?? "" }
        if app.isEmpty { app = ProcessInfo.processInfo.processName }
        return URL(fileURLWithPath: "\(data)/belfry/extensions/\(app)", isDirectory: true)
    }
}
