// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import NotificationServer

/// The exported object of a scripted server: the real interface, whose replies the script sets.
struct ScriptedServerObject: ExportedObject {
    let interfaces: [Interface]
    private let server: ScriptedServer

    init(_ server: ScriptedServer) throws {
        self.server = server
        interfaces = [try NotificationServerObject.interface()]
    }

    func answer(_ call: MethodCall) async throws -> [Value] {
        try await server.answer(call)
    }
}
