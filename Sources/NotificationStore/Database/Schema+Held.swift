// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension Schema {
    /// What is held back of a request is found without all that was: each firing looks.
    static let held = """
        CREATE INDEX IF NOT EXISTS missed_held ON missed (app, identifier) WHERE waits = 1;
        """
}
