// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentInterface
import DBus
import EventLoop
import FoundationEssentials
import NotificationModel
package import NotificationStore
import RemotePayload
import Triggers
import WebPush

/// Handles the calls of applications and of distributors.
extension PushRegistrar {
    /// Stores the wish of an application to be registered; the registration with a distributor follows later.
    ///
    /// An existing registration is kept and made again, except with another `vapid` key: then it gets a new token and
    /// new encryption keys, because a distributor binds the `vapid` key to the endpoint.
    ///
    /// - Throws: ``Triggers/Refusal`` for an invalid option, or over the limits of ``RemoteRegistration``;
    ///   ``NotificationStore/StoreError``.
    package func register(_ app: String, _ options: PushRegistrationOptions) async throws -> RemoteRegistration {
        try RemoteRegistration.check(
            instance: options.instance, vapid: options.vapid, description: options.description)
        let keys: RegistrationKeys
        do {
            keys = try RegistrationKeys()
            if let vapid = options.vapid { _ = try PublicKey(vapid) }
        } catch .noLibrary {
            throw Refusal(.serverUnavailable, RegistrationFailure.noLibrary.sentence)
        } catch {
            throw Refusal.invalidRequest("vapid: \(error)")
        }
        let wanted = RemoteRegistration(
            app: app, instance: options.instance, token: keys.token, privateKey: keys.privateKey, secret: keys.secret,
            vapid: options.vapid, description: options.description ?? Self.description(app, options.instance))
        let row = try await store.register(wanted) { old in
            guard old.vapid == wanted.vapid else { return wanted }
            var kept = old
            kept.isTold = false
            if options.description != nil { kept.description = wanted.description }
            if kept.state == .failed { (kept.state, kept.reason) = (.pending, nil) }
            return kept
        }
        try await beginWatching()
        // The call of an application does not wait for the timer of a retry, whose pause grows to an hour.
        endRetry(of: row.key)
        if row.state == .registered { announce(row) }
        makeAgain(row.key)
        return row
    }

    private static func description(_ app: String, _ instance: String) -> String {
        let name = InstalledApplication(id: app).name + (instance.isEmpty ? "" : " (\(instance))")
        return name.cut(toBytes: RemoteRegistration.maximumDescriptionSize)
    }

    /// Waits until a registration succeeds or fails; returns the registration as it is then, or after `seconds`.
    package func settled(_ row: RemoteRegistration, within seconds: Double) async throws -> RemoteRegistration {
        let timer = TimerSource(after: .seconds(seconds), on: loop) { [weak self] in
            self?.assumeIsolated { $0.resumeWaiters(of: row.key) }
        }
        defer { timer.cancel() }
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            let seen = changes
            let current = try await store.registrations(of: row.app).first { $0.instance == row.instance }
            guard let current, current.state == .pending, ContinuousClock.now < deadline, !isStopping else {
                return current ?? row
            }
            await waitForChange(of: row.key, since: seen)
        }
    }

    /// Ends a registration of an application; returns false if there was no such registration.
    package func unregister(_ app: String, _ instance: String) async throws -> Bool {
        guard let ended = try await store.unregister(app, instance) else { return false }
        endRetry(of: ended.key)
        try await beginWatching()
        work()
        return true
    }

    /// Tells an application, which has just attached, of the states of its registrations that it was not told yet.
    package func attached(_ app: String) async {
        for row in (try? await store.registrations(of: app)) ?? []
        where !row.isTold && (row.state != .pending || row.reason != nil) {
            await tellState(of: row)
        }
    }

    // MARK: - Distributors

    /// Stores a new endpoint, which the distributor of a token has sent.
    func newEndpoint(_ address: String, token: String) async throws {
        try await apply(.endpoint(address), to: token)
    }

    /// Handles the end of a registration by its distributor: the registration is made again with another token.
    func ended(token: String) async throws { try await apply(.unregistered, to: token) }

    /// Returns the state of the distributors, for `belfry push distributor` and the doctor.
    package func distributors() async throws -> DistributorList {
        let names = try await link.names()
        let all = choice.explicit.map { names.all.union([$0]) } ?? names.all
        return DistributorList(
            names: all.sorted(), running: names.running,
            chosen: choice.distributor(current: "", among: names.all), source: choice.source.rawValue)
    }

    /// Sets the person's choice of a distributor and moves the registrations to it; an empty name removes the choice.
    ///
    /// - Throws: ``Triggers/Refusal`` if `config.toml` names a distributor, or if the chosen one is not installed.
    package func choose(_ name: String) async throws {
        if let configured = choice.configured {
            throw Refusal.invalidRequest("config.toml sets push.distributor to \(configured); change it there")
        }
        let chosen = name.isEmpty ? nil : PushNames.distributor(name)
        if let chosen {
            let available = try await link.names().all
            guard available.contains(chosen) else {
                let others = available.sorted().joined(separator: ", ")
                let list = others.isEmpty ? "none is installed" : "there are \(others)"
                throw Refusal.invalidRequest("no distributor \(chosen) is installed; \(list)")
            }
        }
        try await store.setPushChoice(chosen)
        choice.commanded = chosen
        try await refresh()
    }
}

/// The options of `RegisterForRemoteNotifications`.
package struct PushRegistrationOptions: Hashable, Sendable {
    package var instance = ""
    package var vapid: String?
    package var description: String?

    package init() {}
}

/// The distributors of the session.
package struct DistributorList: Sendable {
    /// Bus names of all distributors, with the explicitly chosen distributor even if it is missing.
    package let names: [String]
    package let running: Set<String>
    /// The distributor that a new registration gets; nil if no distributor can be used.
    package let chosen: String?
    /// The source of the choice: `configuration`, `command`, `environment` or `automatic`.
    package let source: String
}
