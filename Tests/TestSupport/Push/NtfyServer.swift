// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials

/// A server that speaks ntfy's JSON, in a Python process: `ntfy_server.py`, which describes what can be asked of it.
package struct NtfyServer: Sendable {
    package let port: Int
    private let process: AgentProcess

    /// The address before a topic.
    package var address: String { "http://127.0.0.1:\(port)" }

    fileprivate init(in folder: String) async throws {
        let script = Checkout.root + "Tests/TestSupport/Push/ntfy_server.py"
        process = try AgentProcess(
            [Program.python, script, folder], environment: ["PATH": "/usr/bin:/bin"], log: folder + "/log")
        port = try await withDeadline {
            while true {
                if let data = FileManager.default.contents(atPath: folder + "/port"),
                    let port = Int(String(decoding: data, as: UTF8.self))
                {
                    return port
                }
                try await yieldUntilDeadline()
            }
        }
    }

    fileprivate func end() async {
        process.send(9)
        _ = try? await process.end()
    }
}

/// Runs `body` with a server that speaks ntfy's JSON, and ends it.
package func withNtfyServer<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: (NtfyServer) async throws -> Result
) async throws -> Result {
    let folder = try temporaryFolder("ntfy")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try await NtfyServer(in: folder)
    do {
        let result = try await body(server)
        await server.end()
        return result
    } catch {
        await server.end()
        throw error
    }
}
