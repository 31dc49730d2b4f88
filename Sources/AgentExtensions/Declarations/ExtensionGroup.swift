// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ExtensionWire

/// The title of a desktop file's group that declares an extension.
struct ExtensionGroup: Hashable, Sendable {
    let title: String
    let kind: ExtensionKind
    /// The name of a content extension; empty for a service extension.
    let name: String

    static let prefix = "X-Belfry "
    static let service = "X-Belfry Service Extension"
    static let content = "X-Belfry Content Extension "

    /// Reads a group's title; nil if the group declares no extension.
    init?(_ title: String) {
        self.title = title
        if title == Self.service {
            (kind, name) = (.service, "")
        } else if title.hasPrefix(Self.content), title != Self.content {
            (kind, name) = (.content, String(title.dropFirst(Self.content.count)))
        } else {
            return nil
        }
    }
}
