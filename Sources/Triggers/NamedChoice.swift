// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A choice from a closed list of names in messages, such as `timeSensitive`.
package protocol NamedChoice: RawRepresentable, CaseIterable, Codable where RawValue == String {}

extension NamedChoice {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let choice = Self(rawValue: name) else {
            throw container.unknown(name, known: Self.allCases.map(\.rawValue))
        }
        self = choice
    }
}

extension SingleValueDecodingContainer {
    fileprivate func unknown(_ name: String, known: [String]) -> DecodingError {
        .dataCorruptedError(in: self, debugDescription: "\"\(name)\" is not one of: \(known.joined(separator: ", "))")
    }
}

/// An option set that is a list of names in messages, such as `["foreground", "destructive"]`.
package protocol NamedOptions: OptionSet, Hashable, Sendable, Codable where Element == Self {
    /// Each single option and its name, in the order of encoding.
    static var names: [(option: Self, name: String)] { get }
}

extension NamedOptions {
    package var optionNames: [String] { Self.names.compactMap { contains($0.option) ? $0.name : nil } }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        var options = Self()
        for name in try container.decode([String].self) {
            guard let option = Self.names.first(where: { $0.name == name })?.option else {
                throw container.unknown(name, known: Self.names.map(\.name))
            }
            options.formUnion(option)
        }
        self = options
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(optionNames)
    }
}
