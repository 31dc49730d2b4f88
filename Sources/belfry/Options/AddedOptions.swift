// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import DBus

/// Options for printing the outcome of an added request.
struct AddedOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Print only the identifier.")
    var printId = false

    @OptionGroup var json: JSONOption

    @Flag(help: "Print identifier, date and Unix seconds, separated by tabs.")
    var porcelain = false

    @Flag(name: .shortAndLong, help: "Print no notes on the standard error.")
    var quiet = false

    /// True if the output is JSON; `--print-id` and `--porcelain` have priority.
    var wantsJSON: Bool { json.isWanted && !printId && !porcelain }

    /// Prints the outcome of a request: data on the standard output, notes on the standard error.
    ///
    /// `title` is a title that was taken from a sentence; it is printed after the time. With `isVerbose`, the message
    /// also tells that an earlier request was replaced.
    func print(_ outcome: [String: Value], of request: [String: Value], title: String? = nil, isVerbose: Bool) throws {
        let identifier = outcome["identifier"]?.string ?? ""
        if !quiet { Self.tellNotes(of: outcome, for: request) }
        if isVerbose, outcome["replaced"]?.bool == true {
            Console.say("the pending request \"\(identifier.onOneLine)\" was replaced")
        }
        if printId {
            Console.print(identifier)
        } else if porcelain {
            let date = outcome["nextTriggerDate"]?.string ?? ""
            let seconds = outcome["nextTriggerDateUnix"]?.double.map { String(Int64($0)) } ?? ""
            Console.print([identifier.escapedForPorcelain, date, seconds].joined(separator: "\t"))
        } else if wantsJSON {
            Console.print(try JSONText.line(outcome))
        } else {
            let title = title.map { "  \($0.onOneLine)" } ?? ""
            let when = outcome["nextTriggerDate"] == nil ? nil : outcome["when"]?.string
            let time = [outcome["text"]?.string ?? "now", when?.onOneLine].compactMap(\.self).joined(separator: ", ")
            Console.print("\(Console.bold(identifier.onOneLine))  \(time)\(title)")
        }
    }

    /// Prints the agent's notes about an added request, and the requested features that the notification server lacks.
    static func tellNotes(of outcome: [String: Value], for request: [String: Value]) {
        for note in outcome["notes"]?.strings ?? [] { Console.say(note) }
        var degraded = outcome["degraded"]?.strings ?? []
        if let index = degraded.firstIndex(of: "category") {
            degraded.remove(at: index)
            let name = request["categoryIdentifier"]?.string ?? ""
            Console.say(
                "the category \"\(name)\" isn't registered, so its buttons will be missing; "
                    + "register it with `belfry category set`")
        }
        if let name = request["sound"]?.string, name != "default", let index = degraded.firstIndex(of: "sound") {
            degraded.remove(at: index)
            Console.say("the sound \"\(name.onOneLine)\" was not found, or no program here can play it")
        }
        if let index = degraded.firstIndex(of: "location") {
            degraded.remove(at: index)
            Console.say("the request waits until you allow its use of your location: belfry location allow [APP]")
        }
        if !degraded.isEmpty { Console.say("not supported here, so left out: \(degraded.joined(separator: ", "))") }
    }
}
