// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Foundation

/// A registration for remote notifications.
///
/// Linux only. It takes the place of Apple's device token: the program sends ``subscription`` to its provider, whose
/// Web Push library encrypts and posts the notifications.
public struct UNRemoteRegistration: Hashable, Sendable {
    /// The name of the registration within the program; empty for a program with one registration.
    public let instance: String
    /// The address to which the provider posts. It may change; the delegate is told of each change.
    public let endpoint: URL
    /// The subscription as JSON, W3C's `PushSubscriptionJSON`: the address and the keys. Whoever has the subscription
    /// can send notifications.
    public let subscription: Data

    /// Reads a registration from the agent's reply; nil if there is no subscription yet.
    init?(_ dictionary: [String: Value]) {
        guard let subscription = dictionary["subscription"]?.string,
            let endpoint = dictionary["endpoint"]?.string.flatMap(URL.init(string:))
        else { return nil }
        instance = dictionary["instance"]?.string ?? ""
        self.endpoint = endpoint
        self.subscription = Data(subscription.utf8)
    }
}

/// The outcome of a silent push, as `UIBackgroundFetchResult` on Apple's systems.
public enum UNRemoteNotificationResult: UInt, Sendable {
    /// The program has got new data.
    case newData = 0
    /// There was no new data.
    case noData = 1
    /// The program could not get its data.
    case failed = 2
}

/// Receives the states of a program's registrations, and silent pushes.
///
/// Linux only. Every method is optional. The methods run on the main thread under the same conditions as those of
/// ``UNUserNotificationCenterDelegate``.
public protocol UNRemoteNotificationDelegate: AnyObject {
    /// Takes a new registration, or a changed one, which the provider must use from now on.
    func didRegister(_ registration: UNRemoteRegistration)

    /// Takes the error of a failed registration. The agent tries to register again by itself; the reason is in the
    /// error's `BelfryRefusal`, such as `noDistributor`.
    func didFailToRegister(_ instance: String, error: any Error)

    /// Handles a push with `content-available`; `userInfo` is the whole payload.
    ///
    /// The method must return within 25 seconds. If the program ends before the method returns, the push is delivered
    /// again, at most three times in 24 hours.
    func didReceiveRemoteNotification(_ userInfo: [AnyHashable: Any]) async -> UNRemoteNotificationResult
}

extension UNRemoteNotificationDelegate {
    public func didRegister(_ registration: UNRemoteRegistration) {}
    public func didFailToRegister(_ instance: String, error: any Error) {}
    public func didReceiveRemoteNotification(_ userInfo: [AnyHashable: Any]) async -> UNRemoteNotificationResult {
        .noData
    }
}
