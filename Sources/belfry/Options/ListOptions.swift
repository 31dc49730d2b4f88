// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// Options for printing lists.
struct ListOptions: ParsableArguments {
    @Flag(help: "Print JSON lines, with the keys of the D-Bus interface; an error, too.")
    var json = false

    @Flag(help: "Print fixed columns, separated by tabs.")
    var porcelain = false

    @Flag(name: .customShort("0"), help: "End lines with NUL.")
    var null = false

    func validate() throws {
        if json, porcelain { throw ValidationError("--json and --porcelain exclude each other.") }
    }

    var printer: RowPrinter {
        let style: RowPrinter.Style =
            porcelain ? .porcelain : json || Environment.wantsJSON ? .json : .human
        return RowPrinter(style: style, endsWithNull: null)
    }
}
