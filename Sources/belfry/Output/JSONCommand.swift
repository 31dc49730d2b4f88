// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// A command that calls the agent and can print JSON; errors are then printed as a JSON document too.
protocol JSONCommand: ParsableCommand {
    /// True if the output is JSON, by `--json` or by `BELFRY_FORMAT`.
    var wantsJSON: Bool { get }
}

// Commands that add. The results of `add -` are always JSON.
extension Remind: JSONCommand { var wantsJSON: Bool { output.wantsJSON } }
extension Add: JSONCommand { var wantsJSON: Bool { source != nil || output.wantsJSON } }
extension Edit: JSONCommand { var wantsJSON: Bool { output.wantsJSON } }
extension Settings: JSONCommand { var wantsJSON: Bool { json.isWanted } }

// Commands that wait.
extension Ask: JSONCommand { var wantsJSON: Bool { answers.json.isWanted } }
extension Wait: JSONCommand { var wantsJSON: Bool { answers.json.isWanted } }
// The events of `listen` are always JSON.
extension Listen: JSONCommand { var wantsJSON: Bool { true } }

// Commands that look up.
extension List: JSONCommand { var wantsJSON: Bool { output.printer.style == .json } }
extension Show: JSONCommand { var wantsJSON: Bool { json.isWanted } }
extension Next: JSONCommand { var wantsJSON: Bool { json.isWanted } }
extension Explain: JSONCommand { var wantsJSON: Bool { json.isWanted } }
extension Log: JSONCommand { var wantsJSON: Bool { json.isWanted } }
extension Status: JSONCommand { var wantsJSON: Bool { json.isWanted } }
extension Doctor: JSONCommand { var wantsJSON: Bool { json.isWanted } }

// Commands that change.
extension Cancel: JSONCommand { var wantsJSON: Bool { removal.selection.json.isWanted } }
extension Remove: JSONCommand { var wantsJSON: Bool { removal.selection.json.isWanted } }
extension Repost: JSONCommand { var wantsJSON: Bool { selection.json.isWanted } }
extension Snooze: JSONCommand { var wantsJSON: Bool { json.isWanted } }
extension Pause: JSONCommand { var wantsJSON: Bool { json.isWanted } }
extension Resume: JSONCommand { var wantsJSON: Bool { json.isWanted } }
extension CategoryCommand.SetOne: JSONCommand { var wantsJSON: Bool { json.isWanted } }
extension CategoryCommand.ListAll: JSONCommand { var wantsJSON: Bool { json.isWanted } }
extension CategoryCommand.RemoveSome: JSONCommand { var wantsJSON: Bool { json.isWanted } }

// Commands that transfer. Without a file, the standard output of `export` is the export.
extension Export: JSONCommand { var wantsJSON: Bool { output != nil && (json || Environment.wantsJSON) } }
extension Import: JSONCommand { var wantsJSON: Bool { json.isWanted } }

/// The option `--json` of commands that print a document or an object per line.
struct JSONOption: ParsableArguments {
    @Flag(help: "Print JSON, with the keys of the D-Bus interface; an error, too.")
    var json = false

    /// True if JSON was selected by the option or by `BELFRY_FORMAT`.
    var isWanted: Bool { json || Environment.wantsJSON }
}
