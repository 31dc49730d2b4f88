// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry show`: prints all details of a request.
struct Show: DocumentCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show everything about one request.")

    @Argument(help: .request)
    var id: String

    @OptionGroup var json: JSONOption
    @OptionGroup var owner: ApplicationOption

    func run() async throws {
        let request = try await RequestFinder(owner.session(owning: id).agent).request(id)
        try json.print(request, or: DictionaryText.lines(request, first: Self.order))
    }

    /// Keys to print first.
    private static let order = [
        "identifier", "app", "title", "subtitle", "body", "text", "nextTriggerDate", "state", "date", "due", "late",
    ]
}
