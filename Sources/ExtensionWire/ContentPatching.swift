// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel
import Triggers

/// Applies an extension's changes to a notification's content, key by key.
struct ContentPatching {
    private let changes: [String: JSONValue]
    private let original: Content
    private let folder: String
    private(set) var content: Content
    /// Names of the new attachments' files.
    private(set) var files: [String] = []
    private var reader: JSONReader

    init(_ patch: ContentPatch, of original: Content, attachmentsFolder folder: String) {
        (changes, self.original, self.folder) = (patch.changes, original, folder)
        content = original
        reader = JSONReader(patch.changes, path: "content.")
    }

    var remarks: [JSONRemark] { reader.remarks }

    mutating func makeChanges() {
        change("title", \.title, "") { $0.text("title", atMost: Limits.titleBytes) }
        change("subtitle", \.subtitle, "") { $0.text("subtitle", atMost: Limits.titleBytes) }
        change("body", \.body, "") { $0.text("body", atMost: Limits.bodyBytes) }
        change("badge", \.badge) { $0.integer("badge", in: 0...Int(Int32.max)) }
        change("threadIdentifier", \.threadIdentifier, "") { $0.string("threadIdentifier") }
        change("categoryIdentifier", \.categoryIdentifier, "") { $0.string("categoryIdentifier") }
        change("targetContentIdentifier", \.targetContentIdentifier) { $0.string("targetContentIdentifier") }
        change("relevanceScore", \.relevanceScore, 0) { $0.number("relevanceScore", in: 0...1) }
        changeLevel()
        changeSound()
        changeUserInfo()
        changeAttachments()
        reader.refuseRest(knowing: [])
    }

    /// Sets a property to the value that `read` returns, or, for null, to `cleared`; a returned nil changes nothing.
    private mutating func change<Value>(
        _ key: String, _ property: WritableKeyPath<Content, Value>, _ cleared: Value,
        _ read: (inout JSONReader) -> Value?
    ) {
        if reader.value(key) == .null {
            content[keyPath: property] = cleared
        } else if changes[key] != nil, let value = read(&reader) {
            content[keyPath: property] = value
        }
    }

    /// Sets a property to the value that `read` returns, or, for null, to nil; a returned nil changes nothing.
    private mutating func change<Value>(
        _ key: String, _ property: WritableKeyPath<Content, Value?>, _ read: (inout JSONReader) -> Value?
    ) {
        if reader.value(key) == .null {
            content[keyPath: property] = nil
        } else if changes[key] != nil, let value = read(&reader) {
            content[keyPath: property] = value
        }
    }

    /// Lowers the interruption level; an extension can't raise it.
    private mutating func changeLevel() {
        let (before, key) = (original.interruptionLevel, "interruptionLevel")
        change(key, \.interruptionLevel, .active) {
            $0.choice(key, of: InterruptionLevel.allCases.map { ($0.rawValue, $0) })
        }
        guard content.interruptionLevel.rank > before.rank else { return }
        content.interruptionLevel = before
        reader.remark(key, "can't be above \"\(before.rawValue)\", the level of the notification")
    }

    /// Changes the sound: a name stands for a new sound, and a dictionary is merged into the present sound.
    ///
    /// A sound that isn't critical can't become so, because that would raise the interruption.
    private mutating func changeSound() {
        let fields: [String: JSONValue]
        var sound = Sound.standard
        switch reader.value("sound") {
        case nil: return
        case .null?:
            content.sound = nil
            return
        case .string(let name)?: fields = ["name": .string(name)]
        case .dictionary(let values)?:
            fields = values
            sound = original.sound ?? .standard
        case _?: return reader.remark("sound", "must be a name or a dictionary")
        }
        var values = JSONReader(fields, path: "content.sound.")
        if values.value("name") != nil {
            let text = values.soundName("name")
            sound.name = text == Sound.standardName ? nil : text
        }
        if fields["critical"] != nil { sound.isCritical = values.flag("critical") }
        if fields["volume"] != nil { sound.volume = values.number("volume", in: 0...1) }
        values.refuseRest(knowing: [])
        if sound.isCritical, original.sound?.isCritical != true {
            sound.isCritical = false
            values.remark("critical", "can't become true: an extension can't raise the interruption")
        }
        // A name that can't be used leaves the sound as it was: it doesn't stand for the standard sound.
        if !values.remarks.contains(where: { $0.key == "content.sound.name" }) { content.sound = sound }
        reader.remarks += values.remarks
    }

    private mutating func changeUserInfo() {
        var info = content.userInfo
        switch reader.value("userInfo") {
        case nil: return
        case .null?: info = [:]
        case .dictionary(let values)?:
            PropertyListValue.merge(values, into: &info, "content.userInfo", &reader.remarks)
        case _?: return reader.remark("userInfo", "must be a dictionary")
        }
        do {
            try PropertyListValue.validate(info, "it")
            content.userInfo = info
        } catch {
            reader.remark("userInfo", "can't be stored: \((error as? Refusal)?.message ?? "it is no property list")")
        }
    }

    // MARK: - Attachments

    private mutating func changeAttachments() {
        switch reader.value("attachments") {
        case nil: return
        case .null?: content.attachments = []
        case .array(let entries)?:
            content.attachments = []
            for (index, entry) in entries.prefix(ExtensionWire.attachmentLimit).enumerated() {
                guard let attachment = attachment(entry, "content.attachments[\(index)]") else { continue }
                content.attachments.append(attachment)
            }
            guard entries.count > ExtensionWire.attachmentLimit else { return }
            reader.remark("attachments", "was cut to \(ExtensionWire.attachmentLimit) entries, the limit")
        case _?: reader.remark("attachments", "must be a list")
        }
    }

    /// Returns an entry's attachment: an entry with a new file is a new attachment; an entry with only the `id` of an
    /// original attachment keeps that attachment.
    private mutating func attachment(_ entry: JSONValue, _ place: String) -> Attachment? {
        guard case .dictionary(let values) = entry else {
            reader.remarks.append(JSONRemark(place, entry, "must be a dictionary"))
            return nil
        }
        var fields = JSONReader(values, path: place + ".")
        defer { reader.remarks += fields.remarks }
        let (identifier, type) = (fields.string("id"), fields.string("type"))
        let file = fields.converted("file", to: ExtensionFile.rule, ExtensionFile.name)
        fields.refuseRest(knowing: [])
        let path = file.map { "\(folder)/\($0)" }
        let hasFile = values["file"].map { $0 != .null } ?? false
        if let kept = original.attachments.first(where: { $0.identifier == identifier }), !hasFile || path == kept.url {
            return kept
        }
        guard let file, let path else {
            if !hasFile { fields.remark("file", "must be \(ExtensionFile.rule)") }
            return nil
        }
        files.append(file)
        return Attachment(identifier: identifier ?? "", url: path, typeHint: type)
    }
}

extension InterruptionLevel {
    /// The place of the level in the order from the least to the most interruption.
    fileprivate var rank: Int {
        switch self {
        case .passive: 0
        case .active: 1
        case .timeSensitive: 2
        case .critical: 3
        }
    }
}
