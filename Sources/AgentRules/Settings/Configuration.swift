// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentFiles
package import FoundationEssentials
package import NotificationModel
package import NotificationStore
package import SettingsFile
package import TimeExpressions

// Why: the type has many properties, because it has one for each table and key of config.toml.
/// The person's settings: `config.toml`, read at start, at SIGHUP and by `belfry reload`.
///
///     quota = 100000                          # largest number of pending requests of one application
///     requestMiB = 256                        # largest size of these requests in the store
///     attachmentMiB = 1024                    # largest size of the copies of its attached files
///     responseDays = 7                        # days for which a response that nobody fetches is kept; 0: no limit
///     [quiet]                                 # notifications are held back, and come as a digest afterwards
///     from = "22:00"
///     to = "07:00"
///     days = "mon-fri"                        # the days on which they begin; default: every day
///     pierce = ["critical"]                   # levels shown all the same; default: timeSensitive and critical
///     [flood]                                 # FloodLimit: too many notifications at once come as a digest
///     burst = 20
///     perSeconds = 10
///     [desktop]                               # ReshowPolicy: which notifications a new server shows again
///     reshow = "quiet"
///     [history]                               # HistoryRules: the texts of ended notifications
///     days = 30
///     [times]                                 # DayTimes: the times of "tonight", "every morning" and the like
///     evening = "19:00"
///     [calendar]                              # CalendarRules: workdays, and files with holidays
///     holidays = "~/holidays.ics"
///     [sun]                                   # the place of sunrise and sunset, in degrees
///     latitude = 52.52
///     longitude = 13.41
///     [push]
///     distributor = "belfry"                  # the UnifiedPush distributor: a bus name, or its last part
///     [completion]                            # CompletionRules: the titles of requests in completions of shells
///     titles = false
///     [extensions]                            # ExtensionRules: the sandbox of applications' extensions
///     sandbox = "preferred"
///     [applications."org.example.Chat"]
///     notifications = false                   # may not notify at all; true: not only provisionally
///     alert = false                           # its notifications are in the list only, never on the screen
///     sound = false                           # its notifications are shown without sound
///     badge = false                           # no number on its icon
///     quota = 10
///     requestMiB = 1
///     attachmentMiB = 100
///     quiet = false                           # the quiet hours do not apply to it
///     burst = 0                               # the rate limit does not apply to it
///
/// Property types describe the other tables: `[levels]`, `[sound]`, `[flood]`, `[desktop]`, `[prompt]` and `[lock]`.
package struct Configuration: SettingsTable {
    /// The settings of one application; nil is "not set".
    struct Application: Hashable, SettingsTable {
        var notifications: Bool?
        var alert: Bool?
        var sound: Bool?
        var badge: Bool?
        var quota: Int?
        var requestMiB: Int?
        var attachmentMiB: Int?
        var quiet: Bool?
        var burst: Int?
        var previews: Previews?
        var levels = LevelRules.Said()

        static let keys: SettingsKeys<Self> = [
            "notifications": flag(\.notifications), "alert": flag(\.alert), "sound": flag(\.sound),
            "badge": flag(\.badge), "quota": count(\.quota), "requestMiB": count(\.requestMiB),
            "attachmentMiB": count(\.attachmentMiB), "quiet": flag(\.quiet),
            "burst": { $0.burst = try FloodLimit.burst($1, $2) },
            "previews": { $0.previews = try LockRules.previews($1, $2) },
            "timeSensitive": flag(\.levels.timeSensitive), "critical": flag(\.levels.critical),
            "breakThrough": flag(\.levels.breakThrough),
        ]
    }

    /// The quiet hours; nil for none.
    package private(set) var quiet: QuietHours?
    /// The levels of interruption that applications may use.
    package private(set) var levels = LevelRules()
    /// The settings for sounds that the notification server doesn't play.
    package private(set) var sound = SoundRules()
    /// The applications that are exempt from quiet hours.
    package var loudApps: Set<String> { Set(applications.filter { $0.value.quiet == false }.keys) }
    /// The fingerprint of `config.toml` when it was read; nil for settings that are not from a file.
    package private(set) var file: FileMark?
    /// The rate limit of each application.
    package private(set) var flood = FloodLimit()
    /// The policy for presenting notifications again after the notification server has lost them.
    package private(set) var reshow = ReshowPolicy()
    private var quota = Limits.pendingRequests
    private var requestMiB = Limits.pendingBytes >> 20
    private var attachmentMiB = Limits.keptAttachmentBytes >> 20
    private var responseDays = 7
    private var applications: [String: Application] = [:]
    package private(set) var prompt = PromptRules()
    private var lock = LockRules()
    private var times = DayTimes()
    private var push = PushRules()
    /// The workdays and the files with holidays.
    package private(set) var calendar = CalendarRules()
    /// The settings for the history of ended notifications.
    package private(set) var history = HistoryRules()
    /// The settings for completions of shells.
    package private(set) var completion = CompletionRules()
    /// The settings for applications' extensions.
    package private(set) var extensions = ExtensionRules()
    /// The UnifiedPush distributor that the person names; nil if the person names none.
    package var pushDistributor: String? { push.distributor }

    /// The times that parts of the day stand for.
    package var partsOfDay: PartsOfDay { times.parts }

    package init() {}

    /// - Parameter path: The file, which may be missing; an existing one must be readable.
    /// - Throws: ``ConfigurationError`` that names the file, and the key or the line.
    package init(contentsOf path: String) throws {
        // The fingerprint is taken before the file is read, so that a later write to the file counts as a change.
        file = FileMark(path)
        try SettingsFile.read(path, into: &self)
    }

    /// Reads the settings of a parsed file, to check them.
    ///
    /// - Throws: ``SettingsFile/SettingsProblem``.
    package init(checking value: SettingsValue) throws { try Self.read(value, into: &self, named: "") }

    package static let keys: SettingsKeys<Self> = [
        "quota": count(\.quota), "requestMiB": count(\.requestMiB), "attachmentMiB": count(\.attachmentMiB),
        "responseDays": count(\.responseDays),
        "quiet": { settings, value, name in
            var given = QuietHours.Given()
            try read(value, into: &given, named: name)
            settings.quiet = try given.hours
        },
        "flood": table(\.flood), "desktop": table(\.reshow), "levels": table(\.levels.all), "sound": table(\.sound),
        "prompt": table(\.prompt), "lock": table(\.lock), "push": table(\.push), "times": table(\.times),
        "calendar": table(\.calendar), "sun": { $0.calendar.place = try SunRules.place($1, $2) },
        "history": table(\.history), "completion": table(\.completion), "extensions": table(\.extensions),
        "applications": { settings, value, name in
            guard let tables = value.table else { throw SettingsProblem("\(name) must be a table") }
            for (id, entry) in tables {
                var application = Application()
                try read(entry, into: &application, named: "\(name).\(id)")
                settings.applications[id] = application
                settings.levels.applications[id] = application.levels
            }
        },
    ]

    package static let tables: KeyValuePairs<String, any SettingsTable.Type> = [
        "quiet": QuietHours.Given.self, "flood": FloodLimit.self, "desktop": ReshowPolicy.self,
        "levels": LevelRules.Said.self, "sound": SoundRules.self, "prompt": PromptRules.self, "lock": LockRules.self,
        "push": PushRules.self, "times": DayTimes.self, "calendar": CalendarRules.self, "sun": SunRules.self,
        "history": HistoryRules.self, "completion": CompletionRules.self, "extensions": ExtensionRules.self,
    ]

    /// The full names of all keys, without those of single applications.
    package static var keyNames: [String] { names.filter { $0 != "applications" } }

    /// The names of the keys in an application's table, without the table's name.
    package static var applicationKeyNames: [String] { Application.names }

    /// Returns an application's permissions, by the options it asked for and the person's settings.
    package func permission(of app: String, asked: Authorization? = nil, isSandboxed: Bool = false) -> Permission {
        Permission(
            said: applications[app] ?? Application(), asked: asked,
            levels: levels.permission(of: app, isSandboxed: isSandboxed),
            allowsCritical: levels.allowsCritical(app))
    }

    /// Returns whether the person lets the application notify; true unless forbidden.
    package func allows(_ app: String) -> Bool { applications[app]?.notifications ?? true }

    /// Returns when the text of the application's notifications is shown.
    package func previews(of app: String) -> Previews { applications[app]?.previews ?? lock.previews }

    /// Seconds to keep responses of applications that can't be started; nil for no limit.
    package var responseLife: TimeInterval? { responseDays == 0 ? nil : Double(responseDays) * 86400 }

    /// Returns the number of an application's notifications above which the rate limit makes a digest; 0 for no limit.
    package func burst(of app: String) -> Int { applications[app]?.burst ?? flood.burst }

    /// Returns the application's quota of pending requests.
    package func quota(of app: String) -> Quota {
        let own = applications[app]
        return Quota(requests: own?.quota ?? quota, bytes: Self.bytes(own?.requestMiB ?? requestMiB))
    }

    /// Returns the number of bytes that copies of the application's attached files may take.
    package func attachmentBytes(of app: String) -> Int {
        Self.bytes(applications[app]?.attachmentMiB ?? attachmentMiB)
    }

    /// Converts mebibytes to bytes; the result is capped at 2^60, which prevents an overflow, and exceeds any disk.
    private static func bytes(_ mebibytes: Int) -> Int { min(mebibytes, 1 << 40) << 20 }
}

/// The settings for remote notifications: `[push]` of `config.toml`.
struct PushRules: SettingsTable {
    var distributor: String?

    static let keys: SettingsKeys<Self> = [
        "distributor": { settings, value, name in
            guard let text = value.string, !text.isEmpty, text.utf8.count <= 255,
                text.utf8.allSatisfy({ Self.letters.contains($0) })
            else {
                throw SettingsProblem(
                    "\(name) must be a distributor's bus name, or the last part of it, such as \"belfry\"")
            }
            settings.distributor = text
        }
    ]

    private static let letters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-".utf8)
}
