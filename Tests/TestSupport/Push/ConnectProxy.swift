// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials

/// A proxy that leads every connection to one port of this machine, in a Python process: `connect_proxy.py`.
package struct ConnectProxy: Sendable {
    package let port: Int
    private let folder: String
    private let process: AgentProcess

    fileprivate init(to port: Int, in folder: String) async throws {
        let script = Checkout.root + "Tests/TestSupport/Push/connect_proxy.py"
        process = try AgentProcess(
            [Program.python, script, folder, "\(port)"], environment: ["PATH": "/usr/bin:/bin"],
            log: folder + "/proxy-log")
        self.folder = folder
        self.port = try await LoopbackPort.written(to: folder + "/proxy-port")
    }

    /// The methods and targets that the proxy was asked for, such as `CONNECT push.example.org:443`.
    package var targets: [String] {
        let text = (try? String(contentsOfFile: folder + "/targets", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    fileprivate func end() async {
        process.send(9)
        _ = try? await process.end()
    }
}

/// Runs `body` with a proxy that has its files in an existing folder, and ends it.
package func withConnectProxy<Result>(
    to port: Int, in folder: String, isolation: isolated (any Actor)? = #isolation,
    _ body: (ConnectProxy) async throws -> Result
) async throws -> Result {
    let proxy = try await ConnectProxy(to: port, in: folder)
    do {
        let result = try await body(proxy)
        await proxy.end()
        return result
    } catch {
        await proxy.end()
        throw error
    }
}
