// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Triggers

/// The options of `AddAll`.
package struct AddOptions: Hashable, KeyCoded {
    /// A refused request makes all be refused.
    package var allOrNothing = false
    /// Refuses requests that fire at once while there is no notification server.
    package var noQueue = false
    /// Refuses requests that fire at once and can't be answered now, because the server has no buttons or no text
    /// field.
    package var answerable = false
    /// Waits for the notification server's number of requests that fire at once, and returns it.
    package var number = false

    package init(allOrNothing: Bool = false, noQueue: Bool = false) {
        self.allOrNothing = allOrNothing
        self.noQueue = noQueue
    }

    package static let blank = AddOptions()
    package static let codedKeys: [CodedKey<AddOptions>] = [
        .value("allOrNothing", \.allOrNothing), .value("noQueue", \.noQueue), .value("answerable", \.answerable),
        .value("number", \.number),
    ]
}

/// The options of `Attach`.
package struct AttachOptions: Hashable {
    /// The agent asks the delegate before it presents a notification.
    package var willPresent = false
    /// Requests whose responses are delivered; nil means all of the application's.
    package var identifiers: [String]?
    /// Additions of these requests whose responses are delivered; nil means all.
    package var instances: [String]?
    /// The delegate also receives the expiry of ``identifiers``.
    package var expired = false
    /// The delegate can ask a person at a terminal for text.
    package var prompts = false
    /// Requests added as ``instances`` are removed when the connection closes without detaching.
    package var withdraws = false
}

extension AttachOptions: KeyCoded {
    package static let blank = AttachOptions()
    package static let codedKeys: [CodedKey<AttachOptions>] = [
        .value("willPresent", \.willPresent), .optional("identifiers", \.identifiers),
        .optional("instances", \.instances), .value("expired", \.expired), .value("prompts", \.prompts),
        .value("withdraws", \.withdraws),
    ]

    package init(from decoder: any Decoder) throws {
        try self.init(codedKeysOf: decoder)
        guard instances == nil || identifiers != nil else {
            throw Refusal.invalidRequest("instances needs identifiers")
        }
        guard !prompts || identifiers != nil else {
            throw Refusal.invalidRequest("prompts needs identifiers")
        }
        guard !withdraws || instances != nil else {
            throw Refusal.invalidRequest("withdraws needs instances")
        }
    }
}

/// The options of `Log`.
package struct LogOptions: Hashable, KeyCoded {
    /// Cursor after which events are returned; by default all events, including imported ones.
    package var since = Int64.min
    /// Limit for the number of events.
    package var limit = 1000
    /// Returns the newest ``limit`` events instead of the oldest.
    package var newest = false
    /// Returns only events of this request.
    package var identifier: String?

    package static let blank = LogOptions()
    package static let codedKeys: [CodedKey<LogOptions>] = [
        .value("since", \.since), .value("limit", \.limit), .value("newest", \.newest),
        .optional("identifier", \.identifier),
    ]
}

/// The options of `Diagnose`.
package struct DiagnoseOptions: Hashable, KeyCoded {
    /// Lets SQLite check the whole store, which takes long for a large one.
    package var check = true

    package static let blank = DiagnoseOptions()
    package static let codedKeys: [CodedKey<DiagnoseOptions>] = [.value("check", \.check)]
}

/// The options of `Import`.
package struct ImportCallOptions: Hashable, KeyCoded {
    /// Imported entries replace existing ones.
    package var replaces = false
    /// Entries that were imported before are imported again.
    package var again = false
    /// Reports the result without changing anything.
    package var isTrial = false

    package static let blank = ImportCallOptions()
    package static let codedKeys: [CodedKey<ImportCallOptions>] = [
        .value("replace", \.replaces), .value("again", \.again), .value("dryRun", \.isTrial),
    ]
}
