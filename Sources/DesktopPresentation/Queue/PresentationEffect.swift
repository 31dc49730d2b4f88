// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
package import NotificationModel
package import NotificationStore

/// An action that the presentation queue returns for an event. Effects are carried out in order.
package enum PresentationEffect: Sendable {
    /// Sends a call to the notification server.
    case send(ServerCall)
    /// Changes the store, before the agent tells anybody about the change.
    case write(PresentationChange, of: Occurrence, ticket: UInt64 = 0)
    /// Asks another part of the agent, or the person, for information; the result is a ``PresentationEvent``.
    case read(PresentationInquiry)
    /// Passes a notice to the desktop, the log or a caller; no event follows.
    case tell(PresentationNotice)
}

/// A message to the notification server.
package enum ServerCall: Sendable {
    /// Shows a notification. The reply is ``PresentationEvent/notified(_:call:place:_:)``.
    case notify(Int64, call: UInt64, NotifyCall, NotificationForm)
    case close(UInt32)
    /// Makes the notification expire at once, for a server that keeps closed notifications on the screen.
    case endAtOnce(UInt32, title: String)
}

/// A change of an occurrence that is to be persisted.
package enum PresentationChange: Sendable {
    /// The server has given the occurrence's notification a number. The result is
    /// ``PresentationEvent/numberWritten(_:_:)``.
    case number(ServerNumber, PersistedPresentation, isNews: Bool, isListed: Bool)
    /// The person has answered. The result is ``PresentationEvent/answerWritten(_:)``. With `mayBeKept` (a content
    /// extension has drawn the notification), the result may also be ``PresentationEvent/answerKept(_:_:)``.
    case answer(Response, facts: [String: PropertyListValue], mayBeKept: Bool = false)
    /// The person has snoozed the request. The result is ``PresentationEvent/answerWritten(_:)``.
    case snooze(String, Response, facts: [String: PropertyListValue])
    case expiry(Response, staysListed: Bool, facts: [String: PropertyListValue])
    case dismissal(Response, facts: [String: PropertyListValue])
    /// The occurrence is off the screen, and was not answered.
    case unpresented(staysListed: Bool, reason: PropertyListValue, facts: [String: PropertyListValue])
    /// The request has no text; the running application may have chosen presentation options. The result is
    /// ``PresentationEvent/listed(_:ticket:)``, as for the next two cases.
    case badgeOnly(options: Set<String>?)
    /// The occurrence expired while it waited to be presented.
    case overdue
    /// The occurrence is only listed: its application does not want it on the screen, or may not show it there.
    case listing(options: Set<String>?, reason: String)
    /// A line of the event log.
    case event(EventRecord)
    /// The server has closed the notification with this number.
    case closed(ServerNumber)
    /// The occurrence makes room on the screen for another one. The result is
    /// ``PresentationEvent/displaced(_:newer:older:isFailed:)``.
    case displacement(Displacement)
    /// A press waits until the session is unlocked. The result is ``PresentationEvent/holdWritten(_:_:)``.
    case hold(Buttons?)
    /// Stores that the occurrence waits to be presented again, as the answer after a press was not completed; results in
    /// ``PresentationEvent/returned(_:_:)``. With `awaitingWords`, first stores that the occurrence awaits text.
    case giveBack(reason: String, awaitingWords: Buttons??)
}

/// A question to other parts of the agent, or to the person.
package enum PresentationInquiry: Sendable {
    case backlog(limit: Int)
    case completeServer
    case examination(Occurrence, ticket: UInt64)
    case application(Occurrence, ticket: UInt64)
    case preparation(PreparationRequest)
    case previews(Int64, app: String, ticket: UInt64)
    /// Reads the notifications that the server shows for a former process of the agent, and those to present again.
    case adoption(ConnectedServer)
    case lookup(Lookup, place: String)
    /// Reads the notifications that former servers lost.
    case lost
    /// Asks the person for text.
    case prompt(Int64, OpenPrompt, Buttons?)
}

/// A request for the parts of one `Notify` call.
package struct PreparationRequest: Sendable {
    /// A condition that the store must meet before the call is sent.
    package enum Check: Hashable, Sendable {
        case none
        /// The occurrence is still delivered.
        case isDelivered
        /// The occurrence is still off the screen; the preparation reads its row from the store again.
        case isUnpresented
    }

    package let occurrence: Occurrence
    package let ticket: UInt64
    package let options: Set<String>?
    /// Whether the call updates a notification on the screen, without a sound.
    package let isUpdate: Bool
    package let check: Check
}

/// A message to the desktop, the log or a caller; the queue gets no event in return.
package enum PresentationNotice: Sendable {
    /// The server's number of an occurrence, for callers that wait for it; nil if the occurrence has no number.
    case number(Int64, UInt32?)
    case badge(NotificationModel.Notification)
    case sound(SoundPlan, Occurrence)
    case progress(Occurrence)
    case progressEnded(Int64)
    /// The notification's settings button was pressed.
    case settings(NotificationModel.Notification)
    /// A prompt for text is closed.
    case promptEnded(Int64)
    /// Asks the bus to start a notification server, if the bus can.
    case startServer
    /// Deletes the server from the store, and starts another one if an occurrence waits for one.
    case serverLost
    /// The server's capabilities may have changed.
    case capabilitiesDoubtful
    case log(Log)

    /// A line of the agent's log.
    package enum Log: Sendable {
        case notTaken(Int64, error: String)
        case taken
        case refused(Int64, error: String)
        case tooMany(app: String, count: Int)
        case tooManyPrompts(Int)
        case strayPress(Int64)
    }
}
