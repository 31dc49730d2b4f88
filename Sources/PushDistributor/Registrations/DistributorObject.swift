// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// The distributor on the bus: decodes calls and encodes replies; decides nothing.
struct DistributorObject: ExportedObject {
    let interfaces: [Interface]
    private let distributor: Distributor

    /// - Throws: ``DBus/BusError`` if the interfaces' XML is invalid, which a test rules out.
    init(_ distributor: Distributor) throws {
        interfaces =
            try Interface.all(in: DistributorNames.distributorXML) + Interface.all(in: DistributorNames.statusXML)
        self.distributor = distributor
    }

    func answer(_ call: MethodCall) async throws -> [Value] {
        await distributor.noteWork()
        switch (call.interface, call.member) {
        case (DistributorNames.distributor1, "Register"), (DistributorNames.distributor2, "Register"):
            let arguments = RegisterCall(call)
            let reply = try await distributor.register(try arguments.wish(), from: call.sender)
            return reply.values(version: arguments.version)
        case (DistributorNames.distributor1, "Unregister"), (DistributorNames.distributor2, "Unregister"):
            let arguments = RegisterCall(call)
            try await distributor.unregister(try arguments.token(), from: call.sender)
            return arguments.version == 1 ? [] : [.properties([:])]
        case (DistributorNames.status, "Status"): return [.properties(try await distributor.status().properties)]
        case (DistributorNames.status, "Registrations"):
            let registrations = try await distributor.registrations()
            return [.array(registrations.map(Value.properties), of: .properties)]
        default: throw BusError.unknownMethod(call.member)
        }
    }
}
