// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

// Why: the type has many properties, because it has one for each hint of the specification.
/// Hints of a notification: properties for the specification's hints, and all hints as sent.
package struct NotificationHints: Hashable, Sendable {
    package private(set) var urgency = Urgency.normal
    package private(set) var category: String?
    /// The application's desktop id, without `.desktop`.
    package private(set) var desktopEntry: String?
    package private(set) var image: ImageData?
    /// The picture, as a `file://` address or the name of an icon.
    package private(set) var imagePath: String?
    package private(set) var hasActionIcons = false
    /// Tells whether the notification stays open after an action.
    package private(set) var isResident = false
    package private(set) var isTransient = false
    package private(set) var soundFile: String?
    package private(set) var soundName: String?
    package private(set) var suppressesSound = false
    package private(set) var x: Int?
    package private(set) var y: Int?
    /// Progress, usually 0 to 100; other integers are kept too.
    package private(set) var value: Int?
    package private(set) var replyPlaceholder: String?
    package private(set) var replyButton: String?
    /// All hints as sent, including unknown ones.
    package let all: [String: Value]

    /// Errors in hints that are dropped: one sentence each, with the hint's name but never its value.
    package private(set) var slips: [String] = []

    /// Reads the hints of a `Notify` call.
    ///
    /// A known hint of another type, or a picture whose bytes don't match its size, is dropped, and the notification is
    /// shown without it. Unknown hints are accepted.
    package init(_ hints: [String: Value]) {
        all = hints
        if let number = integer("urgency") {
            if let urgency = UInt8(exactly: number).flatMap(Urgency.init) {
                self.urgency = urgency
            } else {
                slips.append("The hint urgency must be 0, 1 or 2.")
            }
        }
        category = string("category")
        desktopEntry = string("desktop-entry")
        imagePath = string("image-path", "image_path")
        hasActionIcons = boolean("action-icons")
        isResident = boolean("resident")
        isTransient = boolean("transient")
        soundFile = string("sound-file")
        soundName = string("sound-name")
        suppressesSound = boolean("suppress-sound")
        x = integer("x")
        y = integer("y")
        value = integer("value")
        replyPlaceholder = string("x-kde-reply-placeholder-text")
        replyButton = string("x-kde-reply-submit-button-text")
        // If the hint with the newer name has an invalid picture, a hint with an older name may have a valid picture.
        for name in ["image-data", "image_data", "icon_data"] where image == nil {
            guard let value = all[name] else { continue }
            image = ImageData(value)
            if image == nil { slips.append("The hint \(name) is no picture: its bytes must match its size.") }
        }
    }

    /// Reads the hint under the first of `names` that was sent; older spellings of the name come last.
    private mutating func read<Result>(
        _ names: [String], _ expected: String, _ convert: (Value) -> Result?
    ) -> Result? {
        guard let name = names.first(where: { all[$0] != nil }), let value = all[name] else { return nil }
        let result = convert(value)
        if result == nil { slips.append("The hint \(name) must be \(expected).") }
        return result
    }

    private mutating func string(_ names: String...) -> String? { read(names, "a string (s)", \.string) }

    /// Reads an integer of any width: Chromium sends the urgency as `u`, KNotifications as `i`.
    private mutating func integer(_ name: String) -> Int? { read([name], "an integer", \.int) }

    /// Reads a boolean, or one of the integers 0 and 1, which older programs send.
    private mutating func boolean(_ name: String) -> Bool {
        read([name], "a boolean (b)") { $0.bool ?? $0.int.map { $0 != 0 } } ?? false
    }
}

/// Urgency that a notification declares.
package enum Urgency: UInt8, Sendable, CaseIterable {
    case low = 0
    case normal = 1
    /// Notifications with this urgency never expire.
    case critical = 2
}

/// Picture in the hint `image-data`: rows of RGB or RGBA bytes, 8 bits per sample.
package struct ImageData: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// Bytes from the start of one row to the start of the next.
    package let rowStride: Int
    package let hasAlpha: Bool
    /// The rows from the top; the last one may end after its last pixel.
    package let bytes: [UInt8]

    /// Reads a picture; nil unless it is an `(iiibiiay)` whose size is positive and matches the number of bytes.
    ///
    /// A sample must have 8 bits; there must be 4 channels with alpha and 3 without.
    package init?(_ value: Value) {
        guard case .structure(let fields) = value, fields.count == 7,
            case .int32(let width) = fields[0], case .int32(let height) = fields[1],
            case .int32(let rowStride) = fields[2], case .boolean(let hasAlpha) = fields[3],
            case .int32(let bitsPerSample) = fields[4], case .int32(let channels) = fields[5],
            let bytes = fields[6].bytes
        else { return nil }
        // The product of two Int32 values fits an Int, so no product below overflows.
        let row = Int(width) * Int(channels)
        guard width > 0, height > 0, bitsPerSample == 8, channels == (hasAlpha ? 4 : 3), Int(rowStride) >= row,
            bytes.count >= (Int(height) - 1) * Int(rowStride) + row, bytes.count <= Int(height) * Int(rowStride)
        else { return nil }
        self.width = Int(width)
        self.height = Int(height)
        self.rowStride = Int(rowStride)
        self.hasAlpha = hasAlpha
        self.bytes = bytes
    }
}
