// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentInterface
import AgentPush
import DBus
import NotificationModel
import NotificationStore
import Triggers

/// The agent's methods about remote notifications.
struct RemoteService: Sendable {
    let push: PushService
    let store: NotificationStore

    /// Answers a method about registrations for remote notifications; nil if `method` is no such method.
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
        case (.beginPushTest, let options?):
            return [.properties(try await beginTest(options, of: app))]
        case (.pushTest, .string(let name)?):
            let options = try DictionaryCoding.decode(
                TestProgressOptions.self, from: arguments.dropFirst().first ?? .properties([:]))
            let ping = await push.pings.progress(of: name, app: app, seen: Int(options.seen), within: options.wait)
            // A push test that another application began, or that began before the agent's restart, is unknown.
            return [.properties(ping.map(Self.properties) ?? ["test": .string(name), "failure": .string("unknown")])]
        default: return nil
        }
    }

    // MARK: - Tests of the delivery

    private func beginTest(_ options: Value, of app: String) async throws -> [String: Value] {
        let options = try DictionaryCoding.decode(TestOptions.self, from: options)
        let registration = try await store.registrations(of: app).first { $0.instance == options.instance }
        guard let registration else {
            throw Refusal(.noSuchRequest, "app \"\(app)\" has no registration \"\(options.instance)\"")
        }
        var properties = RegistrationReport.properties(of: registration)
        guard let ping = try await push.pings.begin(registration, isShown: !options.title.isEmpty) else {
            return properties
        }
        properties["test"] = .string(ping.name)
        properties["payload"] = .string(ping.payload(title: options.title))
        return properties
    }

    private static func properties(of ping: Ping) -> [String: Value] {
        var properties: [String: Value] = ["test": .string(ping.name)]
        for (stage, seconds) in ping.stages { properties[stage.rawValue] = .double(seconds) }
        if let failure = ping.failure { properties["failure"] = .string(failure) }
        return properties
    }

    /// Returns the push distributors; before that, stores the person's choice of a distributor if `options` has one.
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
    /// Seconds to wait for the distributor's reply; nil if the agent replies at once.
    var wait: Double?

    static let blank = RemoteOptions()
    static let codedKeys: CodedKeys<RemoteOptions> = [
        .value("instance", \.registration.instance), .optional("vapid", \.registration.vapid),
        .optional("description", \.registration.description), .optional("wait", \.wait),
    ]

    /// Largest value of `wait` in seconds.
    private static let longestWait = 60.0

    init(from decoder: any Decoder) throws {
        try self.init(codedKeysOf: decoder)
        guard let wait, !(0...Self.longestWait).contains(wait) else { return }
        throw Refusal.invalidRequest("wait is \(wait); it must be 0 to \(Int(Self.longestWait)) seconds")
    }

    init() {}
}

/// The options of `BeginPushTest`.
private struct TestOptions: Hashable, KeyCoded {
    var instance = ""
    /// Title of the notification that the test shows; if it is empty, no notification is shown.
    var title = ""

    static let blank = TestOptions()
    static let codedKeys: CodedKeys<TestOptions> = [.value("instance", \.instance), .value("title", \.title)]

    /// Largest size of a title in UTF-8 bytes.
    private static let longestTitle = 256

    init(from decoder: any Decoder) throws {
        try self.init(codedKeysOf: decoder)
        guard title.utf8.count > Self.longestTitle else { return }
        throw Refusal.contentTooLarge("title is \(title.utf8.count) bytes; the limit is \(Self.longestTitle)")
    }

    init() {}
}

/// The options of `PushTest`.
private struct TestProgressOptions: Hashable, KeyCoded {
    /// Number of stages of the test that the caller knows.
    var seen: UInt32 = 0
    /// Seconds to wait for a further stage of the test.
    var wait = 0.0

    static let blank = TestProgressOptions()
    static let codedKeys: CodedKeys<TestProgressOptions> = [.value("seen", \.seen), .value("wait", \.wait)]

    init(from decoder: any Decoder) throws {
        try self.init(codedKeysOf: decoder)
        guard !(0...60).contains(wait) else { return }
        throw Refusal.invalidRequest("wait is \(wait); it must be 0 to 60 seconds")
    }

    init() {}
}

/// The options of `PushDistributors`.
private struct DistributorOptions: Hashable, KeyCoded {
    var choose: String?

    static let blank = DistributorOptions()
    static let codedKeys: CodedKeys<DistributorOptions> = [.optional("choose", \.choose)]
}
