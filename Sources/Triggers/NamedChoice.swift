// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A choice from a closed list of names in messages, such as `timeSensitive`.
package protocol NamedChoice: RawRepresentable, CaseIterable, Codable where RawValue == String {}

extension NamedChoice {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let choice = Self(rawValue: name) else {
            let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(name)\" is not one of: \(known)")
        }
        self = choice
    }
}
