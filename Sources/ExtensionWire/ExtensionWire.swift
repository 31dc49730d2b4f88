// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The format in which the agent and an extension exchange lines of JSON: its version and limits.
///
/// The agent writes an ``ExtensionEvent`` to standard input, and the extension answers on standard output with an
/// ``ExtensionReply``. `packaging/share/belfry` has the format as JSON Schema.
package enum ExtensionWire {
    /// The version in the key `v` of every line.
    package static let version = 1
    /// The environment variable with the path of the folder that an application shares with its extensions.
    package static let dataVariable = "BELFRY_EXTENSION_DATA"
    /// The largest amount of standard output from one run of an extension, in bytes.
    package static let outputLimit = 64 << 10
    /// The largest amount of standard error that is kept from one run of an extension, in bytes.
    package static let errorLimit = 4 << 10
    /// The greatest nesting of objects and lists in a line, the line's own object included.
    package static let depthLimit = 40
    /// The largest number of attachments that an extension may leave in a notification.
    package static let attachmentLimit = 4
    /// The largest `state` of a content extension as JSON, in bytes.
    package static let stateLimit = 16 << 10
    /// The largest width and height of a content extension's picture, in pixels.
    package static let pictureLimit = 2048
    /// The time between `timeWillExpire` and the end of the extension's run; a run under ten seconds has half its time.
    package static let warningLead = Duration.seconds(5)
}

/// The kind of an extension; its raw value is its name on D-Bus and on the command line.
package enum ExtensionKind: String, CaseIterable, Hashable, Sendable {
    /// Rewrites a notification before it is presented.
    case service
    /// Draws the picture of a notification.
    case content

    /// The longest time of an extension's run, which the extension's declaration in a desktop file can only lower.
    package var longestTime: Duration {
        switch self {
        case .service: .seconds(30)
        case .content: .seconds(10)
        }
    }
}
