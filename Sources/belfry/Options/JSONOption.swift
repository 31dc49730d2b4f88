// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `--json`, for commands that print one document or one object a line.
struct JSONOption: ParsableArguments {
    @Flag(help: "Print JSON, with the keys of the D-Bus interface; an error, too.")
    var json = false

    /// Whether JSON is wanted, by the flag or by `BELFRY_FORMAT`.
    var isWanted: Bool { json || Environment.wantsJSON }
}
