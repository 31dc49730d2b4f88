// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Triggers

/// The options of `AddAll`.
package struct AddOptions: Hashable, KeyCoded {
    /// Refuses all requests if one of them is refused.
    package var allOrNothing = false
    /// Refuses requests that fire at once while there is no notification server.
    package var noQueue = false
    /// Refuses requests that fire at once and can't be answered: the notification server lacks buttons or a text field.
    package var answerable = false
    /// Waits until requests that fire at once are presented, and returns the notification server's numbers for them.
    package var number = false
    /// Reports what the call would add, and adds nothing.
    package var isTrial = false
    /// The command that makes the call, so that `Undo` can take the call back.
    package var mark = CommandMark()

    package init(allOrNothing: Bool = false, noQueue: Bool = false, isTrial: Bool = false) {
        self.allOrNothing = allOrNothing
        self.noQueue = noQueue
        self.isTrial = isTrial
    }

    package static let blank = AddOptions()
    package static let codedKeys: CodedKeys<AddOptions> = [
        .value("allOrNothing", \.allOrNothing), .value("noQueue", \.noQueue), .value("answerable", \.answerable),
        .value("number", \.number), .value("dryRun", \.isTrial), .part(\.mark),
    ]
}

/// The options of `Attach`.
package struct AttachOptions: Hashable {
    /// The agent asks the delegate how to present a notification of the running application.
    package var willPresent = false
    /// Identifiers of the requests whose responses are delivered; nil means all requests of the application.
    package var identifiers: [String]?
    /// Instances (``Outcome/instance``) of requests in ``identifiers`` whose responses are delivered; nil means all.
    package var instances: [String]?
    /// The delegate is also told when a notification of ``identifiers`` expires.
    package var expired = false
    /// The delegate can ask a person at a terminal for text.
    package var prompts = false
    /// The agent removes the requests of ``instances`` when the connection closes without detaching.
    package var withdraws = false
    /// The delegate gets the states of its registrations for remote notifications, and silent pushes.
    package var remote = false
}

extension AttachOptions: KeyCoded {
    package static let blank = AttachOptions()
    package static let codedKeys: CodedKeys<AttachOptions> = [
        .value("willPresent", \.willPresent), .optional("identifiers", \.identifiers),
        .optional("instances", \.instances), .value("expired", \.expired), .value("prompts", \.prompts),
        .value("withdraws", \.withdraws), .value("remote", \.remote),
    ]

    package init(from decoder: any Decoder) throws {
        try self.init(codedKeysOf: decoder)
        guard instances == nil || identifiers != nil else {
            throw Refusal.invalidRequest("instances needs identifiers")
        }
        guard !prompts || identifiers != nil else { throw Refusal.invalidRequest("prompts needs identifiers") }
        guard !withdraws || instances != nil else { throw Refusal.invalidRequest("withdraws needs instances") }
        guard !remote || identifiers == nil else {
            throw Refusal.invalidRequest("remote is for an application's delegate; leave out identifiers")
        }
    }
}

/// The options of `Skip`.
package struct SkipOptions: Hashable, KeyCoded {
    /// Number of occurrences to leave out.
    package var count = 1
    /// Reports what the call would leave out, and changes nothing.
    package var isTrial = false
    /// The command that makes the call, so that `Undo` can take the call back.
    package var mark = CommandMark()

    package static let blank = SkipOptions()
    package static let codedKeys: CodedKeys<SkipOptions> = [
        .value("count", \.count), .value("dryRun", \.isTrial), .part(\.mark),
    ]
}

/// The options of `SnoozeWithOptions`.
package struct SnoozeOptions: Hashable, KeyCoded {
    /// Reports the date until which the call would snooze the request, and changes nothing.
    package var isTrial = false
    /// The command that makes the call, so that `Undo` can take the call back.
    package var mark = CommandMark()

    package static let blank = SnoozeOptions()
    package static let codedKeys: CodedKeys<SnoozeOptions> = [.value("dryRun", \.isTrial), .part(\.mark)]
}

/// The options of `Log`.
package struct LogOptions: Hashable, KeyCoded {
    /// Cursor after which events are returned; by default all events are returned, including imported events.
    package var since = Int64.min
    /// Largest number of events that are returned.
    package var limit = 1000
    /// Returns the newest events instead of the oldest, if there are more than ``limit``.
    package var newest = false
    /// Identifier of the request whose events are returned; nil returns the events of all requests.
    package var identifier: String?

    package static let blank = LogOptions()
    package static let codedKeys: CodedKeys<LogOptions> = [
        .value("since", \.since), .value("limit", \.limit), .value("newest", \.newest),
        .optional("identifier", \.identifier),
    ]
}

/// The options of `History`.
package struct HistoryOptions: Hashable, KeyCoded {
    /// The earliest and the latest time at which the notifications fired, in words; nil for no limit.
    package var since: String?
    package var until: String?
    /// A text that an entry must have in its title, subtitle or body, whatever its case; empty selects all entries.
    package var grep = ""
    /// The statuses of the entries to return; empty for entries with any status.
    package var status: [String] = []
    /// The identifier of the entries, or the beginning of an identifier; nil and empty select all entries.
    package var identifier: String?
    package var prefix = ""
    /// Largest number of entries on the page, 1 to 10000.
    package var limit = 1000
    /// Position after which the page starts, from the reply with the previous page; empty for the first page.
    package var after = ""

    package static let blank = HistoryOptions()
    package static let codedKeys: CodedKeys<HistoryOptions> = [
        .optional("since", \.since), .optional("until", \.until), .value("grep", \.grep),
        .value("status", \.status), .optional("identifier", \.identifier), .value("prefix", \.prefix),
        .value("limit", \.limit), .value("after", \.after),
    ]
}

/// The options of `Agenda`.
package struct AgendaOptions: Hashable, KeyCoded {
    /// Number of days, today included, 1 to 366.
    package var days = 7
    /// Leaves out the titles of applications whose texts are hidden while the session is locked, or always.
    package var hidesTexts = false

    package static let blank = AgendaOptions()
    package static let codedKeys: CodedKeys<AgendaOptions> = [
        .value("days", \.days), .value("hideTexts", \.hidesTexts),
    ]
}

/// The options of `Diagnose`.
package struct DiagnoseOptions: Hashable, KeyCoded {
    /// Lets SQLite check the whole store, which takes long if the store is large.
    package var check = true

    package static let blank = DiagnoseOptions()
    package static let codedKeys: CodedKeys<DiagnoseOptions> = [.value("check", \.check)]
}

/// The options of `Import`.
package struct ImportCallOptions: Hashable, KeyCoded {
    /// Imported entries replace existing entries.
    package var replaces = false
    /// Entries that were imported before are imported again.
    package var again = false
    /// Reports what the call would import, and imports nothing.
    package var isTrial = false

    package static let blank = ImportCallOptions()
    package static let codedKeys: CodedKeys<ImportCallOptions> = [
        .value("replace", \.replaces), .value("again", \.again), .value("dryRun", \.isTrial),
    ]
}

/// The options of `ImportReminders`.
package struct ImportRemindersOptions: Hashable, KeyCoded {
    /// Format of the file; if it is empty, the agent recognizes the format by the file's content.
    package var from = ""
    /// Path of the file, which marks a system crontab and tells the time of an at job; empty if it is unknown.
    package var name = ""
    /// Pending requests with the identifiers of the file's reminders are replaced.
    package var replaces = false
    /// Reminders that were imported before and have ended are added again.
    package var again = false
    /// Reports what the call would add, and adds nothing.
    package var isTrial = false
    /// Commands of the file run when their reminders are due.
    package var withCommands = false
    /// Environment of the commands; the variables of the file take precedence.
    package var environment: [String: String] = [:]
    /// Hash of the file's content that the person has confirmed; empty if the content needs no confirmation.
    package var digest = ""

    package static let blank = ImportRemindersOptions()
    package static let codedKeys: CodedKeys<ImportRemindersOptions> = [
        .value("from", \.from), .value("name", \.name), .value("replace", \.replaces), .value("again", \.again),
        .value("dryRun", \.isTrial), .value("withCommands", \.withCommands), .value("environment", \.environment),
        .value("digest", \.digest),
    ]
}
