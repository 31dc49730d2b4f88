// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentFiles
import AgentInbox
import AgentInterface
import AgentMaintenance
import DBus
import EventLoop
import NotificationStore
import Synchronization
import Triggers

/// The agent's object while no store is usable; it refuses all calls except `belfry doctor`'s, and tells the reason.
final class UnavailableStoreObject: ExportedObject {
    let interfaces: [Interface]
    let reason: Mutex<StoreError>
    private let connection: Connection
    private let identity: CallerIdentity
    private let paths: AgentPaths

    init(_ reason: StoreError, connection: Connection, paths: AgentPaths) throws {
        interfaces = try NotificationCenterObject.interfaces(isTest: false)
        self.reason = Mutex(reason)
        self.connection = connection
        identity = CallerIdentity(on: connection.loop)
        self.paths = paths
    }

    /// The refusal of every call, with the present reason.
    var refusal: Refusal { Refusal(.storeUnavailable, "\(reason.withLock { $0 })") }

    func answer(_ call: MethodCall) async throws -> [Value] {
        guard call.member == AgentMethod.diagnose.rawValue else { throw refusal }
        let caller = try await identity.caller(call.sender, on: connection)
        try caller.checkMayDiagnose()
        let findings = await offLoop { [paths] in
            ConfinementDiagnosis(paths: paths).findings + FolderDiagnosis.findings(of: paths)
        }
        return [.properties(Diagnosis([Finding("agent.version", AgentVersion.current)] + findings).properties)]
    }
}
