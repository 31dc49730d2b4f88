// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The kinds of foreign input, each with its readers and with the conditions that hold for any input.
///
/// libFuzzer (`packaging/fuzz`) and the tests, which read the corpus and change it randomly, use the same cases.
enum ForeignInput: String, CaseIterable, Sendable {
    /// Messages as they arrive from the bus.
    case messages
    /// Random D-Bus values, also values that can't be sent.
    case values
    /// Signatures, paths and names.
    case names
    /// The XML of introspection.
    case interfaces
    /// Dictionaries of the D-Bus interface, as D-Bus values.
    case requests
    /// The same dictionaries as lines of JSON.
    case lines
    /// The input of `belfry import`.
    case imports
    /// Files of other programs that `belfry import` reads: crontab, at, iCalendar, remind, Org.
    case reminderFiles
    /// Times in words, and the calendars of systemd, cron and RFC 5545.
    case times
    /// Texts that are shown: markup, control characters, direction marks.
    case markup
    /// Pictures, and the output of the decoder's process.
    case pictures
    /// config.toml.
    case settings
    /// Compiled files of the tz database.
    case zones
    /// Key files, unit names, versions, typed text: small texts.
    case files
    /// The description that a notification server gives of itself, and the calls that it then gets.
    case servers
    /// Calls of `Notify`, as `belfry desktop` gets them.
    case calls
    /// The bytes that a terminal sends.
    case keys
    /// The command line of `belfry send`.
    case commandLines
    /// Payloads of remote notifications, encrypted messages, and subscriptions.
    case pushes
    /// An application's translations: files of Apple's and of gettext's, whose texts are filled with a push's arguments.
    case translations
    /// The stream of events that nginx with nchan sends, its places and its dates.
    case nchanStreams
    /// The lines of JSON that ntfy sends.
    case ntfyStreams
    /// Calls of `Register` and `Unregister`, as `belfry-distributor` gets them.
    case registerCalls
    /// The output of an application's extension, and the events that an extension reads.
    case extensionLines
    /// The desktop files of applications, which declare extensions.
    case desktopFiles

    /// Passes bytes to the readers.
    ///
    /// - Throws: ``Finding``, or an error that a reader must not throw.
    func read(_ bytes: [UInt8]) throws {
        switch self {
        case .messages: try BusMessages.read(bytes)
        case .values: try BusValues.read(bytes)
        case .names: try BusNames.read(bytes)
        case .interfaces: try BusInterfaces.read(bytes)
        case .requests: try Requests.read(bytes)
        case .lines: try Lines.read(bytes)
        case .imports: try Imports.read(bytes)
        case .reminderFiles: try ReminderTexts.read(bytes)
        case .times: try Times.read(bytes)
        case .markup: try MarkedTexts.read(bytes)
        case .pictures: try Pictures.read(bytes)
        case .settings: try Settings.read(bytes)
        case .zones: try Zones.read(bytes)
        case .files: try SmallTexts.read(bytes)
        case .servers: try Servers.read(bytes)
        case .calls: try Calls.read(bytes)
        case .keys: try Keys.read(bytes)
        case .commandLines: try CommandLines.read(bytes)
        case .pushes: try Pushes.read(bytes)
        case .translations: try TranslationFiles.read(bytes)
        case .nchanStreams: try NchanStreams.read(bytes)
        case .ntfyStreams: try NtfyStreams.read(bytes)
        case .registerCalls: try RegisterCalls.read(bytes)
        case .extensionLines: try ExtensionOutputs.read(bytes)
        case .desktopFiles: try DesktopFiles.read(bytes)
        }
    }
}
