// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The message of a logger, made of a literal.
///
/// As on Apple's systems a text or an object in it is private unless marked otherwise, and numbers are public. Private
/// values are written as `<private>`, except to a terminal.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    let text: String

    public init(stringLiteral value: String) { text = value }

    public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }

    /// Whether private values are written.
    static let showsPrivate = isatty(STDERR_FILENO) == 1
}

/// The secrecy of a value in a log message.
public struct OSLogPrivacy: Equatable, Sendable {
    /// A word for the value that replaces it.
    public struct Mask: Equatable, Sendable {
        public static let hash = Mask()
        public static let none = Mask()
    }

    private let isPublic: Bool?

    /// Numbers are public, and everything else is private.
    public static let auto = OSLogPrivacy(isPublic: nil)
    public static let `public` = OSLogPrivacy(isPublic: true)
    public static let `private` = OSLogPrivacy(isPublic: false)
    public static let sensitive = OSLogPrivacy(isPublic: false)

    public static func auto(mask: Mask) -> OSLogPrivacy { .auto }
    public static func `private`(mask: Mask) -> OSLogPrivacy { .private }
    public static func sensitive(mask: Mask) -> OSLogPrivacy { .sensitive }

    func shows(_ isNumber: Bool) -> Bool { isPublic ?? isNumber || OSLogMessage.showsPrivate }
}

/// The form of a whole number in a log message.
public struct OSLogIntegerFormat: Sendable {
    let radix: Int

    public static let decimal = OSLogIntegerFormat(radix: 10)
    public static let hex = OSLogIntegerFormat(radix: 16)
    public static let octal = OSLogIntegerFormat(radix: 8)
}

/// The form of a number with a fraction in a log message.
public struct OSLogFloatFormatting: Sendable {
    let precision: Int?

    public static var fixed: OSLogFloatFormatting { OSLogFloatFormatting(precision: nil) }
    public static func fixed(precision: Int) -> OSLogFloatFormatting { OSLogFloatFormatting(precision: precision) }
}

/// The column of a value in a log message.
public struct OSLogStringAlignment: Sendable {
    public static let none = OSLogStringAlignment()
    public static func left(columns: Int) -> OSLogStringAlignment { OSLogStringAlignment() }
    public static func right(columns: Int) -> OSLogStringAlignment { OSLogStringAlignment() }
}

/// The parts of a log message.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
    var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) { text += literal }

    @_disfavoredOverload
    public mutating func appendInterpolation<Value>(
        _ value: @autoclosure () -> Value, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isNumber: false) { "\(value())" }
    }

    public mutating func appendInterpolation(
        _ value: @autoclosure () -> some BinaryInteger, format: OSLogIntegerFormat = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isNumber: true) { String(value(), radix: format.radix) }
    }

    public mutating func appendInterpolation(
        _ value: @autoclosure () -> Double, format: OSLogFloatFormatting = .fixed, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isNumber: true) { String(format: "%.\(format.precision ?? 6)f", value()) }
    }

    public mutating func appendInterpolation(_ value: @autoclosure () -> Bool, privacy: OSLogPrivacy = .auto) {
        append(privacy, isNumber: true) { "\(value())" }
    }

    private mutating func append(_ privacy: OSLogPrivacy, isNumber: Bool, _ value: () -> String) {
        text += privacy.shows(isNumber) ? value() : "<private>"
    }
}
