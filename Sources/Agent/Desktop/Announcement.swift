// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Something that Belfry itself has said on the screen, and that no store knows.
struct Announcement: Hashable, Sendable {
    /// The server's number.
    let number: UInt32
    /// The server's unique name.
    let owner: String
}
