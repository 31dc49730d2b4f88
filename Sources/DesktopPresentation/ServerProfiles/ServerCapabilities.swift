// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
package import NotificationModel

/// What a notification server says it can do, and what it can't do of a request.
package struct ServerCapabilities: Hashable, Sendable {
    /// Those that it says and has.
    package let names: Set<String>
    private let profile: ServerProfile

    /// Without what is known to be no more than a word (quirk 67).
    package init(_ names: some Sequence<String>, of profile: ServerProfile = ServerProfile(name: "")) {
        self.names = Set(names).subtracting(profile.falseClaims).union(profile.unsaid)
        self.profile = profile
    }

    var hasMarkup: Bool { names.contains("body-markup") }
    package var repliesInline: Bool { names.contains("inline-reply") }
    package var playsSounds: Bool { names.contains("sound") }
    /// Whether one of the same tag is taken for the same notification: dunst and mako.
    var knowsTags: Bool { names.contains(NotifyCall.tagHint) }
    /// Whether actions may be sent; one that doesn't know the word ignores them.
    package var takesActions: Bool { !profile.refusesActions }

    /// A button's label as the server shows what it says (quirk 39).
    func label(_ text: String) -> String {
        switch profile.mnemonics {
        case nil: text
        case .everywhere?: text.replacing("&", with: "&&")
        case .beforeLetters?: PlainText.doublingMarks(text)
        }
    }

    /// Whether `default` would make a list of what could be buttons.
    func hasNoPlaceForDefault(beside count: Int) -> Bool { profile.listsAbove == count }

    /// A title as the server shows what it says; most take it for what it is (quirk 49).
    package func title(_ text: String) -> String {
        if profile.parsesTitles { return PlainText.escaped(text) }
        if profile.escapesTitles { return PlainText.withoutMarks(text) }
        return profile.guessesMarkup ? PlainText.escapedIfMarked(text) : text
    }

    /// The hint by which the server draws a picture (quirk 46).
    var pictureHint: String { profile.pictureHint }

    /// The icon, or none where it would hide the picture (quirk 47).
    func icon(_ name: String, besidePicture hasPicture: Bool) -> String {
        hasPicture && profile.iconHidesPicture ? "" : name
    }

    /// Milliseconds as `Notify` takes them, where 0 is to stay and -1 the server's choice (quirk 56).
    func timeout(_ milliseconds: Int32) -> Int32 {
        milliseconds == 0 && profile.makesDialogOfStaying ? -1 : milliseconds
    }

    /// Whether something other than nothing happens on a click where no default action was sent (quirk 36).
    var needsDefault: Bool { profile.actsWithoutDefault }

    /// A body as the server shows what it says, whether or not it parses markup.
    func body(_ text: String) -> String {
        if profile.guessesMarkup { return PlainText.escapedIfMarked(text) }
        guard hasMarkup else { return profile.mayParseUnsaid ? PlainText.withoutBrackets(text) : text }
        return profile.showsEntities ? PlainText.withoutTags(text) : PlainText.escaped(text)
    }

    /// A body that is markup, as far as the server draws it: cleaned, or its text.
    func markup(_ text: String) -> String {
        let markup = BodyMarkup(text)
        guard hasMarkup, !profile.showsEntities else { return body(markup.plainText) }
        return markup.cleaned(
            for: .init(links: names.contains("body-hyperlinks"), images: names.contains("body-images")))
    }

    /// What of `request` this server leaves out, in words of the contract.
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
        if names.isDisjoint(with: ["icon-static", "icon-multi", "body-images"]), !pictures.isEmpty {
            missing.append("image")
        }
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
