// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import ExtensionWire

/// The declaration of one extension: a group of the application's desktop file.
package struct ExtensionDeclaration: Hashable, Sendable {
    package let kind: ExtensionKind
    /// The title of the group.
    package let group: String
    /// The name of a content extension; empty for a service extension.
    package let name: String
    /// The value of `Exec`, without its escapes if they are valid; nil if the key is missing.
    package let exec: String?
    /// Whether the extension asks for the network (`X-Network`).
    package let usesNetwork: Bool
    /// The longest time of one run (`X-Timeout`, else ``ExtensionWire/ExtensionKind/longestTime``).
    package let timeLimit: Duration
    /// Identifiers of the categories whose notifications a content extension draws (`X-Categories`).
    package private(set) var categories: [String]
    /// The extension's program; nil if a problem is fatal.
    package let program: ExtensionProgram?
    package private(set) var problems: [ExtensionProblem]

    /// Reads the declaration from a group of a desktop file.
    init(_ group: ExtensionGroup, of file: DesktopKeyFile, app: String) {
        var reader = GroupReader(file, group)
        (kind, self.group, name) = (group.kind, group.title, group.name)
        exec = file.string("Exec", of: group.title) ?? file.raw("Exec", of: group.title)
        (usesNetwork, timeLimit) = (reader.usesNetwork(), reader.timeLimit())
        categories = kind == .content ? reader.categories() : []
        let words = reader.words()
        problems = reader.problems
        guard let words, !problems.contains(where: \.isFatal) else {
            program = nil
            return
        }
        program = ExtensionProgram(app: app, kind: kind, words: words, usesNetwork: usesNetwork, timeLimit: timeLimit)
    }

    /// Removes the categories that an earlier extension of the same file draws, and adds a problem for each of them.
    mutating func leave(_ taken: [String: String]) {
        for category in categories {
            guard let other = taken[category] else { continue }
            problems.append(
                ExtensionProblem(
                    "X-Categories", category, "is drawn by the extension \"\(other)\", which comes first in the file"))
        }
        categories.removeAll { taken[$0] != nil }
    }
}
