// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import NotificationModel
package import Triggers

/// The payload of a remote notification: JSON with the dictionary `aps` and the application's own keys.
///
/// Apple documents the keys of `aps` in "Generating a remote notification". The optional dictionary `apns` beside it
/// has what APNs carries in HTTP headers. A key that is unknown, or whose value has another type or is over a limit, is
/// left out with a remark, and the rest of the payload counts: a provider may be newer than this program.
package struct RemotePayload: Hashable, Sendable {
    /// The texts, sound, badge and identifiers to present. The content's user info is the whole payload, with `aps`.
    package private(set) var content = Content()
    /// Texts to look up in the application's translations; a text that is found replaces that of ``content``.
    package private(set) var localizedTexts: [AlertText: LocalizedText] = [:]
    package private(set) var delivery = RemoteDelivery()
    /// Whether the application is woken for data (`content-available`).
    package private(set) var isContentAvailable = false
    /// Whether the application's service extension may change the content before it is presented (`mutable-content`).
    package private(set) var isMutable = false
    /// Remarks on the parts of the payload that are ignored, in the order of the documentation.
    package private(set) var remarks: [JSONRemark] = []

    /// Largest payload in bytes: the plaintext of a Web Push message of 4096 bytes (RFC 8291, section 4).
    package static let maximumSize = 3993

    /// Reads a payload.
    ///
    /// - Throws: ``Triggers/Refusal`` if it is no JSON object, over ``maximumSize``, nested deeper than
    ///   ``NotificationModel/Limits/userInfoDepth``, without the dictionary `aps`, or if there is nothing to do: no
    ///   text, badge or sound, and no `content-available`.
    package init(_ data: Data) throws(Refusal) {
        guard data.count <= Self.maximumSize else {
            throw .contentTooLarge("the payload is \(data.count) bytes; the limit is \(Self.maximumSize)")
        }
        var whole = JSONReader(try Self.object(data))
        // Values that can't be stored are removed before any key is read.
        content.userInfo = whole.keepStorable()
        guard var aps = whole.dictionary("aps") else {
            throw .invalidRequest("the payload has no dictionary \"aps\"")
        }
        readAlert(&aps)
        readRest(&aps)
        aps.refuseRest(knowing: Self.withoutMeaning)
        if var apns = whole.dictionary("apns") {
            delivery.read(&apns)
            apns.refuseRest(knowing: [])
            whole.remarks += apns.remarks
        }
        remarks = whole.remarks + aps.remarks
        guard isPresentable || isContentAvailable || delivery.ping != nil else {
            throw .invalidRequest("aps has nothing to do: it needs an alert, a badge, a sound or content-available")
        }
        guard delivery.type != .background || isContentAvailable else {
            throw .invalidRequest("apns.push-type is \"background\", which needs content-available in aps")
        }
    }

    private static func object(_ data: Data) throws(Refusal) -> [String: JSONValue] {
        let depth = JSONValue.depth(of: data)
        guard depth <= Limits.userInfoDepth else {
            throw .contentTooLarge("the payload is nested \(depth) deep; the limit is \(Limits.userInfoDepth)")
        }
        guard let values = JSONValue.object(data) else { throw .invalidRequest("the payload is no JSON object") }
        return values
    }

    /// Whether the payload has something to show, play or count.
    package var isPresentable: Bool {
        !content.hasNoText || !localizedTexts.isEmpty || content.badge != nil || content.sound != nil
    }

    /// Whether a text is to be looked up in the application's translations.
    package var needsTranslation: Bool { !localizedTexts.isEmpty }

    /// Returns the content in the person's language.
    ///
    /// A key without a translation is shown as it is, as Apple's systems do.
    ///
    /// - Parameter translation: Returns the translation of a key; nil if there is none.
    /// - Returns: The content, each text of which is within its limit.
    package func content(translatedBy translation: (String) -> String?) -> Content {
        var content = content
        for (text, localized) in localizedTexts {
            content[keyPath: text.property] = localized.text(translation, for: text)
        }
        return content
    }

    // MARK: - Reading `aps`

    /// Keys of `aps` that Apple's systems act on and this program does not.
    private static let withoutMeaning: Set<String> = [
        "attributes", "attributes-type", "content-changed", "content-state", "dismissal-date", "event", "events",
        "input-push-channel", "input-push-token", "stale-date", "timestamp", "url-args",
    ]
    /// Keys of `alert` that Apple's systems act on and this program does not.
    private static let alertWithoutMeaning: Set<String> = [
        "action", "action-loc-key", "launch-image", "summary-arg", "summary-arg-count",
    ]

    private mutating func readAlert(_ aps: inout JSONReader) {
        if aps.isString("alert") {
            content.body = aps.text("alert", atMost: AlertText.body.limit) ?? ""
            return
        }
        guard var alert = aps.dictionary("alert") else { return }
        for text in AlertText.allCases {
            content[keyPath: text.property] = alert.text(text.key, atMost: text.limit) ?? ""
            let arguments = alert.arguments(text.argumentsKey)
            if let key = alert.string(text.localizationKey, atMost: text.limit) {
                localizedTexts[text] = LocalizedText(key: key, arguments: arguments ?? [])
            }
        }
        alert.refuseRest(knowing: Self.alertWithoutMeaning)
        aps.remarks += alert.remarks
    }

    private mutating func readRest(_ aps: inout JSONReader) {
        content.badge = aps.integer("badge", in: 0...Int(Int32.max))
        content.sound = Self.sound(&aps)
        content.threadIdentifier = aps.string("thread-id") ?? ""
        content.categoryIdentifier = aps.string("category") ?? ""
        content.targetContentIdentifier = aps.string("target-content-id")
        content.filterCriteria = aps.string("filter-criteria")
        content.interruptionLevel = aps.choice("interruption-level", of: Self.levels) ?? .active
        content.relevanceScore = aps.number("relevance-score", in: 0...1) ?? 0
        isContentAvailable = aps.flag("content-available")
        isMutable = aps.flag("mutable-content")
    }

    private static let levels: [(String, InterruptionLevel)] = [
        ("passive", .passive), ("active", .active), ("time-sensitive", .timeSensitive), ("critical", .critical),
    ]

    /// Reads a sound: a name, or a dictionary with `name`, `critical` and `volume`.
    private static func sound(_ aps: inout JSONReader) -> Sound? {
        if aps.isString("sound") { return aps.soundName("sound").map(Self.sound(named:)) }
        guard var dictionary = aps.dictionary("sound") else { return nil }
        var sound = dictionary.soundName("name").map(Self.sound(named:)) ?? .standard
        sound.isCritical = dictionary.flag("critical")
        sound.volume = dictionary.number("volume", in: 0...1)
        dictionary.refuseRest(knowing: [])
        aps.remarks += dictionary.remarks
        return sound
    }

    private static func sound(named name: String) -> Sound { Sound(name: name == "default" ? nil : name) }
}

/// A text of an alert.
package enum AlertText: String, CaseIterable, Sendable {
    case title, subtitle, body

    /// The key of the text itself.
    var key: String { rawValue }
    /// The key of the name under which the text is translated.
    var localizationKey: String { self == .body ? "loc-key" : "\(rawValue)-loc-key" }
    var argumentsKey: String { self == .body ? "loc-args" : "\(rawValue)-loc-args" }
    /// Maximum size of the text in UTF-8 bytes.
    var limit: Int { self == .body ? Limits.bodyBytes : Limits.titleBytes }

    var property: WritableKeyPath<Content, String> {
        switch self {
        case .title: \.title
        case .subtitle: \.subtitle
        case .body: \.body
        }
    }
}

extension JSONRemark {
    /// Whether the value that the remark is about may be data of the application, or a text for the person, and so must
    /// not be in an error report.
    package var isPrivate: Bool {
        key.hasPrefix("aps.alert") || !key.hasPrefix("aps.") && !key.hasPrefix("apns.") || reason == Self.unknownKey
    }
}
