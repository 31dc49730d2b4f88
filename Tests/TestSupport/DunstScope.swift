// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import NotificationServer
import Subprocess

/// Runs `body` with a dunst that owns the name on this bus, and ends it and its screen.
package func withDunst<Result: Sendable>(
    on address: String, _ body: @Sendable (Dunst) async throws -> Result
) async throws -> Result {
    let folder = try DunstFolder()
    defer { folder.remove() }
    // Xvfb looks for a free number by itself and prints it when it is ready.
    return try await Subprocess.run(
        .name("Xvfb"), arguments: ["-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp"],
        input: .none, output: .sequence, error: .discarded
    ) { screen in
        defer { try? screen.send(signal: .terminate) }
        var lines = screen.standardOutput.strings().makeAsyncIterator()
        let display = try await lines.next()?.filter(\.isNumber) ?? ""
        guard !display.isEmpty else { throw Dunst.Failure(command: "Xvfb", message: "It did not start.") }
        return try await withDunst(Dunst(folder: folder, bus: address, display: display), on: address, body)
    }.closureResult
}

private func withDunst<Result: Sendable>(
    _ dunst: Dunst, on address: String, _ body: @Sendable (Dunst) async throws -> Result
) async throws -> Result {
    let loop = EventLoop.onOwnThread(named: "dunst")
    let connection = try Connection(to: .at(address), on: loop)
    defer {
        loop.perform {
            connection.assumeIsolated { $0.close() }
            loop.stop()
        }
    }
    _ = try await connection.watch(name: NotificationServer.interfaceName) { [owners = dunst.owners] _, new in
        owners.put(new)
    }
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await dunst.keep() }
        defer { dunst.orders.put(.stop) }
        while try await dunst.owners.next() == nil {}
        return try await body(dunst)
    }
}
