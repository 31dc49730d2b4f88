// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
package import NotificationModel

/// The capabilities of a notification server, and the parts of a request that it can't present.
package struct ServerCapabilities: Hashable, Sendable {
    /// The capabilities that the server really has.
    package let names: Set<String>
    private let profile: ServerProfile

    /// Corrects the server's list: removes false capabilities, and adds those that the server has but doesn't name
    /// (quirk 67 of `quirks.tsv`).
    package init(_ names: some Sequence<String>, of profile: ServerProfile = ServerProfile(name: "")) {
        self.names = Set(names).subtracting(profile.falseClaims).union(profile.unsaid)
        self.profile = profile
    }

    var hasMarkup: Bool { names.contains("body-markup") }
    package var repliesInline: Bool { names.contains("inline-reply") }
    package var playsSounds: Bool { names.contains("sound") }
    /// Whether the server replaces a notification by one of the same tag, as dunst and mako do.
    var knowsTags: Bool { names.contains(NotifyCall.tagHint) }
    /// Whether actions may be sent; most servers without the capability ignore them.
    package var takesActions: Bool { !profile.refusesActions }

    /// Escapes a button's label so that the server draws it as written (quirk 39).
    func label(_ text: String) -> String {
        switch profile.mnemonics {
        case nil: text
        case .everywhere?: text.replacing("&", with: "&&")
        case .beforeLetters?: PlainText.doublingMarks(text)
        }
    }

    /// Whether one more action, `default`, would make the server draw a list instead of buttons.
    func hasNoPlaceForDefault(beside count: Int) -> Bool { profile.listsAbove == count }

    /// Escapes a title so that the server draws it as written; most servers need no escaping (quirk 49).
    package func title(_ text: String) -> String {
        if profile.parsesTitles { return PlainText.escaped(text) }
        if profile.escapesTitles { return PlainText.withoutMarks(text) }
        return profile.guessesMarkup ? PlainText.escapedIfMarked(text) : text
    }

    /// Whether the server shows pictures.
    package var showsPictures: Bool { !names.isDisjoint(with: ["icon-static", "icon-multi", "body-images"]) }
    /// Whether the hint `resident` leaves a notification on the screen after a press (quirk 57).
    var honoursResident: Bool { profile.honoursResident }

    /// The hint that the server reads a picture from (quirk 46).
    var pictureHint: String { profile.pictureHint }

    /// Returns the icon's name, or an empty one if the icon would hide the picture (quirk 47).
    func icon(_ name: String, besidePicture hasPicture: Bool) -> String {
        hasPicture && profile.iconHidesPicture ? "" : name
    }

    /// Returns the timeout to send, in milliseconds; 0 means to stay, -1 the server's choice (quirk 56).
    func timeout(_ milliseconds: Int32) -> Int32 {
        milliseconds == 0 && profile.makesDialogOfStaying ? -1 : milliseconds
    }

    /// Whether the server acts on a click by itself if no default action was sent (quirk 36).
    var needsDefault: Bool { profile.actsWithoutDefault }

    /// Escapes a plain body so that the server draws it as written, whether or not it parses markup.
    func body(_ text: String) -> String {
        if profile.guessesMarkup { return PlainText.escapedIfMarked(text) }
        guard hasMarkup else { return profile.mayParseUnsaid ? PlainText.withoutBrackets(text) : text }
        return profile.showsEntities ? PlainText.withoutTags(text) : PlainText.escaped(text)
    }

    /// Reduces a body with markup to what the server draws: cleaned markup, or plain text.
    func markup(_ text: String) -> String {
        let markup = BodyMarkup(text)
        guard hasMarkup, !profile.showsEntities else { return body(markup.plainText) }
        return markup.cleaned(
            for: .init(links: names.contains("body-hyperlinks"), images: names.contains("body-images")))
    }

    /// Returns the parts of `request` that this server leaves out, by their names in the outcome's list `degraded`.
    package func degraded(_ request: Request, category: NotificationModel.Category?) -> [String] {
        let actions = request.responsePlan.actions + (category?.actions ?? [])
        var missing = missingButtons(of: actions.count + request.responsePlan.snooze.count)
        if !names.contains("body"), !(request.content.subtitle + request.content.body).isEmpty {
            missing.append("body")
        }
        if !repliesInline, actions.contains(where: { $0.textInput != nil }) { missing.append("reply") }
        if actions.count(where: { $0.textInput != nil }) > 1 { missing.append("secondReply") }
        if actions.contains(where: { $0.icon != nil }) { missing.append("actionIcons") }
        if actions.contains(where: { $0.options.contains(.authenticationRequired) }) {
            missing.append("authenticationRequired")
        }
        let pictures = request.content.attachments.filter { $0.kind == .picture }
        if pictures.count > 1 || pictures.count < request.content.attachments.count { missing.append("attachments") }
        if !showsPictures, !pictures.isEmpty { missing.append("image") }
        return missing
    }

    private func missingButtons(of count: Int) -> [String] {
        guard count > 0 else { return [] }
        guard names.contains("actions") else { return ["actions"] }
        return switch profile.drawnButtons {
        case .all, .elsewhere: []
        case .first(let most): count > most ? ["moreActions"] : []
        case .none: ["actions"]
        }
    }
}
