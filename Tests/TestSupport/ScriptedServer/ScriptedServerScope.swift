// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop

/// Runs `body` with a scripted server that owns the name on this bus, and ends it.
package func withScriptedServer<Result>(
    on address: String, script: ScriptedServerScript = .init(),
    isolation: isolated (any Actor)? = #isolation, _ body: (ScriptedServer) async throws -> Result
) async throws -> Result {
    let loop = EventLoop.onOwnThread(named: "scripted server")
    defer { loop.stop() }
    let server = ScriptedServer(on: address, loop: loop, script: script)
    try await server.come()
    do {
        let result = try await body(server)
        await server.leave()
        return result
    } catch {
        await server.leave()
        throw error
    }
}
