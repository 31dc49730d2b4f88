// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What others send us, each with the readers that meet it and with what must be true of them, whatever is sent.
///
/// The same for libFuzzer (`packaging/fuzz`) and for the tests, which read the corpus and what they make of it.
enum ForeignInput: String, CaseIterable, Sendable {
    /// Messages as they come from the bus.
    case messages
    /// D-Bus values that somebody makes, also such as can't be sent.
    case values
    /// Signatures, paths and names.
    case names
    /// The XML of introspection.
    case interfaces
    /// Dictionaries of the contract, as D-Bus values.
    case requests
    /// The same as lines of JSON.
    case lines
    /// What `belfry import` is given.
    case imports
    /// Times in words, and the calendars of systemd, cron and RFC 5545.
    case times
    /// Texts that are shown: markup, control characters, marks of direction.
    case markup
    /// Pictures, and what the decoder's process says of them.
    case pictures
    /// config.toml.
    case settings
    /// Compiled files of the tz database.
    case zones
    /// Key files, unit names, versions, what is typed: small texts.
    case files
    /// What a notification server says of itself, and what it is sent then.
    case servers
    /// Calls of `Notify`, as `belfry desktop` gets them.
    case calls
    /// What a terminal sends.
    case keys
    /// The command line of `belfry send`.
    case commandLines

    /// Hands bytes to the readers.
    ///
    /// - Throws: ``Finding``, or what a reader throws and must not.
    func read(_ bytes: [UInt8]) throws {
        switch self {
        case .messages: try BusMessages.read(bytes)
        case .values: try BusValues.read(bytes)
        case .names: try BusNames.read(bytes)
        case .interfaces: try BusInterfaces.read(bytes)
        case .requests: try Requests.read(bytes)
        case .lines: try Lines.read(bytes)
        case .imports: try Imports.read(bytes)
        case .times: try Times.read(bytes)
        case .markup: try MarkedTexts.read(bytes)
        case .pictures: try Pictures.read(bytes)
        case .settings: try Settings.read(bytes)
        case .zones: try Zones.read(bytes)
        case .files: try SmallTexts.read(bytes)
        case .servers: try Servers.read(bytes)
        case .calls: try Calls.read(bytes)
        case .keys: try Keys.read(bytes)
        case .commandLines: try CommandLines.read(bytes)
        }
    }
}
