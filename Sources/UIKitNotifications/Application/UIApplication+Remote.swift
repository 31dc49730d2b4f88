// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import LegacyNotifications
import UserNotifications

extension UIApplication {
    /// Registers the program for remote notifications; the delegate gets the subscription, or an error.
    ///
    /// The device token is the subscription as JSON, which the program's provider needs.
    public func registerForRemoteNotifications() {
        receive()
        Task { @MainActor [self] in
            do {
                let registration = try await legacy.center.registerForRemoteNotifications()
                lastToken = nil
                registers(registration.subscription)
            } catch {
                delegate?.application(self, didFailToRegisterForRemoteNotificationsWithError: error)
            }
        }
    }

    /// Whether the program is registered for remote notifications.
    public var isRegisteredForRemoteNotifications: Bool { legacy.isRegisteredForRemote }

    /// Ends the registration for remote notifications.
    public func unregisterForRemoteNotifications() {
        Task { [center = legacy.center] in try? await center.unregisterForRemoteNotifications() }
    }

    func registers(_ token: Data) {
        guard token != lastToken else { return }
        lastToken = token
        delegate?.application(self, didRegisterForRemoteNotificationsWithDeviceToken: token)
    }

    /// Passes a remote notification to the delegate; the result is nil if the delegate has no method for it. A nil
    /// `state` stands for the current state.
    func receivesRemote(_ userInfo: [AnyHashable: Any], _ state: State? = nil) async -> UIBackgroundFetchResult? {
        guard let delegate else { return nil }
        let outcome: (isMade: Bool, result: UIBackgroundFetchResult) = await withCheckedContinuation { continuation in
            let once = Guarded<CheckedContinuation<(isMade: Bool, result: UIBackgroundFetchResult), Never>?>(
                continuation)
            let end: (Bool, UIBackgroundFetchResult) -> Void = {
                once.take()?.resume(returning: (isMade: $0, result: $1))
            }
            let member = "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
            let wasMade = isMade(member, of: delegate, in: state ?? applicationState) {
                delegate.application(self, didReceiveRemoteNotification: userInfo) { end(true, $0) }
            }
            if !wasMade { end(false, .noData) }
        }
        if outcome.isMade { return outcome.result }
        let member = "application(_:didReceiveRemoteNotification:)"
        let wasMade = isMade(member, of: delegate, in: state ?? applicationState) {
            delegate.application(self, didReceiveRemoteNotification: userInfo)
        }
        return wasMade ? .noData : nil
    }
}

/// Receives registrations and silent pushes for an application.
final class RemoteReceiver: UNRemoteNotificationDelegate, Sendable {
    private let application: Guarded<Weak>

    private struct Weak { weak var application: UIApplication? }

    init(_ application: UIApplication) { self.application = Guarded(Weak(application: application)) }

    func didRegister(_ registration: UNRemoteRegistration) {
        Task { await launched()?.registers(registration.subscription) }
    }

    /// Returns the application once it has launched, because its delegate gets no other calls before the launch.
    @MainActor
    private func launched() async -> UIApplication? {
        while application.value.application?.isLaunching == true { try? await Task.sleep(for: .milliseconds(20)) }
        return application.value.application
    }

    /// Does nothing: `registerForRemoteNotifications()` tells the delegate of a failure, once.
    func didFailToRegister(_ instance: String, error: any Error) {}

    func didReceiveRemoteNotification(_ userInfo: [AnyHashable: Any]) async -> UNRemoteNotificationResult {
        let info = Guarded(userInfo)
        let result = await MainActor.run { Task { await launched()?.receivesRemote(info.value) } }
        return (await result.value ?? nil).flatMap { UNRemoteNotificationResult(rawValue: $0.rawValue) } ?? .noData
    }
}
