// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import AgentInterface
package import DBus

/// An owner of the agent's name on a bus that refuses every call.
package struct RefusingAgent: ExportedObject {
    package let interfaces: [Interface]
    private let error: BusError

    /// Replies to every method of the interface with this error.
    package init(_ error: BusError) throws {
        interfaces = [try Interface(xml: AgentNames.centerXML)]
        self.error = error
    }

    /// Creates an interface without methods, like an older agent's: a call gets the bus's error `UnknownMethod`.
    package init() throws {
        interfaces = [try Interface(xml: "<node><interface name=\"\(AgentNames.interface)\"/></node>")]
        error = .unknownMethod("None")
    }

    package func answer(_ call: MethodCall) async throws -> [Value] { throw error }
}

/// Runs `body` with the address of a private bus, on which this object is the agent.
package func withRefusingAgent<Result>(
    _ agent: RefusingAgent, isolation: isolated (any Actor)? = #isolation, _ body: (String) async throws -> Result
) async throws -> Result {
    try await withPrivateBus { address in
        let bus = String(address.prefix { $0 != "," })
        return try await withConnection(to: bus, named: "refusing agent") { connection in
            try await connection.export(agent, at: AgentNames.path)
            _ = try await connection.requestName(AgentNames.busName)
            return try await body(bus)
        }
    }
}
