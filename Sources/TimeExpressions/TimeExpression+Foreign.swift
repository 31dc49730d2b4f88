// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Conversions for the readers of files of other programs.
extension TimeExpression {
    /// Returns the tz database's identifier for one of Windows' zone names; nil for other names.
    package static func zone(ofWindows name: String) -> String? { WindowsZone.identifier(name) }

    /// Returns a length of time as ``parseLength(_:_:)`` reads it: `15m`, `1d`, `1h30m`.
    package static func lengthText(seconds: Int) -> String {
        seconds > 0 && seconds % 86_400 == 0 ? "\(seconds / 86_400)d" : Span(seconds: Double(seconds)).text
    }
}
