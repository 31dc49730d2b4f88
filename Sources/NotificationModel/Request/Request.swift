// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Triggers

/// A notification to schedule: an identifier, a content and a trigger (`UNNotificationRequest`).
///
/// A request is one flat dictionary on D-Bus, in JSON and in the store.
package struct Request: Hashable, Sendable {
    /// Name of the request within its application. At most ``Limits/identifierBytes``.
    package var identifier: String
    package var content: Content
    /// The trigger; nil presents the request at once.
    package var trigger: Trigger?
    package var display: DisplayHints
    package var responsePlan: ResponsePlan
    package var policy: Policy
    /// Identifier of the request that this early warning announces; empty for an ordinary request.
    package var parentIdentifier: String
    /// Seconds by which this request fires before its trigger; 0 for an ordinary request.
    package var leadTime: Double
    /// Random name that each addition of a request gets anew, even with the same identifier; empty before the addition.
    package var instance: String
    /// Whether the request came from a push server (`UNPushNotificationTrigger`); only the agent sets it.
    package var isRemote = false
    /// Changes that the application's content extension made to the notification; nil before the extension is started
    /// for the notification. Only the agent sets it.
    package var drawing: Drawing?

    package init(
        identifier: String, content: Content, trigger: Trigger? = nil, display: DisplayHints = DisplayHints(),
        responsePlan: ResponsePlan = ResponsePlan(), policy: Policy = Policy(), parentIdentifier: String = "",
        leadTime: Double = 0, instance: String = ""
    ) {
        (self.identifier, self.content, self.trigger) = (identifier, content, trigger)
        (self.display, self.responsePlan, self.policy) = (display, responsePlan, policy)
        (self.parentIdentifier, self.leadTime, self.instance) = (parentIdentifier, leadTime, instance)
    }

    /// Returns a new random ``instance``, which tells one addition of a request from another with the same identifier.
    package static func newInstance() -> String { String(UInt64.random(in: 0 ... .max), radix: 36) }
}

extension Request: KeyCoded {
    package static let sharesDictionary = true
    package static let blank = Request(identifier: "", content: Content())
    package static let codedKeys: CodedKeys<Request> = [
        .value("identifier", \.identifier, isKept: true), .optional("trigger", \.trigger),
        .value("warnsOf", \.parentIdentifier), .value("leadTime", \.leadTime), .value("instance", \.instance),
        .value("remote", \.isRemote), .optional("drawing", \.drawing),
        .part(\.content), .part(\.display), .part(\.responsePlan), .part(\.policy),
    ]

    /// Every key of a request's dictionary; the decoder's caller refuses other keys.
    package static let keys = Set(codedKeys.names)
}

extension Request {
    /// Tells whether a digest can't contain the request, because the request has buttons of its own or a nag.
    package var comesAlone: Bool { !responsePlan.actions.isEmpty || !responsePlan.snooze.isEmpty || policy.nag != nil }

    /// Tells whether the request is presented by itself even in a flood: it can't be in a digest, or is urgent.
    package var comesByItself: Bool {
        comesAlone || content.interruptionLevel == .timeSensitive || content.interruptionLevel == .critical
    }
}

/// Early warnings: separate requests that fire some time before another request.
extension Request {
    /// Returns an early warning of this request, with the same trigger and without a nag.
    ///
    /// The warning's identifier is the request's own, `~`, and the lead time in words; `leadTime` is in seconds.
    package func asWarning(_ identifier: String, leadTime: Double) -> Request {
        var warning = self
        warning.parentIdentifier = self.identifier
        warning.identifier = identifier
        warning.leadTime = leadTime
        warning.policy.nag = nil
        if warning.content.subtitle.isEmpty {
            warning.content.subtitle = "in \(identifier.dropFirst(self.identifier.count + 1))"
        }
        return warning
    }

    /// Returns whether this is an early warning that is too late, because the request that it announces is due by now.
    ///
    /// `due` is the date of the warning itself; the result is false for a request that is no warning.
    package func warnsTooLate(due: Date, at now: Date) -> Bool { !parentIdentifier.isEmpty && due + leadTime <= now }

    /// Returns whether the request, or the request that an early warning belongs to, has expired by the date `due`.
    package func isOver(due: Date) -> Bool { policy.expires.map { due + leadTime >= $0 } ?? false }

    /// The date at which a request that waits for a place ends without firing; ``Triggers/Trigger/noDate`` if it never ends.
    package var waitEnd: Date {
        [trigger?.regionEnd, policy.expires, Trigger.noDate].compactMap(\.self).min() ?? Trigger.noDate
    }
}
