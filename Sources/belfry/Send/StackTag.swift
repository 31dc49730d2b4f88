// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// The stack tag, with which a newer notification of an application replaces an older one, such as a volume popup.
///
/// Only some servers support it. Belfry gives both notifications the same identifier, which works with all servers.
enum StackTag {
    private static let names = ["x-canonical-private-synchronous", "x-dunst-stack-tag", "synchronous"]

    /// Returns the request's identifier, a number as for `--replace-id`; nil without a tag.
    static func identifier(in hints: [String: Value], applicationName: String) -> String? {
        guard let tag = names.lazy.compactMap({ hints[$0]?.string }).first(where: { !$0.isEmpty }) else { return nil }
        // FNV-1a gives the same result in every process, unlike Swift's own hash.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in "\(applicationName)\u{0}\(tag)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return String(1 + (hash >> 16) % UInt64(Int32.max))
    }
}
