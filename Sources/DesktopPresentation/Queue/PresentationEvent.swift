// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentMedia
package import AgentRules
package import FoundationEssentials
package import NotificationModel
package import NotificationStore

/// The present moment by both clocks.
package struct Moment: Hashable, Sendable {
    package var date: Date
    /// Seconds since the machine's start, by ``WallClock/sinceBoot``.
    package var steady: TimeInterval

    package init(
        date: Date, steady: TimeInterval
    ) {
        self.date = date
        self.steady = steady
    }
}

/// Something that has happened to a notification, to the server or to the session, and the result of an effect.
package enum PresentationEvent: Sendable {
    // MARK: From the schedule and from programs

    /// Occurrences have fired, the oldest first.
    case fired([Occurrence])
    /// Programs have removed these from the delivered list, or they are over.
    case removed([Occurrence])
    /// Newer occurrences take the place of older ones.
    case replaced([Replacement], manner: Replacement.Manner)
    /// The store has others that are to be shown, or that were lost with a former server.
    case storeGrew
    /// Time has passed.
    case timePassed
    /// The agent ends: nothing more is sent.
    case stopping

    // MARK: From the session and the server

    case lockChanged(SessionLockState)
    case serverArrived(ConnectedServer)
    case serverLeft(owner: String)
    /// The same server says what it can do now.
    case serverRenewed(ConnectedServer)
    /// A signal; `isAwaited` tells, where there is no server, that it may be of the one that comes.
    case signal(ServerSignal, isAwaited: Bool)
    /// The reply to a `Notify` call of the server at `place`.
    case notified(Int64, call: UInt64, place: String, NotifyReply)

    // MARK: Results of effects

    case serverCompleted
    case backlogRead([Occurrence])
    case backlogFailed
    case examined(Int64, ticket: UInt64, Examination)
    case applicationAnswered(Int64, ticket: UInt64, options: Set<String>?, mayAlert: Bool)
    /// The store knows that it is not presented.
    case listed(Int64, ticket: UInt64)
    /// The parts of a call; nil: the occurrence is no longer to be presented.
    case prepared(Int64, ticket: UInt64, Preparation?)
    case previewsRead(Int64, ticket: UInt64, Previews)
    case numberWritten(Int64, NumberOutcome)
    case answerWritten(Int64)
    /// The person has answered an older presentation of this one, which is about to come.
    case answeredEarly(Occurrence)
    /// The row of one that was to make room, or nil where it has ended meanwhile; `isFailed` where the store failed.
    case displaced(Displacement, newer: Occurrence?, older: Occurrence?, isFailed: Bool)
    /// The store knows that a press waits; nil where it is about nothing any more.
    case holdWritten(Int64, Occurrence?)
    /// The store knows that words are awaited.
    case promptWritten(Int64)
    /// The person's answer; nil: they can't be asked.
    case prompted(Int64, PromptAnswer?)
    /// The log knows that a press was not carried out; nil where it is about nothing any more.
    case returned(Int64, Occurrence?)

    // MARK: What an earlier agent left behind

    /// Numbers that are over, and may still be on the screen of the server at `place`.
    case leftoversFound([ServerNumber], place: String)
    /// The store has these on the screen of the server at `place`.
    case adopted([Adoption], ReshowPolicy, isFull: Bool, place: String)
    /// Occurrences that former servers lost come back.
    case lostFound([Occurrence], place: String)
    case adoptionEnded(place: String)
    /// The store's answer to a signal under an unknown number.
    case lookedUp(Lookup, Adoption?, place: String)
}

/// The state of the session's lock.
package enum SessionLockState: String, Hashable, Sendable {
    case locked, unlocked
    /// No source has told a state since the session was unlocked last; treated as unlocked.
    case unknown
}

/// A signal of the notification interface.
package struct ServerSignal: Hashable, Sendable {
    package let sender: String
    package let number: UInt32
    package let event: ShownNotification.Event

    package init(
        sender: String, number: UInt32, event: ShownNotification.Event
    ) {
        self.sender = sender
        self.number = number
        self.event = event
    }
}

package enum NotifyReply: Hashable, Sendable {
    case number(UInt32)
    /// The name of the error.
    case error(String)
    /// A reply without a number.
    case malformed
}

/// An older presentation, and the one that takes its place.
package struct Replacement: Hashable, Sendable {
    package enum Manner: Hashable, Sendable {
        /// A person has asked for it.
        case byHand
        /// A sandboxed application has asked for it: it is no news.
        case silent
        /// The schedule reminds of it.
        case nag
    }

    package let older: Occurrence
    package let newer: Occurrence

    package init(
        older: Occurrence, newer: Occurrence
    ) {
        self.older = older
        self.newer = newer
    }
}

/// The person's settings for one that was taken out of the queue.
package struct Examination: Sendable {
    /// The application may notify at all, may be on the screen, may have a badge.
    package var notifications = true
    package var alert = true
    package var badge = true
    /// The application runs and wants to be asked.
    package var wantsToBeAsked = false

    package init(
        notifications: Bool = true, alert: Bool = true, badge: Bool = true, wantsToBeAsked: Bool = false
    ) {
        self.notifications = notifications
        self.alert = alert
        self.badge = badge
        self.wantsToBeAsked = wantsToBeAsked
    }
}

/// The parts of a `Notify` call, gathered outside of the machine.
package struct Preparation: Sendable {
    /// The occurrence as the store has it now.
    package let occurrence: Occurrence
    /// The notification with what is permitted of it.
    package let notification: NotificationModel.Notification
    package let category: NotificationModel.Category?
    package let picture: Picture?
    package let previews: Previews
    package let capabilities: ServerCapabilities
    package let sound: SoundPlan
    package let hearsDefault: Bool
    /// A sentence about its lateness; nil where it is on time.
    package let late: String?
    /// The application's name, desktop file and icon, as the desktop knows them.
    package let applicationName: String
    package let desktopEntry: String
    package let icon: String
    /// Time-sensitive ones pass the desktop's Do Not Disturb.
    package let breaksThrough: Bool
    /// The application has notification settings of its own.
    package let providesSettings: Bool

    package init(
        occurrence: Occurrence, notification: NotificationModel.Notification,
        category: NotificationModel.Category? = nil, picture: Picture? = nil, previews: Previews,
        capabilities: ServerCapabilities, sound: SoundPlan = SoundPlan.unsaid, hearsDefault: Bool = true,
        late: String? = nil, applicationName: String, desktopEntry: String, icon: String, breaksThrough: Bool = false,
        providesSettings: Bool = false
    ) {
        self.occurrence = occurrence
        self.notification = notification
        self.category = category
        self.picture = picture
        self.previews = previews
        self.capabilities = capabilities
        self.sound = sound
        self.hearsDefault = hearsDefault
        self.late = late
        self.applicationName = applicationName
        self.desktopEntry = desktopEntry
        self.icon = icon
        self.breaksThrough = breaksThrough
        self.providesSettings = providesSettings
    }
}

/// The result of telling the store a number.
package enum NumberOutcome: Hashable, Sendable {
    /// The number is stored; the list was full, and the oldest shown ones are over.
    case noted(pushedOut: [Occurrence])
    /// The occurrence has ended meanwhile.
    case ended
    /// The store could not be told.
    case failed
}

/// The marks of one that makes room for another, for the time when it comes again.
package struct Displacement: Hashable, Sendable {
    package let id: Int64
    package let hidesAt: TimeInterval?
    package let turns: Int
    package let isListed: Bool

    package init(
        id: Int64, hidesAt: TimeInterval?, turns: Int, isListed: Bool
    ) {
        self.id = id
        self.hidesAt = hidesAt
        self.turns = turns
        self.isListed = isListed
    }
}

/// A notification that the server shows for an earlier agent, with the meaning of its buttons.
package struct Adoption: Sendable {
    package let row: Occurrence
    package let record: PersistedPresentation?
    /// The buttons of ``record``, or those that it would have now.
    package let buttons: Buttons
    /// The request with what is permitted of it.
    package let request: Request

    package init(
        row: Occurrence, record: PersistedPresentation?, buttons: Buttons, request: Request
    ) {
        self.row = row
        self.record = record
        self.buttons = buttons
        self.request = request
    }
}

/// A signal under a number that nobody knows.
package struct Lookup: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The number may be one that was dropped from memory.
        case number
        /// The pressed key names this occurrence.
        case key(Int64)
    }

    package let kind: Kind
    package let number: UInt32
    package let event: ShownNotification.Event

    package init(
        kind: Kind, number: UInt32, event: ShownNotification.Event
    ) {
        self.kind = kind
        self.number = number
        self.event = event
    }
}
