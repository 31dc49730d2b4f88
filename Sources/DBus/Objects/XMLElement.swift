// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An element of an introspection document; texts between elements are not kept.
struct XMLElement {
    let name: String
    let attributes: [String: String]
    var children: [XMLElement] = []
    /// The element as it is written, from `<` to `>`.
    var source = ""

    func children(named name: String) -> [XMLElement] { children.filter { $0.name == name } }
}
