// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import NotificationServer
import SystemPackage

/// Runs `body` with a dunst that owns the name on this bus, and ends it and its screen.
package func withDunst<Result: Sendable>(
    on address: String, _ body: @Sendable (Dunst) async throws -> Result
) async throws -> Result {
    let folder = try DunstFolder()
    defer { folder.remove() }
    return try await Screen.x11.open(in: folder.path.string) { screen in
        try await withDunst(Dunst(folder: folder, bus: address, screen: screen), on: address, body)
    }
}

private func withDunst<Result: Sendable>(
    _ dunst: Dunst, on address: String, _ body: @Sendable (Dunst) async throws -> Result
) async throws -> Result {
    try await withConnection(to: address, named: "dunst") { connection in
        _ = try await connection.owners(of: NotificationServer.interfaceName, into: dunst.owners)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await dunst.keep() }
            defer { dunst.orders.put(.stop) }
            while try await dunst.owners.next() == nil {}
            return try await body(dunst)
        }
    }
}
