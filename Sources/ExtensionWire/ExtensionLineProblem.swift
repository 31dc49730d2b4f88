// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
package import NotificationModel

/// The reason for which a line between the agent and an extension is ignored.
package enum ExtensionLineProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case notUTF8
    /// The line is no JSON object.
    case notJSON
    /// Objects and lists in the line are nested this deep, over ``ExtensionWire/depthLimit``.
    case tooDeep(Int)
    /// The key `v` is missing, or has a version unknown to this program; the problem's value is nil for a missing key.
    case wrongVersion(JSONValue?)
    /// A key is missing, or its value has the wrong form.
    case wrongValue(JSONRemark)

    /// The kind of problem in one word, for counters and reports.
    package var reason: String {
        switch self {
        case .notUTF8: "notUTF8"
        case .notJSON: "notJSON"
        case .tooDeep: "tooDeep"
        case .wrongVersion: "wrongVersion"
        case .wrongValue: "wrongValue"
        }
    }

    /// The problem as a sentence, without texts of the notification.
    package var description: String {
        switch self {
        case .notUTF8: "the line is not UTF-8"
        case .notJSON: "the line is no JSON object"
        case .tooDeep(let depth): "the line is nested \(depth) deep; the limit is \(ExtensionWire.depthLimit)"
        case .wrongVersion(nil): "the line has no key v; it must be \(ExtensionWire.version)"
        case .wrongVersion(let value?):
            "v is \(JSONRemark("v", value, "").value); it must be \(ExtensionWire.version)"
        case .wrongValue(let remark): "\(remark.key) \(remark.reason)"
        }
    }
}

/// A line that was read from an extension or the agent: a JSON object with the right version.
struct WireLine {
    let values: [String: JSONValue]

    init(_ line: some Collection<UInt8>) throws(ExtensionLineProblem) {
        guard let text = String(validating: line, as: UTF8.self) else { throw .notUTF8 }
        let depth = JSONValue.depth(of: text.utf8)
        guard depth <= ExtensionWire.depthLimit else { throw .tooDeep(depth) }
        guard let values = JSONValue.object(Data(text.utf8)) else { throw .notJSON }
        guard values["v"] == .integer(Int64(ExtensionWire.version)) else { throw .wrongVersion(values["v"]) }
        self.values = values
    }

    /// Returns an object as a line of JSON with a line feed at its end; adds the version to the object.
    ///
    /// - Throws: `EncodingError` for a number that JSON can't hold.
    static func bytes(of values: [String: JSONValue]) throws -> [UInt8] {
        var values = values
        values["v"] = .integer(Int64(ExtensionWire.version))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(values)) + [UInt8(ascii: "\n")]
    }
}
