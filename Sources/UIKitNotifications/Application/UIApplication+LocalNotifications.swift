// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import LegacyNotifications
import UserNotifications

extension UIApplication {
    /// Schedules a copy of a notification; each call is one more notification.
    ///
    /// A notification that can't be scheduled is reported to ``localNotificationFailureHandler``. Nothing is dropped:
    /// iOS keeps 64 notifications of an application only.
    public func scheduleLocalNotification(_ notification: UILocalNotification) {
        add(notification, isPresentedNow: false)
    }

    /// Presents a copy of a notification at once; its date is ignored.
    public func presentLocalNotificationNow(_ notification: UILocalNotification) {
        add(notification, isPresentedNow: true)
    }

    /// Removes a notification from the pending ones, or from the screen and the list.
    ///
    /// The notification is found by its object or an archive of it; another object removes its equals.
    public func cancelLocalNotification(_ notification: UILocalNotification) {
        let requests = legacy.pending() + legacy.delivered().map(\.request)
        if let identifier = notification.identifier, requests.contains(where: { $0.identifier == identifier }) {
            return legacy.remove([identifier])
        }
        let fields = notification.fields.stored
        legacy.remove(requests.filter { LocalNotificationFields($0).stored == fields }.map(\.identifier))
    }

    /// Removes all notifications of the application: those that are pending, and those on the screen and in the list.
    public func cancelAllLocalNotifications() {
        legacy.center.removeAllPendingNotificationRequests()
        legacy.center.removeAllDeliveredNotifications()
    }

    /// The pending notifications; setting the property replaces them.
    public var scheduledLocalNotifications: [UILocalNotification]? {
        get { legacy.pending().filter(LocalNotificationFields.canRead).map { UILocalNotification($0) } }
        set {
            legacy.center.removeAllPendingNotificationRequests()
            for notification in newValue ?? [] { scheduleLocalNotification(notification) }
        }
    }

    private func add(_ notification: UILocalNotification, isPresentedNow: Bool) {
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

    /// Reports a notification that could not be scheduled.
    private nonisolated func failed(_ notification: UILocalNotification, _ error: UNError) {
        guard failureHandler.value != nil else {
            return legacy.report(error, about: notification.identifier ?? "")
        }
        DispatchQueue.main.async { [self] in failureHandler.value?(notification, error) }
    }
}
