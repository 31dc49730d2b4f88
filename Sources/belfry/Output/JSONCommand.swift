// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import DBus

/// A command that calls the agent and can print JSON; errors are then printed as a JSON document too.
protocol JSONCommand: AsyncParsableCommand {
    /// True if the output is JSON, by `--json` or by `BELFRY_FORMAT`.
    var wantsJSON: Bool { get }
}

/// A command with the option ``JSONOption``.
protocol DocumentCommand: JSONCommand { var json: JSONOption { get } }

extension DocumentCommand { var wantsJSON: Bool { json.isWanted } }

/// The option `--json` of commands that print a document or an object per line.
struct JSONOption: ParsableArguments {
    @Flag(help: "Print JSON, errors included, with the keys of the D-Bus interface.")
    var json = false

    /// True if JSON was selected by the option or by `BELFRY_FORMAT`.
    var isWanted: Bool { json || Environment.wantsJSON }

    /// Prints a document, or lines for a person.
    func print(_ document: [String: Value], or lines: @autoclosure () throws -> [String] = []) throws {
        Console.print(isWanted ? [try JSONText.line(document)] : try lines())
    }
}
