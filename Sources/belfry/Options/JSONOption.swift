// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The option `--json` of commands that print a document or an object per line.
struct JSONOption: ParsableArguments {
    @Flag(help: "Print JSON, with the keys of the D-Bus interface; an error, too.")
    var json = false

    /// True if JSON was selected by the option or by `BELFRY_FORMAT`.
    var isWanted: Bool { json || Environment.wantsJSON }
}
