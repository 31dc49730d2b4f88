// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentMedia
import AgentRules
package import DBus
import FoundationEssentials
package import NotificationModel

/// The arguments of one `Notify`, made from a notification.
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
    /// How long it is to be on the screen still.
    var stay = ShowingStay()
    /// How late it is, in the person's language; nil if it is on time.
    var late: String?
    var manner = ShowingManner.usual
    /// Who plays its sound.
    var sound = SoundPlan.unsaid
    /// The person lets time-sensitive ones pass the desktop's Do Not Disturb.
    var breaksThrough = false
    /// The application has notification settings of its own, and the server draws a button for them.
    var offersSettings = false
    /// Whether a press leads anywhere; else it has no buttons, and no default action either.
    package var isAnswerable = true
    /// Names its occurrence to a server that knows tags: shown once more, it takes its own place there, whoever knows its number.
    package var tag: String?
    /// Whether something can come of a click on the notification itself; see ``actions``.
    package var hearsDefault = true

    package init(
        applicationName: String, desktopEntry: String, icon: String, replaces: UInt32, buttons: Buttons,
        picture: Picture?, notification: Notification, capabilities: ServerCapabilities,
        stay: ShowingStay = ShowingStay(), late: String? = nil, manner: ShowingManner = ShowingManner.usual,
        sound: SoundPlan = SoundPlan.unsaid, breaksThrough: Bool = false, offersSettings: Bool = false,
        isAnswerable: Bool = true, tag: String? = nil, hearsDefault: Bool = true
    ) {
        self.applicationName = applicationName
        self.desktopEntry = desktopEntry
        self.icon = icon
        self.replaces = replaces
        self.buttons = buttons
        self.picture = picture
        self.notification = notification
        self.capabilities = capabilities
        self.stay = stay
        self.late = late
        self.manner = manner
        self.sound = sound
        self.breaksThrough = breaksThrough
        self.offersSettings = offersSettings
        self.isAnswerable = isAnswerable
        self.tag = tag
        self.hearsDefault = hearsDefault
    }

    /// The key that Plasma draws as its gear, and whose press closes nothing.
    package static let settingsKey = "settings"

    /// The hint by whose text a notification takes the place of an older one of the same application.
    static let tagHint = "x-dunst-stack-tag"
    private static let tagHints = [tagHint, "x-canonical-private-synchronous"]

    /// A call of a server, which is not started for it.
    package static func message(_ member: String, to owner: String, _ arguments: [Value] = []) -> Message {
        Message.methodCall(
            destination: owner, path: path, interface: interface, member: member, arguments: arguments,
            autoStart: false)
    }

    /// The arguments by which what has this number is over after a millisecond.
    package static func ending(_ number: UInt32, titled title: String) -> [Value] {
        [
            .string(""), .uint32(number), .string(""), .string(PlainText.clean(title, keepingLines: false)),
            .string(""), .strings([]), .properties(["suppress-sound": .boolean(true), "urgency": .byte(0)]), .int32(1),
        ]
    }

    /// The eight arguments of the specification, in its order.
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

    /// Whether nothing is added to what the caller gave.
    private var isAsGiven: Bool { notification.request.presentation.isAsGiven }

    /// Key and label by turns.
    ///
    /// The default action is sent where
    /// - something can come of it: the request opens something or has a command for it, somebody waits for the answer, or its
    ///   program hears of responses, now or when it comes;
    /// - there are buttons: without it, some servers take a click on the text for the only button, or the first;
    /// - the server does something of its own with a click instead.
    ///
    /// Else it would be a button that opens nothing.
    private var actions: [String] {
        guard isAnswerable, capabilities.takesActions else { return [] }
        let pairs = stride(from: 0, to: buttons.actions.count, by: 2).map { index in
            (key: buttons.actions[index], label: capabilities.label(buttons.actions[index + 1]))
        }
        let own = pairs.filter { $0.key != Buttons.defaultKey }
        let hasDefault =
            own.isEmpty
            ? hearsDefault || capabilities.needsDefault : !capabilities.hasNoPlaceForDefault(beside: own.count)
        let drawn = (isAsGiven || hasDefault ? pairs : own).flatMap { [$0.key, $0.label] }
        return drawn + (offersSettings ? [Self.settingsKey, "Settings"] : [])
    }

    /// The subtitle on a line of its own, then the body, then how late it is; escaped where the server parses markup.
    private var body: String {
        let content = notification.request.content
        func plain(_ text: String) -> String { capabilities.body(PlainText.clean(text, keepingLines: true)) }
        let isMarkup = notification.request.presentation.isMarkup
        let lines = [
            plain(content.subtitle), isMarkup ? capabilities.markup(content.body) : plain(content.body),
            plain(late ?? ""),
        ]
        return lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The most seconds that the call can say: 24 days.
    private static let longestTime = Double(Int32.max) / 1000

    /// -1 is the server's choice, 0 never: for what must not be missed (quirk 56).
    private var expireTimeout: Int32 {
        if let seconds = stay.seconds ?? notification.request.presentation.expireAfter {
            // Less than a millisecond is not "never".
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
        var hints = HintList.passed(of: request.presentation)
        if manner != .usual { hints["suppress-sound"] = .boolean(true) }
        if !isAsGiven { hints["desktop-entry"] = .string(desktopEntry) }
        hints["urgency"] = .byte(urgency)
        if let type = request.presentation.type {
            hints["category"] = .string(PlainText.clean(type, keepingLines: false))
        }
        // A false `transient` counts as true on Xfce: left out instead (quirk 34).
        if request.presentation.isTransient { hints["transient"] = .boolean(true) }
        sound.apply(to: &hints)
        if let progress = request.presentation.progress { hints["value"] = .int32(Int32(progress)) }
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

    /// No tag beside a number: mako takes what has both for the older one of its own tag, frees it and crashes.
    private func setTag(in hints: inout [String: Value]) {
        guard replaces == 0 else { return Self.tagHints.forEach { hints[$0] = nil } }
        if let tag, Self.tagHints.allSatisfy({ hints[$0] == nil }) { hints[Self.tagHint] = .string(tag) }
    }

    private var urgency: UInt8 {
        switch notification.request.content.interruptionLevel {
        case .passive: 0
        // What has buttons is not for the list alone: some servers have none there.
        case .active where manner == .quiet && !buttons.offersChoice,
            .timeSensitive where manner == .quiet && !buttons.offersChoice:
            0
        case .active: 1
        case .timeSensitive: breaksThrough ? 2 : 1
        case .critical: 2
        }
    }
}
