// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An element of an introspection document; text between elements is dropped.
struct XMLElement {
    let name: String
    let attributes: [String: String]
    var children: [XMLElement] = []
    /// The element's text, from `<` to `>`.
    var source = ""

    func children(named name: String) -> [XMLElement] { children.filter { $0.name == name } }
}
