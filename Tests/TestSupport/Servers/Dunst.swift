// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import Subprocess
import SystemPackage

/// A real dunst on a virtual screen, and its remote control.
///
/// `withDunst(on:)` creates it. dunst closes nothing after an action, sends its signals to the notifying connection
/// only, and counts from 2 after each start.
package final class Dunst: Sendable {
    /// Requests to the task that runs the process.
    enum Order: Sendable {
        case restart, stop
    }

    /// An error of dunstctl.
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

    /// Performs the default action of a displayed notification, or its only action; position 0 is the top one.
    package func action(_ position: Int = 0) async throws { try await control("action", "\(position)") }

    /// Chooses an action of a displayed notification by its key, from the context menu.
    package func press(key: String) async throws { try await context(choosing: ",\(key)]") }

    /// Opens the context menu and selects the first line that contains this text.
    ///
    /// The lines are `#Label (title) [number,key]`; the signal comes after this has returned.
    package func context(choosing part: String) async throws {
        try folder.choose(part)
        try await control("context")
    }

    /// Dismisses the last notification as a person does.
    package func close() async throws { try await control("close") }

    /// Dismisses all notifications.
    package func closeAll() async throws { try await control("close-all") }

    /// The number of notifications that are "displayed", "waiting" or in the "history".
    package func count(_ what: String = "displayed") async throws -> Int {
        Int(try await control("count", what).filter(\.isNumber)) ?? 0
    }

    /// The earlier notifications, as the JSON that dunstctl prints.
    package func history() async throws -> String { try await control("history") }

    /// Stops dunst and starts it again; returns when the new process owns the name.
    package func restart() async throws {
        orders.put(.restart)
        while try await owners.next() != nil {}
        while try await owners.next() == nil {}
    }

    /// Stops dunst; returns when the name has no owner. ``restart()`` is not possible any more.
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

    /// Runs dunst, and starts it again after each end, until a request to stop.
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
