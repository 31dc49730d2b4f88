// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation

/// Remote notifications. Linux only: Apple's systems have them in `UIApplication` and `NSApplication`.
extension UNUserNotificationCenter {
    /// The delegate for registrations and silent pushes; the reference is weak.
    ///
    /// Linux only. Setting the property attaches the program to the agent, which first delivers the waiting pushes and
    /// registration states. Remote alerts arrive in ``UNUserNotificationCenterDelegate`` as local notifications do,
    /// with ``UNPushNotificationTrigger``.
    public var remoteNotificationDelegate: (any UNRemoteNotificationDelegate)? {
        get { delegation.remoteDelegate }
        set { delegation.remoteDelegate = newValue }
    }

    /// Registers the program for remote notifications and waits for the subscription, at most 40 seconds.
    ///
    /// Linux only. The agent keeps the registration until ``unregisterForRemoteNotifications(instance:)``, and
    /// registers again at each of its own starts. Another call with the same `vapidKey` returns the same subscription,
    /// unless the subscription has changed.
    ///
    /// - Parameters:
    ///   - instance: The name of one of several registrations of the program, at most 64 bytes.
    ///   - vapidKey: The provider's public key, 87 characters of base64url; nil without one.
    /// - Returns: The registration, whose subscription the provider needs.
    /// - Throws: ``UNError``. Its `BelfryRefusal` is the reason, such as `noDistributor`, or `pending` if the
    ///   distributor has named no address in time. The agent continues to try, and tells the delegate the result.
    public func registerForRemoteNotifications(
        instance: String = "", vapidKey: String? = nil
    ) async throws -> UNRemoteRegistration {
        var options: [String: Value] = ["instance": .string(instance), "wait": .double(20)]
        if let vapidKey { options["vapid"] = .string(vapidKey) }
        var answer: [String: Value] = [:]
        for _ in 0..<2 {
            answer = try await ask(.registerRemote, [.properties(options)]).first?.properties ?? [:]
            if answer["state"]?.string != "pending" { break }
        }
        guard let registration = UNRemoteRegistration(answer) else { throw UNError(registration: answer) }
        return registration
    }

    /// Ends a registration.
    ///
    /// Linux only.
    ///
    /// - Throws: ``UNError``, whose `BelfryRefusal` is `NoSuchRequest` if there is no such registration.
    public func unregisterForRemoteNotifications(instance: String = "") async throws {
        _ = try await ask(.unregisterRemote, [.string(instance)])
    }

    /// Returns the program's registrations that have a subscription.
    ///
    /// Linux only.
    public func remoteRegistrations() async throws -> [UNRemoteRegistration] {
        CenterAnswer.dictionaries(try await ask(.remoteRegistrations)).compactMap(UNRemoteRegistration.init)
    }
}

extension UNError {
    /// Makes the error of a registration without a subscription.
    init(registration: [String: Value]) {
        let reason = registration["reason"]?.string ?? registration["state"]?.string ?? "pending"
        self.init(
            .notificationsNotAllowed,
            userInfo: [
                NSLocalizedDescriptionKey: "There is no subscription for remote notifications yet: \(reason)",
                Self.refusalKey: reason,
            ])
    }
}
