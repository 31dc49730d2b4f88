// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB

extension NotificationStore {
    /// The number on each icon that has one, by application.
    package nonisolated(nonsending) func badges() async throws -> [(app: String, count: Int)] {
        try await read { try $0.rows(.badges, []) { ($0[0], $0[1]) } }
    }
}
