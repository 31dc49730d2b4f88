// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Triggers

extension Request {
    /// Checks every part of the request that doesn't depend on a file, a clock or a store.
    package func validate() throws {
        try Self.check(identifier, "identifier", atMost: Limits.identifierBytes)
        if identifier.isEmpty { throw Refusal.invalidRequest("identifier is empty; leave the key out to get one made") }
        if identifier.hasPrefix(Limits.reservedPrefix) {
            throw Refusal.invalidRequest(
                "identifier is \"\(identifier)\"; what begins with \"\(Limits.reservedPrefix)\" is reserved for digests"
            )
        }
        try Self.check(instance, "instance", atMost: Limits.identifierBytes)
        try content.validate()
        try display.validate()
        try responsePlan.validate()
        try checkCommands()
        guard leadTime.isFinite, leadTime >= 0 else {
            throw Refusal.invalidTrigger("leadTime is \(leadTime); it must be 0 or more seconds")
        }
    }

    /// Refuses a command for an event that can't occur; with a category any event can occur, as it may add actions.
    private func checkCommands() throws {
        try checkEvents(against: responsePlan.actions, of: "actions")
        guard content.categoryIdentifier.isEmpty else { return }
        let known = ResponsePlan.Event.allCases.map(\.rawValue) + responsePlan.actions.map(\.identifier)
        for event in responsePlan.commands.keys.sorted() where !known.contains(event) && !event.hasPrefix("snooze:") {
            throw Refusal.invalidRequest(
                "on.\(event): there is no action \"\(event)\"; events here are \(known.joined(separator: ", "))")
        }
    }

    /// Refuses a command whose event has the same name as an action: it would be ambiguous.
    private func checkEvents(against actions: [Action], of key: String) throws {
        for action in actions where responsePlan.commands[action.identifier] != nil {
            guard ResponsePlan.Event(rawValue: action.identifier) != nil else { continue }
            throw Refusal.invalidRequest(
                "on.\(action.identifier): \(key) has an action \"\(action.identifier)\" too, which is ambiguous; "
                    + "give the action another identifier: \(ResponsePlan.Event.list) are events")
        }
    }

    /// Checks the request's and its category's buttons together: their number, and that no identifier occurs twice.
    package func validate(with category: Category) throws {
        try checkEvents(against: category.actions, of: "the category \"\(category.identifier)\"")
        let own = Set(responsePlan.actions.map(\.identifier))
        if let twice = category.actions.first(where: { own.contains($0.identifier) }) {
            throw Refusal.invalidRequest(
                "actions has the identifier \"\(twice.identifier)\", and so has the category \"\(category.identifier)\""
            )
        }
        let count = own.count + category.actions.count
        guard count <= Limits.actions else {
            throw Refusal.contentTooLarge(
                "actions and the category \"\(category.identifier)\" have \(count) actions together; the limit is \(Limits.actions)"
            )
        }
    }

    /// Refuses a text that is longer than its limit in bytes, or contains U+0000, which D-Bus can't carry.
    package static func check(_ text: String, _ key: String, atMost limit: Int) throws {
        try check(bytes: text.utf8.count, key, atMost: limit)
        if text.utf8.contains(0) { throw Refusal.invalidRequest("\(key) contains the character U+0000") }
    }

    fileprivate static func check(bytes size: Int, _ key: String, atMost limit: Int) throws {
        if size > limit { throw Refusal.contentTooLarge("\(key) is \(size) bytes; the limit is \(limit)") }
    }

    fileprivate static func check(_ count: Int, _ items: String, of key: String, atMost limit: Int) throws {
        if count > limit { throw Refusal.contentTooLarge("\(key) has \(count) \(items); the limit is \(limit)") }
    }

    /// Refuses a number outside its range, and NaN.
    package static func check<Number: Comparable>(
        _ number: Number, _ key: String, _ range: ClosedRange<Number>, unit: String = ""
    ) throws {
        guard !range.contains(number) else { return }
        let limits = "from \(range.lowerBound) to \(range.upperBound)\(unit)"
        throw Refusal.invalidRequest("\(key) is \(number); it must be \(limits)")
    }
}

extension Content {
    /// Checks the content's texts, numbers and lists against ``Limits``.
    package func validate() throws {
        if hasNoText, badge == nil, sound == nil {
            throw Refusal.invalidRequest(
                "title and body are both empty; a notification needs one of them, or a badge or a sound")
        }
        for (key, text) in [("title", title), ("subtitle", subtitle), ("summaryArgument", summaryArgument)] {
            try Request.check(text, key, atMost: Limits.titleBytes)
        }
        try Request.check(body, "body", atMost: Limits.bodyBytes)
        for (key, text) in [
            ("categoryIdentifier", categoryIdentifier), ("threadIdentifier", threadIdentifier),
            ("targetContentIdentifier", targetContentIdentifier ?? ""), ("filterCriteria", filterCriteria ?? ""),
            ("launchImageName", launchImageName),
        ] {
            try Request.check(text, key, atMost: Limits.identifierBytes)
        }
        try Request.check(defaultActionTitle ?? "", "defaultActionTitle", atMost: Limits.labelBytes)
        let soundName = sound?.name ?? ""
        try Request.check(
            soundName, "sound.name", atMost: soundName.contains("/") ? Limits.urlBytes : Limits.identifierBytes)
        if let badge, badge < 0 { throw Refusal.invalidRequest("badge is \(badge); it must be 0 or more") }
        try Request.check(relevanceScore, "relevanceScore", 0...1)
        if let volume = sound?.volume { try Request.check(volume, "sound.volume", 0...1) }
        try Request.check(summaryArgumentCount, "summaryArgumentCount", 1...Limits.summaryArgumentCount)
        try Request.check(attachments.count, "files", of: "attachments", atMost: Limits.attachments)
        for (index, attachment) in attachments.enumerated() { try attachment.validate("attachments[\(index)]") }
        try PropertyListValue.validate(userInfo, "userInfo")
    }
}

extension Attachment {
    /// Checks the attachment's identifier, type and thumbnail options; `key` names the attachment in a refusal.
    func validate(_ key: String) throws {
        try Request.check(identifier, "\(key).identifier", atMost: Limits.identifierBytes)
        try Request.check(typeHint ?? "", "\(key).typeHint", atMost: Limits.identifierBytes)
        if let rect = thumbnailClippingRect,
            rect.count != 4 || !rect.allSatisfy((0...1).contains) || rect.suffix(2).contains(0)
        {
            throw Refusal.invalidRequest(
                "\(key).thumbnailClippingRect is \(rect.prefix(8)); it must be four numbers from 0 to 1, the last two above 0"
            )
        }
        if let time = thumbnailTime, !time.isFinite || time < 0 {
            throw Refusal.invalidRequest("\(key).thumbnailTime is \(time); it must be 0 or more")
        }
    }
}

extension PropertyListValue {
    /// Refuses a dictionary that is too deep or too large as JSON, or that D-Bus or JSON can't hold.
    ///
    /// `key` is the dictionary's name in a refusal.
    package static func validate(_ values: [String: PropertyListValue], _ key: String) throws {
        guard !values.isEmpty else { return }
        guard !PropertyListValue.dictionary(values).containsNUL else {
            throw Refusal.invalidRequest("\(key) contains the character U+0000")
        }
        let depth = PropertyListValue.dictionary(values).depth
        guard depth <= Limits.userInfoDepth else {
            throw Refusal.contentTooLarge("\(key) is nested \(depth) deep; the limit is \(Limits.userInfoDepth)")
        }
        let size: Int
        do {
            size = try JSONEncoder().encode(values).count
        } catch {
            throw Refusal.invalidRequest("\(key) has a value that JSON can't hold, such as NaN")
        }
        guard size <= Limits.userInfoBytes else {
            throw Refusal.contentTooLarge("\(key) is \(size) bytes as JSON; the limit is \(Limits.userInfoBytes)")
        }
    }
}

extension DisplayHints {
    /// Checks the application's name, the icon, the expiry time, the progress and the hints.
    func validate() throws {
        for (key, text) in [("applicationName", applicationName), ("icon", icon), ("type", type)] {
            try Request.check(text ?? "", key, atMost: Limits.titleBytes)
        }
        if let expireAfter, !expireAfter.isFinite || expireAfter < 0 || expireAfter > Double(Int32.max) / 1000 {
            throw Refusal.invalidRequest("expireAfter is \(expireAfter); it must be from 0 to 2147483 seconds")
        }
        if let progress { try Request.check(progress, "progress", 0...100, unit: " per cent") }
        try PropertyListValue.validate(hints, "hints")
        for (name, type) in hintTypes {
            guard hints[name] != nil else {
                throw Refusal.invalidRequest("hintTypes has \"\(name)\", and hints has no such hint")
            }
            try Request.check(type, "hintTypes.\(name)", atMost: Limits.identifierBytes)
        }
    }
}

extension ResponsePlan {
    /// Checks buttons, commands and their environment.
    func validate() throws {
        try Action.validate(actions, of: "actions")
        try opening?.validate()
        try Request.check(snooze.count, "choices", of: "snooze", atMost: Limits.choices)
        try Request.check(commands.count, "commands", of: "on", atMost: Limits.commands)
        for (event, command) in commands {
            try Request.check(event, "on", atMost: Limits.identifierBytes)
            try Request.check(bytes: command.byteCount, "on.\(event)", atMost: Limits.commandBytes)
            guard command.byteCount > 0, command != .shell("") else {
                throw Refusal.invalidRequest("on.\(event) is empty; it must be a command")
            }
        }
        let size = environment.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 2 }
        try Request.check(bytes: size, "environment", atMost: Limits.environmentBytes)
        for (name, value) in environment where name.isEmpty || name.contains("=") || (name + value).utf8.contains(0) {
            throw Refusal.invalidRequest("environment has a name that is empty or holds \"=\" or U+0000")
        }
    }
}

extension Action {
    /// Checks a list of buttons: their number, their texts, and that no identifier occurs twice.
    static func validate(_ actions: [Action], of key: String) throws {
        try Request.check(actions.count, "actions", of: key, atMost: Limits.actions)
        var seen: Set<String> = []
        for action in actions {
            guard !action.identifier.isEmpty else {
                throw Refusal.invalidRequest("\(key) has an action with an empty identifier")
            }
            try Request.check(action.identifier, "\(key).identifier", atMost: Limits.identifierBytes)
            guard seen.insert(action.identifier).inserted else {
                throw Refusal.invalidRequest("\(key) has the identifier \"\(action.identifier)\" twice")
            }
            guard !action.title.isEmpty else {
                throw Refusal.invalidRequest("\(key) has an action \"\(action.identifier)\" with an empty title")
            }
            try Request.check(action.title, "\(key).title", atMost: Limits.labelBytes)
            try Request.check(
                action.textInput?.placeholder ?? "", "\(key).textInputPlaceholder", atMost: Limits.labelBytes)
            try Request.check(
                action.textInput?.buttonTitle ?? "", "\(key).textInputButtonTitle", atMost: Limits.labelBytes)
        }
    }
}
