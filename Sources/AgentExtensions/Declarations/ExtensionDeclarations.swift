// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentPrograms
import ExtensionWire
import Glibc
package import Triggers

/// The extensions that an application's desktop file declares.
package struct ExtensionDeclarations: Hashable, Sendable {
    package let app: String
    /// The absolute path of the desktop file.
    package let path: String
    /// The extensions, in the file's order.
    package let extensions: [ExtensionDeclaration]
    /// Groups that declare no extension although their titles begin like an extension's, such as a misspelled title.
    package let unknownGroups: [String]

    /// The title of the group that declares a service extension.
    package static let serviceGroup = ExtensionGroup.service
    /// The title of a group that declares a content extension, without the extension's name.
    package static let contentGroup = ExtensionGroup.content

    /// Largest size of a desktop file in bytes.
    private static let largestFile = 1 << 20

    /// Finds the desktop file of an application in the desktop's folders, and reads it.
    ///
    /// - Returns: The declared extensions; nil if the application has no desktop file.
    /// - Throws: ``Triggers/Refusal`` if the file can't be read or trusted.
    package static func find(_ app: String) throws(Refusal) -> ExtensionDeclarations? {
        guard let path = InstalledApplication.path(of: app) else { return nil }
        return try ExtensionDeclarations(of: app, file: path)
    }

    /// Reads a desktop file, whose name without its suffix is the application id.
    ///
    /// - Throws: ``Triggers/Refusal`` if the name is no application id, or the file can't be read or trusted.
    package init(file path: String) throws(Refusal) {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let app = String(name.dropLast(Self.suffix.count))
        guard name.hasSuffix(Self.suffix), ApplicationID.isValid(app) else {
            throw .invalidRequest(
                "the desktop file is \"\(path)\"; its name must be an application id and \".desktop\"")
        }
        try self.init(of: app, file: path)
    }

    private static let suffix = ".desktop"

    private init(of app: String, file path: String) throws(Refusal) {
        guard let file = DesktopKeyFile(try Self.contents(of: path)) else {
            throw .invalidRequest("the file \(path) is no desktop file")
        }
        (self.app, self.path) = (app, path)
        let titles = file.groups
        var (extensions, taken): ([ExtensionDeclaration], [String: String]) = ([], [:])
        for group in titles.compactMap(ExtensionGroup.init) {
            var declaration = ExtensionDeclaration(group, of: file, app: app)
            declaration.leave(taken)
            for category in declaration.categories where declaration.program != nil {
                taken[category] = declaration.name
            }
            extensions.append(declaration)
        }
        self.extensions = extensions
        unknownGroups = titles.filter { $0.hasPrefix(ExtensionGroup.prefix) && ExtensionGroup($0) == nil }
    }

    /// The program of the service extension; nil if there is none or it can't run.
    package var service: ExtensionProgram? { extensions.first { $0.kind == .service }?.program }

    /// Returns the program of the content extension that draws a category; nil if no extension draws the category.
    package func content(for category: String) -> ExtensionProgram? {
        extensions.first { $0.kind == .content && $0.program != nil && $0.categories.contains(category) }?.program
    }

    /// Reads a file, which only the person and root may be able to change.
    private static func contents(of path: String) throws(Refusal) -> [UInt8] {
        do {
            try TrustedProgram.checkReadable(path)
        } catch {
            throw .invalidRequest("the desktop file \(path) \(error.text)")
        }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            throw .invalidRequest("the desktop file \(path) can't be read: \(String(cString: strerror(errno)))")
        }
        defer { close(file) }
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 64 << 10))
        while bytes.count <= largestFile {
            let count = read(file, &buffer, buffer.count)
            guard count > 0 else { return bytes }
            bytes += buffer.prefix(count)
        }
        throw .contentTooLarge("the desktop file \(path) is over \(largestFile) bytes, the limit")
    }
}
