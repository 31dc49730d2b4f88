// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles

/// Limits of a list that is the answer to one call, in one message on the bus.
///
/// Tests set smaller limits by ``AgentFiles/TestHook``.
enum ListLimit {
    /// Bytes that a message may have.
    static let bytes = TestHook.listBytes.value.flatMap { Int($0) } ?? 16 << 20

    /// Bytes of the answer to a call that adds many requests.
    static let answerBytes = TestHook.answerBytes.value.flatMap { Int($0) } ?? 16 << 20

    /// Bytes of a page, short enough for other calls to be answered between two pages.
    static let pageBytes = 4 << 20
}
