// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Triggers

/// Display properties that the freedesktop specification has and Apple's content lacks.
package struct DisplayHints: Hashable, Sendable {
    /// The application's name to show; nil means the name in its desktop file, or its id without a desktop file.
    package var applicationName: String?
    /// An icon's name in the icon theme; nil means the application's icon.
    package var icon: String?
    /// The notification specification's category, such as `email.arrived`.
    package var type: String?
    /// Tells whether the server should forget the notification once the person has seen it.
    package var isTransient = false
    /// Seconds until the server removes the notification; 0 means never, nil means the server's default.
    package var expireAfter: Double?
    /// Tells whether only the server measures the expiry time: if the server ignores that time, the notification stays.
    package var leavesExpiryToServer = false
    /// Progress of a task in per cent; nil if there is none.
    package var progress: Int?
    /// Further hints for the notification server. The agent drops hints that it sets itself and hints of a wrong type.
    package var hints: [String: PropertyListValue] = [:]
    /// The D-Bus signatures of hints whose type doesn't follow from the value, such as `y` for a byte.
    package var hintTypes: [String: String] = [:]
    /// Tells whether the body is the specification's markup; otherwise the body is plain text.
    package var isMarkup = false
    /// Tells whether the agent adds no icon, desktop entry, default action or expiry time of its own (for notify-send).
    package var isAsGiven = false
    /// The server's number of the notification of another program that this request replaces; 0 for none.
    package var replacesNumber: UInt32 = 0

    /// Creates the hints with the defaults.
    package init() {}
}

extension DisplayHints: KeyCoded {
    package static let sharesDictionary = true
    package static let blank = DisplayHints()
    package static let codedKeys: CodedKeys<DisplayHints> = [
        .optional("applicationName", \.applicationName), .optional("icon", \.icon), .optional("type", \.type),
        .value("transient", \.isTransient), .optional("expireAfter", \.expireAfter),
        .value("leaveExpiryToServer", \.leavesExpiryToServer), .optional("progress", \.progress),
        .value("hints", \.hints), .value("hintTypes", \.hintTypes), .value("markup", \.isMarkup),
        .value("asGiven", \.isAsGiven), .value("replacesNumber", \.replacesNumber),
    ]
}

extension DisplayHints {
    /// The progress in per cent: `progress`, or the hint `value` if `progress` is nil.
    package var percentDone: Int? {
        if let progress { return progress }
        guard case .integer(let value)? = hints["value"], (0...100).contains(value) else { return nil }
        return Int(value)
    }
}
