// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentMedia
import AgentRules
package import DBus
import FoundationEssentials
package import NotificationModel

/// The arguments of one `Notify` call.
package struct NotifyCall {
    package static let interface = "org.freedesktop.Notifications"
    package static let path: ObjectPath = "/org/freedesktop/Notifications"

    let applicationName: String
    let desktopEntry: String
    let icon: String
    let replaces: UInt32
    let buttons: Buttons
    let picture: Picture?
    let notification: Notification
    let capabilities: ServerCapabilities
    /// The time for which the notification is to stay on the screen.
    var stay = DisplayDuration()
    /// Text that says how late the notification is, in the person's language; nil if it is on time.
    var late: String?
    var manner = AlertStyle.usual
    /// The plan for the sound: the server, the agent or nobody plays it.
    var sound = SoundPlan.unsaid
    /// Whether the person lets time-sensitive notifications pass the desktop's Do Not Disturb.
    var breaksThrough = false
    /// Whether the application has notification settings of its own and the server draws a button for them.
    var offersSettings = false
    /// Whether the press of a button can be answered; if not, neither buttons nor a default action are sent.
    package var isAnswerable = true
    /// The occurrence's tag, by which some servers replace a notification when `Notify` is repeated without `replaces`.
    package var tag: String?
    /// Whether a click on the notification itself can have an effect; see ``actions``.
    package var hearsDefault = true

    package init(
        applicationName: String, desktopEntry: String, icon: String, replaces: UInt32, buttons: Buttons,
        picture: Picture?, notification: Notification, capabilities: ServerCapabilities,
        stay: DisplayDuration = DisplayDuration(), late: String? = nil, manner: AlertStyle = AlertStyle.usual,
        sound: SoundPlan = SoundPlan.unsaid, breaksThrough: Bool = false, offersSettings: Bool = false,
        isAnswerable: Bool = true, tag: String? = nil, hearsDefault: Bool = true
    ) {
        (self.applicationName, self.desktopEntry, self.icon) = (applicationName, desktopEntry, icon)
        (self.replaces, self.buttons, self.picture) = (replaces, buttons, picture)
        (self.notification, self.capabilities, self.stay) = (notification, capabilities, stay)
        (self.late, self.manner, self.sound) = (late, manner, sound)
        (self.breaksThrough, self.offersSettings, self.isAnswerable) = (breaksThrough, offersSettings, isAnswerable)
        (self.tag, self.hearsDefault) = (tag, hearsDefault)
    }

    /// The key of the settings gear that Plasma draws; pressing it does not close the notification.
    package static let settingsKey = "settings"

    /// The name of the hint for a tag: a notification replaces an older notification with the same application and tag.
    static let tagHint = "x-dunst-stack-tag"
    private static let tagHints = [tagHint, "x-canonical-private-synchronous"]

    /// Makes a method call to a notification server; the bus doesn't start the server for this call.
    package static func message(_ member: String, to owner: String, _ arguments: [Value] = []) -> Message {
        Message.methodCall(
            destination: owner, path: path, interface: interface, member: member, arguments: arguments,
            autoStart: false)
    }

    /// Makes the arguments of a `Notify` call that replaces a notification by another that expires after a millisecond.
    package static func ending(_ number: UInt32, titled title: String) -> [Value] {
        [
            .string(""), .uint32(number), .string(""), .string(PlainText.clean(title, keepingLines: false)),
            .string(""), .strings([]), .properties(["suppress-sound": .boolean(true), "urgency": .byte(0)]), .int32(1),
        ]
    }

    /// The eight arguments of `Notify`, in the specification's order.
    package var arguments: [Value] {
        let content = notification.request.content
        let name = PlainText.clean(applicationName, keepingLines: false)
        let title = PlainText.clean(content.title, keepingLines: isAsGiven)
        return [
            .string(name), .uint32(replaces),
            .string(capabilities.icon(PlainText.clean(icon, keepingLines: false), besidePicture: picture != nil)),
            .string(capabilities.title(title.isEmpty && !isAsGiven ? name : title)),
            .string(body), .strings(actions), .properties(hints),
            .int32(expireTimeout),
        ]
    }

    private var isAsGiven: Bool { notification.request.display.isAsGiven }

    /// The key and the label of each action by turns.
    ///
    /// The default action is sent if
    /// - the request names it (`defaultActionTitle`);
    /// - a click can have an effect: the request opens something or runs a command, a caller awaits the response or the
    ///   application gets it;
    /// - there are buttons: without a default action, some servers take a click on the text for the first button;
    /// - the server would do something of its own with a click.
    ///
    /// In other cases the default action would be a button without effect. A request without a default action
    /// (`defaultActionTitle` is empty) has a default action that dismisses the notification in the last two cases.
    private var actions: [String] {
        guard isAnswerable, capabilities.takesActions else { return [] }
        let pairs = stride(from: 0, to: buttons.actions.count, by: 2).map { index in
            (key: buttons.actions[index], label: capabilities.label(buttons.actions[index + 1]))
        }
        let own = pairs.filter { $0.key != Buttons.defaultKey }
        let hasDefault =
            own.isEmpty
            ? hearsDefault && !buttons.clickDismisses || buttons.namesDefault || capabilities.needsDefault
            : !capabilities.hasNoPlaceForDefault(beside: own.count)
        let drawn = (isAsGiven || hasDefault ? pairs : own).flatMap { [$0.key, $0.label] }
        return drawn + (offersSettings ? [Self.settingsKey, "Settings"] : [])
    }

    /// The subtitle, the body and the lateness, each on a line of its own; escaped if the server parses markup.
    private var body: String {
        let content = notification.request.content
        func plain(_ text: String) -> String { capabilities.body(PlainText.clean(text, keepingLines: true)) }
        let isMarkup = notification.request.display.isMarkup
        let lines = [
            plain(content.subtitle), isMarkup ? capabilities.markup(content.body) : plain(content.body),
            plain(late ?? ""),
        ]
        return lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The longest timeout of a notification, in seconds: 24 days.
    private static let longestTime = Double(Int32.max) / 1000

    /// The timeout of `Notify` in milliseconds: -1 is the server's choice, and 0 is never (quirk 56 of `quirks.tsv`).
    private var expireTimeout: Int32 {
        if let seconds = stay.seconds ?? notification.request.display.expireAfter {
            // Less than a millisecond must not round to 0, "never".
            let milliseconds = Int32(clamping: Int((min(seconds, Self.longestTime) * 1000).rounded()))
            return capabilities.timeout(seconds == 0 ? 0 : max(1, milliseconds))
        }
        if isAsGiven { return -1 }
        return switch notification.request.content.interruptionLevel {
        case .timeSensitive, .critical: capabilities.timeout(0)
        case .passive, .active: -1
        }
    }

    private var hints: [String: Value] {
        let request = notification.request
        var hints = HintList.passed(of: request.display)
        if manner != .usual { hints["suppress-sound"] = .boolean(true) }
        if !isAsGiven { hints["desktop-entry"] = .string(desktopEntry) }
        hints["urgency"] = .byte(urgency)
        if let type = request.display.type { hints["category"] = .string(PlainText.clean(type, keepingLines: false)) }
        // Xfce takes a false `transient` for true, so false is not sent (quirk 34).
        if request.display.isTransient { hints["transient"] = .boolean(true) }
        // A content extension may keep the notification after a press; otherwise Belfry closes the notification.
        if request.drawing != nil, capabilities.honoursResident { hints["resident"] = .boolean(true) }
        sound.apply(to: &hints)
        if let progress = request.display.progress { hints["value"] = .int32(Int32(progress)) }
        if let field = buttons.inlineField {
            for (name, words) in [
                ("x-kde-reply-placeholder-text", field.placeholder),
                ("x-kde-reply-submit-button-text", field.buttonTitle),
            ] where !words.isEmpty {
                hints[name] = .string(PlainText.clean(words, keepingLines: false))
            }
        }
        if let picture { hints[capabilities.pictureHint] = picture.value }
        if capabilities.knowsTags { setTag(in: &hints) }
        return hints
    }

    /// Sets a tag unless the call has the number of a notification to replace: with both, mako frees the replaced
    /// notification and crashes.
    private func setTag(in hints: inout [String: Value]) {
        guard replaces == 0 else { return Self.tagHints.forEach { hints[$0] = nil } }
        if let tag, Self.tagHints.allSatisfy({ hints[$0] == nil }) { hints[Self.tagHint] = .string(tag) }
    }

    private var urgency: UInt8 {
        switch notification.request.content.interruptionLevel {
        case .passive: 0
        // A notification with buttons keeps its urgency: some servers list low-urgency notifications without buttons.
        case .active where manner == .quiet && !buttons.offersChoice,
            .timeSensitive where manner == .quiet && !buttons.offersChoice:
            0
        case .active: 1
        case .timeSensitive: breaksThrough ? 2 : 1
        case .critical: 2
        }
    }
}
