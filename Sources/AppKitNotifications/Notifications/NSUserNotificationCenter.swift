// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import LegacyNotifications
import UserNotifications

/// The notifications of the application: those that are scheduled, and those that were delivered.
///
/// The methods return before the agent has replied. The getters wait for the agent, and see the effect of all earlier
/// calls. The class may be used on any thread; it is Sendable because locks guard its state.
open class NSUserNotificationCenter: NSObject, @unchecked Sendable {
    private let ownCenter = Guarded<LegacyCenter?>(nil)
    private let handler = Guarded<((NSUserNotification, any Error) -> Void)?>(nil)
    private let receiving = Guarded(Receiving())
    private static let only = NSUserNotificationCenter()

    private struct Receiving {
        weak var delegate: (any NSUserNotificationCenterDelegate)?
        var receiver: ResponseReceiver?
        var isLaunching = false
        /// The dates of notifications that the delegate did not want to be presented, by their identifiers.
        var hidden: [String: Date] = [:]
        /// The response that has started the program, with its notification.
        var launched: (response: UNNotificationResponse, notification: NSUserNotification)?
    }

    private override init() { super.init() }

    /// Creates a center that talks to a test's agent.
    package convenience init(_ legacy: LegacyCenter) {
        self.init()
        ownCenter.value = legacy
    }

    var legacy: LegacyCenter { ownCenter.madeOnce { LegacyCenter(.current()) } }

    /// The center of this program.
    open class var `default`: NSUserNotificationCenter { only }

    /// The center's delegate; the reference is weak.
    ///
    /// Setting the property attaches the program to the agent, which delivers waiting responses.
    open weak var delegate: (any NSUserNotificationCenterDelegate)? {
        get { receiving.value.delegate }
        set {
            receiving.change { $0.delegate = newValue }
            if newValue != nil, !receiving.value.isLaunching { receive() }
        }
    }

    /// A handler for notifications that could not be scheduled; nil writes a line to standard error and to `belfry log`.
    ///
    /// Linux only: Apple's methods raise exceptions or ignore mistakes. The handler is called on the main queue.
    public var failureHandler: ((NSUserNotification, any Error) -> Void)? {
        get { handler.value }
        set { handler.value = newValue }
    }

    // MARK: - Scheduled notifications

    /// The notifications that are scheduled; setting the property replaces them.
    open var scheduledNotifications: [NSUserNotification] {
        get { legacy.pending().compactMap { NSUserNotification($0) } }
        set {
            legacy.center.removeAllPendingNotificationRequests()
            for notification in newValue { scheduleNotification(notification) }
        }
    }

    /// Schedules a copy of a notification; a scheduled notification with the same identifier is replaced.
    open func scheduleNotification(_ notification: NSUserNotification) { add(notification, isDelivered: false) }

    /// Removes a scheduled notification, found by its identifier, or by its properties if it has no identifier.
    open func removeScheduledNotification(_ notification: NSUserNotification) {
        let found = legacy.pending().filter { NSUserNotification($0)?.isEqual(notification) == true }
        guard !found.isEmpty else { return }
        legacy.center.removePendingNotificationRequests(withIdentifiers: found.map(\.identifier))
    }

    // MARK: - Delivered notifications

    /// The delivered notifications that are neither answered nor removed, the newest first.
    open var deliveredNotifications: [NSUserNotification] {
        legacy.delivered().compactMap {
            NSUserNotification($0.request, UserNotificationOutcome(date: $0.date, isPresented: !isHidden($0)))
        }
    }

    /// Whether the delegate did not want a notification to be presented while this program ran.
    private func isHidden(_ notification: UNNotification) -> Bool {
        guard let date = receiving.value.hidden[notification.request.identifier] else { return false }
        return abs(date.timeIntervalSince(notification.date)) < 1
    }

    /// Notes a notification that isn't presented; if more than a thousand are noted, the oldest is forgotten.
    private func hide(_ notification: UNNotification) {
        receiving.change { state in
            state.hidden[notification.request.identifier] = notification.date
            guard state.hidden.count > 1000, let oldest = state.hidden.min(by: { $0.value < $1.value }) else { return }
            state.hidden[oldest.key] = nil
        }
    }

    /// Presents a copy of a notification at once; its date and its interval are ignored.
    open func deliver(_ notification: NSUserNotification) { add(notification, isDelivered: true) }

    /// Removes a delivered notification, found by its identifier, or by its properties if it has no identifier.
    open func removeDeliveredNotification(_ notification: NSUserNotification) {
        let found = legacy.delivered().filter { NSUserNotification($0.request)?.isEqual(notification) == true }
        guard !found.isEmpty else { return }
        legacy.center.removeDeliveredNotifications(withIdentifiers: found.map(\.request.identifier))
    }

    /// Removes all delivered notifications from the screen and from ``deliveredNotifications``.
    open func removeAllDeliveredNotifications() { legacy.center.removeAllDeliveredNotifications() }

    private func add(_ notification: NSUserNotification, isDelivered: Bool) {
        let copy = NSUserNotification(notification.fields)
        let fields = copy.fields
        let identifier = fields.identifier ?? UUID().uuidString
        let unsent = Guarded(copy)
        var unused: PictureFile?
        defer { unused?.remove() }
        do {
            let picture = try PictureFile(fields.contentImage)
            unused = picture
            let request = try fields.request(
                identifier, isDelivered: isDelivered, picture: picture?.url, now: legacy.now, in: legacy.timeZone)
            unused = nil
            // The agent has copied the picture when it replies, so the temporary file can be removed then.
            legacy.center.add(request) { [self] error in
                picture?.remove()
                if let error = error as? UNError { failed(unsent, error, identifier) }
            }
        } catch let error as UNError {
            failed(unsent, error, identifier)
        } catch {
            failed(unsent, .unscheduled("\(error)"), identifier)
        }
    }

    private func failed(_ notification: Guarded<NSUserNotification>, _ error: UNError, _ identifier: String) {
        guard handler.value != nil else { return legacy.report(error, about: identifier) }
        DispatchQueue.main.async { [self] in handler.value?(notification.value, error) }
    }
}

// MARK: - Calls of the agent

extension NSUserNotificationCenter {
    /// Attaches the program to the agent, unless the program has a UserNotifications delegate, to which all calls go.
    func receive() {
        legacy.center.setMissingDelegates(receiver)
    }

    private var receiver: ResponseReceiver {
        let new = ResponseReceiver(
            present: { [weak self] in self?.fires($0, $1) ?? $1(ResponseReceiver.everything) },
            respond: { [weak self] in self?.receives($0, $1) })
        return receiving.change { state in
            let receiver = state.receiver ?? new
            state.receiver = receiver
            return receiver
        }
    }

    /// Launches the application: `body` gets the notification whose response has started the program.
    @MainActor
    func launch(_ body: (NSUserNotification?) -> Void) {
        receiving.change { $0.isLaunching = true }
        let first = receiver.first(for: legacy)
        let notification = first.flatMap { Self.notification($0.response) }
        if let first, let notification { receiving.change { $0.launched = (first.response, notification) } }
        if let first {
            legacy.center.finishingAtExit(first.finish) { body(notification) }
        } else {
            body(nil)
        }
        receiving.change { $0.isLaunching = false }
        if delegate != nil { receive() }
        if let first { receives(first.response, first.finish) }
        receiver.open(isFirstTaken: first != nil)
    }

    private static func notification(_ response: UNNotificationResponse) -> NSUserNotification? {
        let notification = NSUserNotification(response.notification.request)
        if let notification { notification.result = notification.fields.outcome(of: response) }
        return notification
    }

    private func fires(_ notification: UNNotification, _ decide: ResponseReceiver.Decide) {
        let outcome = UserNotificationOutcome(date: notification.date, isPresented: true)
        guard let delegate, let own = NSUserNotification(notification.request, outcome) else {
            return decide(ResponseReceiver.everything)
        }
        delegate.userNotificationCenter(self, didDeliver: own)
        let info = ReservedInfo(of: notification.request.content, kind: UserNotificationFields.kind)
        guard info?.number("isDelivered")?.boolValue != true else { return decide(ResponseReceiver.everything) }
        let shows = OptionalCall.result(of: delegate, "userNotificationCenter(_:shouldPresent:)") {
            delegate.userNotificationCenter(self, shouldPresent: own)
        }
        guard shows == false else { return decide(ResponseReceiver.everything) }
        hide(notification)
        own.result.isPresented = false
        decide([.list, .badge])
    }

    private func receives(_ response: UNNotificationResponse, _ finish: @escaping ResponseReceiver.Finish) {
        let launched = receiving.change { state in
            defer { state.launched = nil }
            return state.launched
        }
        // After a launch by a response, the delegate gets the same notification object as at the launch.
        let notification = launched?.response == response ? launched?.notification : Self.notification(response)
        if response.actionIdentifier != UNNotificationDismissActionIdentifier, let notification {
            legacy.center.finishingAtExit(finish) {
                delegate?.userNotificationCenter(self, didActivate: notification)
            }
        }
        finish()
    }
}
