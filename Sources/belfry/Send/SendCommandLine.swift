// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import Glibc

// Why: one property for each option of notify-send.
/// The raw values of notify-send's options, parsed by the same parser as in notify-send.
///
/// Texts are declared as file names, which GLib passes on unchanged. Its conversion of other strings needs the locale,
/// whose setup takes longer than the rest of the program.
struct SendCommandLine {
    private(set) var urgency: String?
    private(set) var expiry: Int32 = -1
    private(set) var applicationName: String?
    private(set) var icon: String?
    private(set) var applicationIcon: String?
    private(set) var category: String?
    private(set) var hints: [String] = []
    private(set) var actions: [String] = []
    private(set) var texts: [String] = []
    private(set) var isTransient = false
    private(set) var printsIdentifier = false
    /// Value of `--replace-id`; nil for 0, which means none.
    private(set) var replaces: String?
    private(set) var waits = false
    private(set) var identifierDescriptor: Int32 = -1
    private(set) var actionDescriptor: Int32 = -1
    private(set) var tokenDescriptor: Int32 = -1
    private(set) var delay: String?
    private(set) var at: String?
    private(set) var every: String?
    private(set) var identifier: String?
    private(set) var noQueue = false
    private(set) var opened: String?
    private(set) var activated: String?

    // Why: one entry for each option of notify-send.
    /// Parses the arguments; `--version` and `--help` end the process.
    ///
    /// - Throws: ``Failure`` with ``ExitStatus/usage`` for an unknown option or a missing value.
    init(_ arguments: [String]) throws {
        let table = OptionTable()
        let urgency = table.text("urgency", "u", "LEVEL", "Specifies the urgency level (low, normal, critical).")
        let expiry = table.number(
            "expire-time", "t", "TIME",
            "Specifies the timeout in milliseconds at which to expire the notification.", standard: -1)
        let applicationName = table.text("app-name", "a", "APP_NAME", "Specifies the app name for the notification")
        let icon = table.text("icon", "i", "ICON", "Specifies an icon filename or stock icon to display.")
        let applicationIcon = table.text("app-icon", "n", "ICON", "Specifies an application icon name.")
        let category = table.text("category", "c", "TYPE[,TYPE...]", "Specifies the notification category.")
        let transient = table.flag("transient", "e", "Create a transient notification")
        let hints = table.list(
            "hint", "h", "TYPE:NAME:VALUE",
            "Specifies basic extra data to pass. Valid types are boolean, int, double, string, byte and variant.")
        let printsIdentifier = table.flag("print-id", "p", "Print the notification ID.")
        let replaces = table.text(
            "replace-id", "r", "REPLACE_ID", "The ID of the notification to replace.")
        let waits = table.flag("wait", "w", "Wait for the notification to be closed before exiting.")
        let actions = table.list(
            "action", "A", "[NAME=]Text...",
            "Specifies the actions to display to the user. Implies --wait. May be set multiple times. The NAME of "
                + "the chosen action is printed; without NAME, it is the number of the option (starting with 0).")
        let identifierDescriptor = table.number(
            "id-fd", nil, "FD", "Print the notification ID to this file descriptor.", standard: -1)
        let actionDescriptor = table.number(
            "selected-action-fd", nil, "FD", "Print the chosen action to this file descriptor.", standard: -1)
        let tokenDescriptor = table.number(
            "activation-token-fd", nil, "FD", "Print the activation token to this file descriptor.", standard: -1)
        let version = table.flag("version", "v", "Version of the package.")
        let delay = table.text("in", nil, "DURATION", "Not now, but after this long, such as 10m.")
        let at = table.text("at", nil, "WHEN", "Not now, but at this time, such as \"tomorrow 9am\".")
        let every = table.text("every", nil, "SPEC", "Again and again, such as \"weekday 09:00\".")
        let identifier = table.text("id", nil, "ID", "The request's identifier (default: a number).")
        let noQueue = table.flag(
            "no-queue", nil, "Fail without a notification server, instead of keeping it until there is one.")
        let opened = table.text("open", nil, "URL", "A click on the notification opens this.")
        let activated = table.text("activate", nil, "APP_ID", "A click on the notification starts this application.")
        let rest = table.list("", nil, nil, nil)

        try table.parse(arguments)
        if version.pointee != 0 {
            Console.print("belfry send \(Version.current)")
            exit(ExitStatus.done.rawValue)
        }
        self.expiry = expiry.pointee
        self.replaces = OptionTable.string(replaces).flatMap { $0 == "0" || $0.isEmpty ? nil : $0 }
        isTransient = transient.pointee != 0
        self.printsIdentifier = printsIdentifier.pointee != 0
        self.waits = waits.pointee != 0
        self.noQueue = noQueue.pointee != 0
        self.identifierDescriptor = identifierDescriptor.pointee
        self.actionDescriptor = actionDescriptor.pointee
        self.tokenDescriptor = tokenDescriptor.pointee
        self.urgency = OptionTable.string(urgency)
        self.applicationName = OptionTable.string(applicationName)
        self.icon = OptionTable.string(icon)
        self.applicationIcon = OptionTable.string(applicationIcon)
        self.category = OptionTable.string(category)
        self.delay = OptionTable.string(delay)
        self.at = OptionTable.string(at)
        self.every = OptionTable.string(every)
        self.identifier = OptionTable.string(identifier)
        self.opened = OptionTable.string(opened)
        self.activated = OptionTable.string(activated)
        self.hints = OptionTable.strings(hints)
        self.actions = OptionTable.strings(actions)
        texts = OptionTable.strings(rest)
    }
}
