// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentMedia
package import AgentRules
package import FoundationEssentials
package import NotificationModel
package import NotificationStore

/// The present moment, by the wall clock and by a clock that never jumps.
package struct Moment: Hashable, Sendable {
    package var date: Date
    /// Seconds since the machine's start, by ``WallClock/sinceBoot``.
    package var steady: TimeInterval

    package init(date: Date, steady: TimeInterval) {
        self.date = date
        self.steady = steady
    }
}

/// An event of a notification, of the server or of the session, or the result of an effect.
package enum PresentationEvent: Sendable {
    // MARK: Events of the schedule and of programs

    /// Occurrences have fired, the oldest first.
    case fired([Occurrence])
    /// Programs have removed occurrences from the delivered list, or the occurrences have ended.
    case removed([Occurrence])
    /// Newer occurrences replace older ones.
    case replaced([Replacement], manner: Replacement.Manner)
    /// The store has further occurrences that are to be presented, or that were lost with a former server.
    case storeGrew
    /// Time has passed: a deadline may be due.
    case timePassed
    /// The agent ends: nothing more is sent.
    case stopping
    /// The application's content extension has drawn an occurrence anew.
    case drawn(Occurrence)

    // MARK: Events of the session and of the server

    case lockChanged(SessionLockState)
    case serverArrived(ConnectedServer)
    case serverLeft(owner: String)
    /// The connected server has reported its capabilities again.
    case serverRenewed(ConnectedServer)
    /// A server's signal. While no server is known, `isAwaited` says that the starting server may have sent the signal.
    case signal(ServerSignal, isAwaited: Bool)
    /// The reply to a `Notify` call of the server at `place`.
    case notified(Int64, call: UInt64, place: String, NotifyReply)

    // MARK: Results of effects

    case serverCompleted
    case backlogRead([Occurrence])
    case backlogFailed
    case examined(Int64, ticket: UInt64, Examination)
    case applicationAnswered(Int64, ticket: UInt64, options: Set<String>?, mayAlert: Bool)
    /// The store has noted that the occurrence is not presented.
    case listed(Int64, ticket: UInt64)
    /// The parts of a `Notify` call; nil if the occurrence is no longer to be presented.
    case prepared(Int64, ticket: UInt64, Preparation?)
    /// Gathering a `Notify` call's parts waits for a content extension to draw: the queue takes the next occurrence.
    case preparationWaits(ticket: UInt64)
    case previewsRead(Int64, ticket: UInt64, Previews)
    case numberWritten(Int64, NumberOutcome)
    case answerWritten(Int64)
    /// The application's content extension has received the answer, and keeps the notification; nil if the occurrence
    /// has ended or was replaced.
    case answerKept(Int64, Occurrence?)
    /// The person has answered an older presentation of this occurrence, which is about to be presented.
    case answeredEarly(Occurrence)
    /// The result of storing that an occurrence makes room for another one: `newer` is what the store made of `older`;
    /// both are nil if the displaced occurrence has ended meanwhile. `isFailed` says that the store failed.
    case displaced(Displacement, newer: Occurrence?, older: Occurrence?, isFailed: Bool)
    /// The store has noted that a press waits for an unlocked session; nil if the occurrence has ended.
    case holdWritten(Int64, Occurrence?)
    /// The store has noted that the occurrence awaits text from the person.
    case promptWritten(Int64)
    /// The person's answer to a prompt; nil if the person can't be asked.
    case prompted(Int64, PromptAnswer?)
    /// The store wants the occurrence presented again after an incomplete press; nil if the occurrence has ended.
    case returned(Int64, Occurrence?)

    // MARK: Notifications of earlier agents

    /// The server's numbers of ended notifications that may still be on the screen of the server at `place`.
    case leftoversFound([ServerNumber], place: String)
    /// The notifications that the store has as shown by the server at `place`; `isFull` says that there may be more.
    case adopted([Adoption], ReshowPolicy, isFull: Bool, place: String)
    /// Occurrences that former servers lost, and that are to be presented again.
    case lostFound([Occurrence], place: String)
    case adoptionEnded(place: String)
    /// The result of looking up in the store a signal about an unknown notification number.
    case lookedUp(Lookup, Adoption?, place: String)
}

/// The state of the session's lock.
package enum SessionLockState: String, Hashable, Sendable {
    case locked, unlocked
    /// No source reports the state, and the last report was not that the session is locked; counts as unlocked.
    case unknown
}

/// A signal of the notification interface.
package struct ServerSignal: Hashable, Sendable {
    package let sender: String
    package let number: UInt32
    package let event: ShownNotification.Event

    package init(sender: String, number: UInt32, event: ShownNotification.Event) {
        self.sender = sender
        self.number = number
        self.event = event
    }
}

package enum NotifyReply: Hashable, Sendable {
    case number(UInt32)
    /// The server's error, by its name on the bus.
    case error(String)
    /// A reply without a notification number.
    case malformed
}

/// An older occurrence, and the newer one that replaces it.
package struct Replacement: Hashable, Sendable {
    package enum Manner: Hashable, Sendable {
        /// The person has asked for the new presentation.
        case byHand
        /// A sandboxed application has asked for the new presentation, which makes no sound.
        case silent
        /// The scheduler nags: the notification was not answered in time.
        case nag
    }

    package let older: Occurrence
    package let newer: Occurrence

    package init(older: Occurrence, newer: Occurrence) {
        self.older = older
        self.newer = newer
    }
}

/// The person's settings for an occurrence that left the queue.
package struct Examination: Sendable {
    /// Whether the application may notify at all.
    package var notifications = true
    /// Whether the application's notifications may be on the screen.
    package var alert = true
    /// Whether the application runs and wants to be asked how to present the occurrence.
    package var wantsToBeAsked = false

    package init(notifications: Bool = true, alert: Bool = true, wantsToBeAsked: Bool = false) {
        self.notifications = notifications
        self.alert = alert
        self.wantsToBeAsked = wantsToBeAsked
    }
}

/// The parts of a `Notify` call, gathered outside of ``PresentationQueue``.
package struct Preparation: Sendable {
    /// The occurrence as the store has it now.
    package let occurrence: Occurrence
    /// The notification, without the parts that are not permitted.
    package let notification: NotificationModel.Notification
    package let category: NotificationModel.Category?
    package let picture: Picture?
    package let previews: Previews
    package let capabilities: ServerCapabilities
    package let sound: SoundPlan
    package let hearsDefault: Bool
    /// A sentence about the notification's delay; nil if it is on time.
    package let late: String?
    /// The application's name; the next two properties are its desktop file and its icon.
    package let applicationName: String
    package let desktopEntry: String
    package let icon: String
    /// Whether the notification may ignore the desktop's Do Not Disturb, because it is time-sensitive.
    package let breaksThrough: Bool
    /// Whether the application has its own notification settings.
    package let providesSettings: Bool

    package init(
        occurrence: Occurrence, notification: NotificationModel.Notification,
        category: NotificationModel.Category? = nil, picture: Picture? = nil, previews: Previews,
        capabilities: ServerCapabilities, sound: SoundPlan = SoundPlan.unsaid, hearsDefault: Bool = true,
        late: String? = nil, applicationName: String, desktopEntry: String, icon: String, breaksThrough: Bool = false,
        providesSettings: Bool = false
    ) {
        (self.occurrence, self.notification, self.category) = (occurrence, notification, category)
        (self.picture, self.previews, self.capabilities) = (picture, previews, capabilities)
        (self.sound, self.hearsDefault, self.late) = (sound, hearsDefault, late)
        (self.applicationName, self.desktopEntry, self.icon) = (applicationName, desktopEntry, icon)
        (self.breaksThrough, self.providesSettings) = (breaksThrough, providesSettings)
    }
}

/// The result of writing the server's number of a notification to the store.
package enum NumberOutcome: Hashable, Sendable {
    /// The number is stored. If the delivered list was full, the oldest shown occurrences have ended.
    case noted(pushedOut: [Occurrence])
    /// The occurrence has ended meanwhile.
    case ended
    /// The store could not be written.
    case failed
}

/// The state of an occurrence that makes room for another, kept until the displaced occurrence is presented again.
package struct Displacement: Hashable, Sendable {
    package let id: Int64
    package let hidesAt: TimeInterval?
    package let turns: Int
    package let isListed: Bool
}

/// A notification that the server shows for a former process of the agent, with the meaning of its buttons.
package struct Adoption: Sendable {
    package let row: Occurrence
    package let record: PersistedPresentation?
    /// The buttons of ``record``, or, without a record, the buttons that the request would get now.
    package let buttons: Buttons
    /// The request, without the parts that are not permitted.
    package let request: Request

    package init(row: Occurrence, record: PersistedPresentation?, buttons: Buttons, request: Request) {
        (self.row, self.record, self.buttons) = (row, record, buttons)
        self.request = request
    }
}

/// A signal about an unknown notification number, which is looked up in the store.
package struct Lookup: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The number may belong to a notification that was dropped from memory.
        case number
        /// The action key of a press names this occurrence; `signal` is the press's serial number in ``ParkedSignals``.
        case key(Int64, signal: UInt64)
    }

    package let kind: Kind
    package let number: UInt32
    package let event: ShownNotification.Event
}
