// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// The hints of one notification: those the specification names, and all as they came.
package struct NotificationHints: Hashable, Sendable {
    package private(set) var urgency = Urgency.normal
    package private(set) var category: String?
    /// The application's desktop id, without `.desktop`.
    package private(set) var desktopEntry: String?
    package private(set) var image: ImageData?
    /// A `file://` address or the name of an icon.
    package private(set) var imagePath: String?
    package private(set) var hasActionIcons = false
    /// Stays open when an action is chosen.
    package private(set) var isResident = false
    package private(set) var isTransient = false
    package private(set) var soundFile: String?
    package private(set) var soundName: String?
    package private(set) var suppressesSound = false
    package private(set) var x: Int?
    package private(set) var y: Int?
    /// Progress, usually 0 to 100; any integer is kept.
    package private(set) var value: Int?
    package private(set) var replyPlaceholder: String?
    package private(set) var replyButton: String?
    /// Every hint as it came, the unknown ones too.
    package let all: [String: Value]

    /// Reads the hints of a `Notify` call.
    ///
    /// - Throws: `InvalidArgs` with the hint's name when a known hint has another type, or image bytes
    ///   that do not match their size. Unknown hints are never wrong.
    package init(_ hints: [String: Value]) throws {
        all = hints
        if let number = try integer("urgency") {
            guard let byte = UInt8(exactly: number), let urgency = Urgency(rawValue: byte) else {
                throw BusError.invalidArguments("The hint urgency is \(number); it must be 0, 1 or 2.")
            }
            self.urgency = urgency
        }
        category = try string("category")
        desktopEntry = try string("desktop-entry")
        imagePath = try string("image-path", "image_path")
        hasActionIcons = try boolean("action-icons")
        isResident = try boolean("resident")
        isTransient = try boolean("transient")
        soundFile = try string("sound-file")
        soundName = try string("sound-name")
        suppressesSound = try boolean("suppress-sound")
        x = try integer("x")
        y = try integer("y")
        value = try integer("value")
        replyPlaceholder = try string("x-kde-reply-placeholder-text")
        replyButton = try string("x-kde-reply-submit-button-text")
        if let (name, value) = first("image-data", "image_data", "icon_data") {
            guard let image = ImageData(value) else {
                throw BusError.invalidArguments("The hint \(name) is no picture: its bytes must match its size.")
            }
            self.image = image
        }
    }

    /// The first of these names that is there: the older spellings come last.
    private func first(_ names: String...) -> (String, Value)? {
        for name in names {
            if let value = all[name] { return (name, value) }
        }
        return nil
    }

    private func string(_ name: String, _ olderName: String? = nil) throws -> String? {
        guard let (name, value) = first(name, olderName ?? name) else { return nil }
        guard let string = value.string else { throw wrongType(name, "a string (s)") }
        return string
    }

    /// Integers of every width: Chromium sends the urgency as `u`, KNotifications as `i`.
    private func integer(_ name: String) throws -> Int? {
        guard let value = all[name] else { return nil }
        guard let integer = value.int else { throw wrongType(name, "an integer") }
        return integer
    }

    /// A boolean, or the integers 0 and 1 that older programs send.
    private func boolean(_ name: String) throws -> Bool {
        guard let value = all[name] else { return false }
        if let boolean = value.bool { return boolean }
        guard let integer = value.int else { throw wrongType(name, "a boolean (b)") }
        return integer != 0
    }

    private func wrongType(_ name: String, _ expected: String) -> BusError {
        .invalidArguments("The hint \(name) must be \(expected).")
    }
}
