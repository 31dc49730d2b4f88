// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import LegacyNotifications
import UserNotifications

extension UIApplication {
    /// Removes a notification by its identifier or, if no request has it, all notifications with equal properties.
    func cancel(_ notification: UILocalNotification) {
        let requests = legacy.pending() + legacy.delivered().map(\.request)
        if let identifier = notification.identifier, requests.contains(where: { $0.identifier == identifier }) {
            return legacy.remove([identifier])
        }
        let fields = notification.fields.stored
        legacy.remove(requests.filter { LocalNotificationFields($0).stored == fields }.map(\.identifier))
    }

    /// The pending notifications; setting the property replaces them.
    public var scheduledLocalNotifications: [UILocalNotification]? {
        get { legacy.pending().filter(LocalNotificationFields.canRead).map { UILocalNotification($0) } }
        set {
            legacy.center.removeAllPendingNotificationRequests()
            for notification in newValue ?? [] { scheduleLocalNotification(notification) }
        }
    }

    func add(_ notification: UILocalNotification, isPresentedNow: Bool) {
        let identifier = UUID().uuidString
        let copy = UILocalNotification(notification.fields, identifier: identifier)
        do {
            let (request, problem) = try copy.fields.request(
                identifier, isPresentedNow: isPresentedNow, now: legacy.now, in: legacy.timeZone)
            notification.identifier = identifier
            if let problem { legacy.report(.unscheduled(problem), about: identifier) }
            legacy.add(request) { [self] error in failed(copy, error) }
        } catch {
            failed(copy, .unscheduled(error.description))
        }
    }

    /// Reports a notification's scheduling error to the failure handler, or else to standard error and the agent's log.
    private nonisolated func failed(_ notification: UILocalNotification, _ error: UNError) {
        guard failureHandler.value != nil else {
            return legacy.report(error, about: notification.identifier ?? "")
        }
        DispatchQueue.main.async { [self] in failureHandler.value?(notification, error) }
    }
}
