// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// One move of the model's world. The value chooses among what there is, so that any part of an order is an order, too.
struct PresentationMove: Hashable, Sendable, CustomStringConvertible {
    enum Kind: String, CaseIterable, Sendable {
        /// A result that is on its way arrives.
        case deliver
        /// The server takes the next call.
        case serve
        /// The server refuses the next call.
        case refuse
        case fire, edit, repost, remove
        case press, close, type
        case lock, unlock
        case tick
        case serverLeaves, serverArrives
        case agentRestarts
        case settings

        /// How often it is made, among all.
        var weight: Int {
            switch self {
            case .deliver: 34
            case .serve: 20
            case .fire: 10
            case .press: 10
            case .close: 5
            case .tick: 6
            case .lock, .unlock: 4
            case .remove, .edit, .serverArrives: 3
            case .refuse, .repost, .serverLeaves, .type, .agentRestarts: 2
            case .settings: 1
            }
        }
    }

    let kind: Kind
    var value: Int

    init(_ kind: Kind, _ value: Int = 0) {
        self.kind = kind
        self.value = value
    }

    private static let weighted = Kind.allCases.flatMap { Array(repeating: $0, count: $0.weight) }

    static func random(_ generator: inout some RandomNumberGenerator) -> Self {
        let number = generator.next()
        return Self(weighted[Int(number % UInt64(weighted.count))], Int(number >> 32 & 31))
    }

    var description: String { value == 0 ? ".init(.\(kind))" : ".init(.\(kind), \(value))" }

    /// Reads the moves of a text such as `serverArrives fire:3 deliver press`.
    static func order(_ text: String) -> [Self] {
        text.split(separator: " ").compactMap { word in
            let parts = word.split(separator: ":")
            guard let name = parts.first, let kind = Kind(rawValue: String(name)) else { return nil }
            return Self(kind, parts.dropFirst().first.flatMap { Int($0) } ?? 0)
        }
    }

    /// The move in the form that ``order(_:)`` reads.
    var word: String { value == 0 ? kind.rawValue : "\(kind.rawValue):\(value)" }
}
