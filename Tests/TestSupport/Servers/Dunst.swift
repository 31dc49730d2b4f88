// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import Subprocess
import SystemPackage

/// The real dunst under a screen that nobody sees, and its remote control.
///
/// Made by `withDunst(on:)`. dunst closes nothing after an action, sends its signals to the notifying
/// connection only, and counts from 2 after each start.
package final class Dunst: Sendable {
    /// What the keeper of the process is to do.
    enum Order: Sendable {
        case restart, stop
    }

    /// dunst's own tool failed.
    package struct Failure: Error, CustomStringConvertible {
        package let command: String
        package let message: String
        package var description: String { "\(command): \(message)" }
    }

    let orders = Mailbox<Order>()
    let owners = Mailbox<String?>()
    let folder: DunstFolder
    let environment: Environment

    init(folder: DunstFolder, bus: String, screen: [String: String]) {
        self.folder = folder
        let plain = [
            "DBUS_SESSION_BUS_ADDRESS": bus, "LC_ALL": "C.UTF-8",
            "HOME": folder.path.appending("home").string, "XDG_CONFIG_HOME": folder.path.appending("home").string,
            "XDG_DATA_HOME": folder.path.appending("home").string,
            "XDG_RUNTIME_DIR": folder.path.appending("run").string,
        ]
        let variables = plain.merging(screen) { $1 }.map { (Environment.Key(stringLiteral: $0.key), $0.value) }
        environment = .inherit.updating(Dictionary(uniqueKeysWithValues: variables))
    }

    /// Performs the default action of a displayed notification, or its only one; 0 is the top one.
    package func action(_ position: Int = 0) async throws { try await control("action", "\(position)") }

    /// Chooses an action of a displayed notification by its key, from the context menu.
    package func press(key: String) async throws { try await context(choosing: ",\(key)]") }

    /// Opens the context menu and takes the first line that contains this.
    ///
    /// The lines are `#Label (title) [number,key]`; the signal comes after this has returned.
    package func context(choosing part: String) async throws {
        try folder.choose(part)
        try await control("context")
    }

    /// Dismisses the last notification as a person does.
    package func close() async throws { try await control("close") }

    /// Dismisses all.
    package func closeAll() async throws { try await control("close-all") }

    /// How many are "displayed", "waiting" or in the "history".
    package func count(_ what: String = "displayed") async throws -> Int {
        Int(try await control("count", what).filter(\.isNumber)) ?? 0
    }

    /// What was shown before, as the JSON that dunstctl prints.
    package func history() async throws -> String { try await control("history") }

    /// Stops dunst and starts it again; returns when the new one owns the name.
    package func restart() async throws {
        orders.put(.restart)
        while try await owners.next() != nil {}
        while try await owners.next() == nil {}
    }

    /// Stops dunst; returns when nobody owns the name. ``restart()`` is not possible any more.
    package func stop() async throws {
        orders.put(.stop)
        while try await owners.next() != nil {}
    }

    @discardableResult
    private func control(_ arguments: String...) async throws -> String {
        let result = try await Subprocess.run(
            .name("dunstctl"), arguments: Arguments(arguments), environment: environment, input: .none,
            output: .string(limit: 1 << 20), error: .string(limit: 1 << 16))
        guard result.terminationStatus.isSuccess else {
            throw Failure(command: arguments.joined(separator: " "), message: result.standardError)
        }
        return result.standardOutput
    }

    /// Keeps a dunst running, one after another, until it is told to stop.
    func keep() async throws {
        var order = Order.restart
        while order == .restart {
            order = try await Subprocess.run(
                .name("dunst"), arguments: ["-conf", folder.path.appending("dunstrc").string],
                environment: environment, input: .none, output: .discarded, error: .discarded
            ) { dunst in
                defer { try? dunst.send(signal: .terminate) }
                return try await orders.next(seconds: 3600)
            }.closureResult
        }
    }
}
