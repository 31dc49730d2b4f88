// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// The tag by which a newer notification of an application takes the place of an older one: a popup of the volume.
///
/// Some servers know it; Belfry gives both the same identifier, so that it holds on all of them.
enum StackTag {
    private static let names = ["x-canonical-private-synchronous", "x-dunst-stack-tag", "synchronous"]

    /// The request's identifier: a number, as `--replace-id` takes it.
    ///
    /// Nil without a tag.
    static func identifier(in hints: [String: Value], applicationName: String) -> String? {
        guard let tag = names.lazy.compactMap({ hints[$0]?.string }).first(where: { !$0.isEmpty }) else { return nil }
        // FNV-1a: the same in every process, which Swift's own hash isn't.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in "\(applicationName)\u{0}\(tag)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return String(1 + (hash >> 16) % UInt64(Int32.max))
    }
}
