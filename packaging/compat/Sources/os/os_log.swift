// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes a message with a format such as `"%{public}@ has %d"`; a text or an object is private unless marked public.
public func os_log(
    _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default, type: OSLogType = .default,
    _ arguments: any CVarArg...
) {
    log.write(type, LogFormat("\(message)").text(arguments))
}

/// Writes a message with a format and the type in front.
public func os_log(
    _ type: OSLogType, dso: UnsafeRawPointer? = nil, log: OSLog = .default, _ message: StaticString,
    _ arguments: any CVarArg...
) {
    log.write(type, LogFormat("\(message)").text(arguments))
}

/// Writes a message.
@_disfavoredOverload
public func os_log(_ message: OSLogMessage) { OSLog.default.write(.default, message.text) }

/// Writes a message of a type.
@_disfavoredOverload
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: OSLogMessage) { log.write(type, message.text) }

/// A format of `os_log`, for arguments of any type: `String(format:)` would read invalid memory if they don't fit.
struct LogFormat {
    private let format: String

    init(_ format: String) { self.format = format }

    func text(_ arguments: [any CVarArg]) -> String {
        // Groups: the words in braces, flags with width and precision, conversion.
        let pattern = /%(?:\{([^}]*)\})?([-+ 0#]*\d*(?:\.\d+)?)(?:hh|h|ll|l|q|z|t|j|L)?([@dDiuUxXoOfFeEgGaAcCsSp%])/
        var rest = arguments[...]
        return format.replacing(pattern) { match in
            if match.output.3 == "%" { return "%" }
            guard let argument = rest.popFirst() else { return String(match.output.0) }
            let words = match.output.1 ?? ""
            let isPublic = words.contains("public") || !(words.contains("private") || match.output.3 == "@")
            guard isPublic || OSLogMessage.showsPrivate else { return "<private>" }
            if let number = argument as? Double, "fFeEgGaA".contains(match.output.3), match.output.2.utf8.count < 8 {
                return String(format: "%\(match.output.2)\(match.output.3)", number)
            }
            return "\(argument)"
        }
    }
}
