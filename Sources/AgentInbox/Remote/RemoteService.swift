// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentInterface
import AgentPush
import DBus
import NotificationModel
import NotificationStore
import Triggers

/// The methods about remote notifications.
struct RemoteService: Sendable {
    let push: PushService
    let store: NotificationStore

    /// Answers a method about registrations; nil for another method.
    func answer(_ method: AgentMethod, of app: String, _ arguments: ArraySlice<Value>) async throws -> [Value]? {
        switch (method, arguments.first) {
        case (.registerRemote, let options?):
            let options = try DictionaryCoding.decode(RemoteOptions.self, from: options)
            var registration = try await push.registrar.register(app, options.registration)
            if let seconds = options.wait {
                registration = try await push.registrar.settled(registration, within: seconds)
            }
            return [.properties(RegistrationReport.properties(of: registration))]
        case (.unregisterRemote, .string(let instance)?):
            guard try await push.registrar.unregister(app, instance) else {
                throw Refusal(.noSuchRequest, "app \"\(app)\" has no registration \"\(instance)\"")
            }
            return []
        case (.remoteRegistrations, _):
            let scope = app == AgentNames.allApplications ? nil : app
            let registrations = try await store.registrations(of: scope)
            return [.dictionaries(registrations.map(RegistrationReport.properties))]
        default: return nil
        }
    }

    /// Returns the distributors, after the person has chosen one if `options` says so.
    func distributors(_ options: Value, for caller: Caller) async throws -> [String: Value] {
        let options = try DictionaryCoding.decode(DistributorOptions.self, from: options)
        if let name = options.choose {
            guard !caller.isSandboxed else {
                throw BusError.accessDenied("\(caller.app) is sandboxed and may not choose a distributor.")
            }
            guard name.isEmpty || NameSyntax.isWellKnownName(PushNames.distributor(name)) else {
                throw Refusal.invalidRequest("choose is \"\(name)\"; it must be a bus name, or the last part of one")
            }
            try await push.registrar.choose(name)
        }
        let list = try await push.registrar.distributors()
        var properties: [String: Value] = [
            "names": .strings(list.names), "running": .strings(list.running.sorted()), "source": .string(list.source),
        ]
        if let chosen = list.chosen { properties["chosen"] = .string(chosen) }
        return properties
    }

    func findings() async throws -> [Finding] {
        let registrations = try await store.registrations()
        let dropped = try await store.droppedPushes()
        guard !registrations.isEmpty || !dropped.isEmpty else { return [RegistrationReport.nothing] }
        let distributors = try await push.registrar.distributors()
        return RegistrationReport.findings(of: registrations, distributors, dropped)
    }
}

/// The options of `RegisterForRemoteNotifications`.
private struct RemoteOptions: Hashable, KeyCoded {
    var registration = PushRegistrationOptions()
    /// Seconds to wait for the distributor; nil replies at once.
    var wait: Double?

    static let blank = RemoteOptions()
    static let codedKeys: [CodedKey<RemoteOptions>] = [
        .value("instance", \.registration.instance), .optional("vapid", \.registration.vapid),
        .optional("description", \.registration.description), .optional("wait", \.wait),
    ]

    /// Longest wait in seconds.
    private static let longestWait = 60.0

    init(from decoder: any Decoder) throws {
        try self.init(codedKeysOf: decoder)
        guard let wait, !(0...Self.longestWait).contains(wait) else { return }
        throw Refusal.invalidRequest("wait is \(wait); it must be 0 to \(Int(Self.longestWait)) seconds")
    }

    init() {}
}

/// The options of `PushDistributors`.
private struct DistributorOptions: Hashable, KeyCoded {
    var choose: String?

    static let blank = DistributorOptions()
    static let codedKeys: [CodedKey<DistributorOptions>] = [.optional("choose", \.choose)]
}
