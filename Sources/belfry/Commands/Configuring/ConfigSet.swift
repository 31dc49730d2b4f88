// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import SettingsEditor

extension ConfigCommand {
    /// The command `belfry config set`: sets one key, or several at once.
    struct SetKeys: DocumentCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Set a key, or several; the agent uses them at once.",
            usage: """
                belfry config set [--dry-run] [--json] <key> <value> ...
                belfry config set [--dry-run] [--json] <key>=<value> ...
                """,
            discussion: """
                The value is written as a number, as true or false, or else as a text; several values are a list. \
                Comments and the order of the file stay. A wrong value is refused, and nothing is changed. Keys that \
                need each other are set by one command, each with = and its value.

                belfry config set flood.burst 5
                belfry config set quiet.pierce critical timeSensitive
                belfry config set sun.latitude=52.52 sun.longitude=13.41
                belfry config set applications.org.example.Chat.sound false
                """)

        @Argument(
            help: ArgumentHelp(
                "The key with its table, such as flood.burst, and its value or the values of a list; or each key "
                    + "with = and its value. Values of the same key are a list.", valueName: "key value"))
        var words: [String]

        @OptionGroup var trial: TrialOption
        @OptionGroup var json: JSONOption

        func validate() throws {
            do {
                _ = try SettingsAssignment.reading(words)
            } catch {
                throw ValidationError("\(error)".onOneLine)
            }
        }

        func run() async throws {
            let assignments = try SettingsAssignment.reading(words)
            let file = try await ConfigurationFile()
            let (text, values) = try await fitting(assignments, in: file)
            if !trial.isWanted { try await file.write(text.description) }
            let names = Set(assignments.map(\.name.description))
            let changed = values.filter { names.contains($0.key) }
            try json.print(changed, or: SettingsLines.of(changed))
            trial.tell()
        }

        /// Returns the changed text of the file and the values of all keys; each given value is written in the first
        /// way that the agent accepts.
        private func fitting(
            _ assignments: [SettingsAssignment], in file: ConfigurationFile
        ) async throws -> (SettingsText, [String: Value]) {
            let before = try await file.values()
            let names = Set(assignments.map(\.name))
            var ways = assignments.map { $0.literals[...] }
            var faults: [Failure] = []
            while true {
                do {
                    var text = SettingsText(file.text)
                    for (assignment, literals) in zip(assignments, ways) {
                        try text.set(assignment.name, to: literals.first ?? "")
                    }
                    return (text, try await file.check(text, against: before, changed: names.contains))
                } catch {
                    faults.append(Failure(SettingsFault.naming(error, file)))
                }
                // The agent checks the keys in order and reports the first wrong one, so the latest error counts.
                let fault = faults[faults.count - 1]
                func isAboutValue(of index: Int, _ fault: Failure) -> Bool {
                    fault.sentence.contains("\(assignments[index].name) must be")
                }
                let refused = assignments.indices.first { isAboutValue(of: $0, fault) }
                let malformed = assignments.indices.first { assignments[$0].isTOML && ways[$0].startIndex == 0 }
                guard let index = refused ?? malformed else { throw advice(on: fault, assignments) }
                guard ways[index].count > 1 else { throw faults.first { isAboutValue(of: index, $0) } ?? fault }
                ways[index].removeFirst()
            }
        }

        /// Adds to an error the advice to set several keys at once if one key was given and the agent needs more keys.
        private func advice(on failure: Failure, _ assignments: [SettingsAssignment]) -> Failure {
            guard assignments.count == 1, let table = assignments[0].name.parts.dropLast().last,
                failure.sentence.contains("\(table) needs ")
            else { return failure }
            let name = assignments[0].name
            return failure.saying(
                "\(failure.sentence); set them at once: belfry config set \(name)=VALUE KEY=VALUE")
        }
    }
}
