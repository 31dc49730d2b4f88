// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry show`: prints all details of a request.
struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show everything about one request.")

    @Argument(
        help:
            "The identifier, a prefix that only one request has, or %1 for the first of the last list in this terminal."
    )
    var id: String

    @OptionGroup var json: JSONOption
    @OptionGroup var owner: ApplicationOption

    func run() async throws {
        let request = try await RequestFinder(owner.session(owning: id).agent).request(id)
        if json.isWanted {
            Console.print(try JSONText.line(request))
        } else {
            Console.print(try DictionaryText.lines(request, first: Self.order))
        }
    }

    /// Keys to print first.
    private static let order = [
        "identifier", "app", "title", "subtitle", "body", "text", "nextTriggerDate", "state", "date", "due", "late",
    ]
}
