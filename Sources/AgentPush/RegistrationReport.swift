// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
package import DBus
import FoundationEssentials
package import NotificationStore
import WebPush

/// The state of registrations, for the D-Bus interface and for `belfry doctor`.
package enum RegistrationReport {
    /// Returns the dictionary of a registration. The dictionary has no private key.
    package static func properties(of registration: RemoteRegistration) -> [String: Value] {
        var properties: [String: Value] = [
            "app": .string(registration.app), "instance": .string(registration.instance),
            "state": .string(registration.state.name),
        ]
        if !registration.distributor.isEmpty { properties["distributor"] = .string(registration.distributor) }
        if let reason = registration.reason { properties["reason"] = .string(reason) }
        if let endpoint = registration.endpoint { properties["endpoint"] = .string(endpoint) }
        if let subscription = subscription(of: registration) { properties["subscription"] = .string(subscription) }
        if let vapid = registration.vapid {
            properties["vapid"] = .string(vapid)
            // UnifiedPush doesn't tell whether the push server checks the `vapid` key, so nobody may rely on this.
            properties["vapidEnforced"] = .boolean(false)
        }
        return properties
    }

    /// Returns the subscription in W3C's JSON; nil unless the registration has the state `registered`.
    private static func subscription(of registration: RemoteRegistration) -> String? {
        guard registration.state == .registered, let endpoint = registration.endpoint.flatMap(URL.init(string:)),
            let key = try? PrivateKey(registration.privateKey)
        else { return nil }
        let subscription = PushSubscription(endpoint: endpoint, publicKey: key.publicKey, secret: registration.secret)
        return String(decoding: subscription.json, as: UTF8.self)
    }

    /// The finding if there is neither a registration nor a dropped message.
    package static let nothing = Finding(
        "push.registrations", "no application is registered for remote notifications")

    /// Returns the findings of a diagnosis: distributors, registrations, and dropped messages.
    package static func findings(
        of registrations: [RemoteRegistration], _ distributors: DistributorList, _ dropped: [DroppedPushes]
    ) -> [Finding] {
        [finding(of: distributors, isNeeded: !registrations.isEmpty)] + registrations.map(finding)
            + dropped.sorted { ($0.app, $0.reason) < ($1.app, $1.reason) }.map(finding)
    }

    private static func finding(of distributors: DistributorList, isNeeded: Bool) -> Finding {
        guard let chosen = distributors.chosen else {
            return Finding(
                "push.distributor", isNeeded ? .problem : .note, "no UnifiedPush distributor is installed",
                advice: "Install a distributor (belfry-distributor), or choose one: \"belfry push distributor NAME\".")
        }
        let others = distributors.names.filter { $0 != chosen }
        let list = others.isEmpty ? "" : "; also there: " + others.joined(separator: ", ")
        return Finding("push.distributor", "\(chosen) (\(distributors.source))\(list)")
    }

    private static func finding(of registration: RemoteRegistration) -> Finding {
        let name = registration.app + (registration.instance.isEmpty ? "" : " (\(registration.instance))")
        let vapid = registration.vapid == nil ? "" : "; vapidEnforced: false"
        switch registration.state {
        case .registered: return Finding("push.registration", "\(name): registered\(vapid)")
        case .pending: return Finding("push.registration", .note, "\(name): waits for the distributor\(vapid)")
        case .failed:
            let failure = registration.reason.flatMap(RegistrationFailure.init(rawValue:))
            return Finding(
                "push.registration", .problem,
                "\(name): \(failure?.sentence ?? registration.reason ?? "failed")\(vapid)",
                advice: failure == .actionRequired
                    ? "Set the distributor up; for Belfry's own, see belfry-distributor(1)." : nil)
        }
    }

    private static func finding(of dropped: DroppedPushes) -> Finding {
        let app = dropped.app.isEmpty ? "an unknown token" : dropped.app
        let detail = dropped.detail.isEmpty ? "" : ": \(dropped.detail)"
        guard dropped.reason != PushReceiver.remark else {
            return Finding("push.remark", .note, "\(app), \(dropped.count) payloads\(detail)")
        }
        return Finding("push.dropped", .note, "\(app), \(dropped.reason), \(dropped.count) messages\(detail)")
    }
}

extension RemoteRegistration.State {
    /// The state's name in the D-Bus interface.
    var name: String {
        switch self {
        case .pending: "pending"
        case .registered: "registered"
        case .failed: "failed"
        }
    }
}
