// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import Glibc

// Why: the type has many properties, because it has one for each option of notify-send.
/// The raw values of notify-send's options, parsed by GLib's parser as in notify-send.
struct SendCommandLine {
    @ParsedOption("urgency", "u", value: "LEVEL", "Specifies the urgency level (low, normal, critical).")
    var urgency: String?
    @ParsedOption(
        "expire-time", "t", value: "TIME", "Specifies the timeout in milliseconds at which to expire the notification.")
    var expiry: Int32
    @ParsedOption("app-name", "a", value: "APP_NAME", "Specifies the app name for the notification")
    var applicationName: String?
    @ParsedOption("icon", "i", value: "ICON", "Specifies an icon filename or stock icon to display.") var icon: String?
    @ParsedOption("app-icon", "n", value: "ICON", "Specifies an application icon name.") var applicationIcon: String?
    @ParsedOption("category", "c", value: "TYPE[,TYPE...]", "Specifies the notification category.")
    var category: String?
    @ParsedOption("transient", "e", "Create a transient notification") var isTransient: Bool
    @ParsedOption(
        "hint", "h", value: "TYPE:NAME:VALUE",
        "Specifies basic extra data to pass. Valid types are boolean, int, double, string, byte and variant.")
    var hints: [String]
    @ParsedOption("print-id", "p", "Print the notification ID.") var printsIdentifier: Bool
    @ParsedOption("replace-id", "r", value: "REPLACE_ID", "The ID of the notification to replace.")
    private var replaceOption: String?
    @ParsedOption("wait", "w", "Wait for the notification to be closed before exiting.") var waits: Bool
    @ParsedOption(
        "action", "A", value: "[NAME=]Text...",
        "Specifies the actions to display to the user. Implies --wait. May be set multiple times. The NAME of "
            + "the chosen action is printed; without NAME, it is the number of the option (starting with 0).")
    var actions: [String]
    @ParsedOption("id-fd", value: "FD", "Print the notification ID to this file descriptor.")
    var identifierDescriptor: Int32
    @ParsedOption("selected-action-fd", value: "FD", "Print the chosen action to this file descriptor.")
    var actionDescriptor: Int32
    @ParsedOption("activation-token-fd", value: "FD", "Print the activation token to this file descriptor.")
    var tokenDescriptor: Int32
    @ParsedOption("version", "v", "Version of the package.") private var version: Bool
    @ParsedOption("in", value: "DURATION", "Show it after this long, such as 10m.") var delay: String?
    @ParsedOption("at", value: "WHEN", "Show it at this time, such as \"tomorrow 9am\".") var at: String?
    @ParsedOption("every", value: "SPEC", "Show it again and again, such as \"weekday 09:00\".") var every: String?
    @ParsedOption("id", value: "ID", "The request's identifier (default: a number).") var identifier: String?
    @ParsedOption("no-queue", nil, "Fail without a notification server, instead of waiting for one.") var noQueue: Bool
    @ParsedOption("open", value: "URL", "A click on the notification opens this.") var opened: String?
    @ParsedOption("activate", value: "APP_ID", "A click on the notification starts this application.")
    var activated: String?
    @ParsedOption("") var texts: [String]

    /// The value of `--replace-id`; nil for 0 or an empty text, which replace nothing.
    var replaces: String? { replaceOption.flatMap { $0 == "0" || $0.isEmpty ? nil : $0 } }

    /// Parses the arguments; `--version` and `--help` end the process.
    ///
    /// - Throws: ``Failure`` with ``ExitStatus/usage`` for an unknown option or a missing value.
    init(_ arguments: [String]) throws {
        try OptionParser.parse(arguments, entries)
        if version {
            Console.print("belfry send \(Version.current)")
            exit(ExitStatus.done.rawValue)
        }
    }

    private init() {}

    /// The options of `belfry send`, for the completions of shells.
    static var described: [CommandDescription.Argument] {
        Self().entries.dropLast().map(\.described) + [OptionParser.help]
    }

    private var entries: [GOptionEntry] {
        [
            _urgency.entry, _expiry.entry, _applicationName.entry, _icon.entry, _applicationIcon.entry, _category.entry,
            _isTransient.entry, _hints.entry, _printsIdentifier.entry, _replaceOption.entry, _waits.entry,
            _actions.entry, _identifierDescriptor.entry, _actionDescriptor.entry, _tokenDescriptor.entry,
            _version.entry, _delay.entry, _at.entry, _every.entry, _identifier.entry, _noQueue.entry, _opened.entry,
            _activated.entry, _texts.entry,
        ]
    }
}
