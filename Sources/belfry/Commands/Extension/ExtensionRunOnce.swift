// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import DBus

extension ExtensionCommand {
    /// The command `belfry extension run`: tries an extension for its author.
    struct RunOnce: DocumentCommand {
        static let configuration = CommandConfiguration(
            commandName: "run", abstract: "Run the extensions with a payload, and print what they change.",
            discussion: """
                The service extension runs first, and then the content extension that draws the notification's category, \
                in the sandbox and with the limits of any run; nothing is shown or stored. Printed are each line of the \
                output with the time since the start, the standard error, and each key that changes: "-" is the value \
                before, "+" the new one.

                Exit status: 0 if no extension failed, 1 if one did.

                belfry extension run org.example.Chat --payload payload.json
                echo '{"aps": {"alert": "x"}}' | belfry extension run ./org.example.Chat.desktop
                """)

        @Argument(help: ArgumentHelp("The application's id, or the path of its desktop file.", valueName: "app"))
        var subject: String

        @Option(
            help: ArgumentHelp(
                "The JSON of a remote notification (default: the standard input).", valueName: "file"))
        var payload: String?

        @OptionGroup var json: JSONOption

        func run() async throws {
            let trial = try await ExtensionSubject(subject).trial(TransferSource.open(payload))
            try json.print(trial, or: try ExtensionWords.lines(ofTrial: trial))
            if let reason = trial["message"]?.string {
                throw Failure.withoutDocument(.no, "the original would be shown: \(reason.onOneLine)")
            }
            guard let reason = trial["content"]?.properties?["message"]?.string else { return }
            throw Failure.withoutDocument(.no, "the content extension would draw nothing: \(reason.onOneLine)")
        }
    }
}
