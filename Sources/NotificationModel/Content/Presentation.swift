// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// What the freedesktop side knows and Apple's content does not.
package struct Presentation: Hashable, Sendable {
    /// The name shown for the application; nil means its desktop file's, else its id.
    package var applicationName: String?
    /// An icon's name in the icon theme; nil means the application's own.
    package var icon: String?
    /// The notification specification's category, such as `email.arrived`.
    package var type: String?
    /// Not kept by the server after it has been seen.
    package var isTransient: Bool
    /// Seconds until it is taken away; 0 is never, nil the server's choice.
    package var expireAfter: Double?
    /// The server alone keeps the time: where it takes no notice of it, the notification stays.
    package var leavesExpiryToServer: Bool
    /// How far something has got, in per cent; nil for what doesn't get anywhere.
    package var progress: Int?
    /// Further hints. The agent passes on all but those that it sets itself or that have a wrong type.
    package var hints: [String: PropertyListValue]
    /// The D-Bus signatures of those hints whose value alone doesn't tell them, such as `y` for a byte.
    package var hintTypes: [String: String]
    /// The body is the notification specification's markup; else it is plain text.
    package var isMarkup: Bool
    /// Shown as notify-send shows it, and nothing is added: no icon, desktop entry, default action or time that it doesn't name.
    package var isAsGiven: Bool
    /// The number to replace on the server where it is no notification of Belfry's; 0 for none.
    package var replacesNumber: UInt32

    package init(
        applicationName: String? = nil, icon: String? = nil, type: String? = nil, isTransient: Bool = false,
        expireAfter: Double? = nil, leavesExpiryToServer: Bool = false, progress: Int? = nil,
        hints: [String: PropertyListValue] = [:], hintTypes: [String: String] = [:], isMarkup: Bool = false,
        isAsGiven: Bool = false, replacesNumber: UInt32 = 0
    ) {
        self.applicationName = applicationName
        self.icon = icon
        self.type = type
        self.isTransient = isTransient
        self.expireAfter = expireAfter
        self.leavesExpiryToServer = leavesExpiryToServer
        self.progress = progress
        self.hints = hints
        self.hintTypes = hintTypes
        self.isMarkup = isMarkup
        self.isAsGiven = isAsGiven
        self.replacesNumber = replacesNumber
    }
}

extension Presentation: Codable {
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case applicationName, icon, type
        case isTransient = "transient"
        case expireAfter
        case leavesExpiryToServer = "leaveExpiryToServer"
        case progress, hints, hintTypes
        case isMarkup = "markup"
        case isAsGiven = "asGiven"
        case replacesNumber
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            applicationName: try container.decodeIfPresent(String.self, forKey: .applicationName),
            icon: try container.decodeIfPresent(String.self, forKey: .icon),
            type: try container.decodeIfPresent(String.self, forKey: .type),
            isTransient: try container.value(.isTransient, or: false),
            expireAfter: try container.decodeIfPresent(Double.self, forKey: .expireAfter),
            leavesExpiryToServer: try container.value(.leavesExpiryToServer, or: false),
            progress: try container.decodeIfPresent(Int.self, forKey: .progress),
            hints: try container.value(.hints, or: [:]), hintTypes: try container.value(.hintTypes, or: [:]),
            isMarkup: try container.value(.isMarkup, or: false), isAsGiven: try container.value(.isAsGiven, or: false),
            replacesNumber: try container.value(.replacesNumber, or: 0))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(applicationName, forKey: .applicationName)
        try container.encodeIfPresent(icon, forKey: .icon)
        try container.encodeIfPresent(type, forKey: .type)
        try container.encode(isTransient, .isTransient, unless: false)
        try container.encodeIfPresent(expireAfter, forKey: .expireAfter)
        try container.encode(leavesExpiryToServer, .leavesExpiryToServer, unless: false)
        try container.encodeIfPresent(progress, forKey: .progress)
        try container.encode(hints, .hints, unless: [:])
        try container.encode(hintTypes, .hintTypes, unless: [:])
        try container.encode(isMarkup, .isMarkup, unless: false)
        try container.encode(isAsGiven, .isAsGiven, unless: false)
        try container.encode(replacesNumber, .replacesNumber, unless: 0)
    }
}
