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

    /// Reads the moves of a text such as `serverArrives fire:3 deliver press`.
    static func order(_ text: String) -> [Self] {
        text.split(separator: " ").compactMap { word in
            let parts = word.split(separator: ":")
            guard let name = parts.first, let kind = Kind(rawValue: String(name)) else { return nil }
            return Self(kind, parts.dropFirst().first.flatMap { Int($0) } ?? 0)
        }
    }

    /// The move in the form that ``order(_:)`` reads.
    var description: String { value == 0 ? kind.rawValue : "\(kind.rawValue):\(value)" }
}

/// The frequencies of moves in one order. Orders of different mixtures find more than orders that are all alike: some
/// faults need the same few moves again and again.
struct PresentationMixture {
    private var kinds: [PresentationMove.Kind] = []
    /// The shape of most notifications; nil for all shapes.
    private let shape: Int?

    init(_ generator: inout some RandomNumberGenerator) {
        shape = Bool.random(using: &generator) ? Int.random(in: 0..<8, using: &generator) : nil
        for kind in PresentationMove.Kind.allCases {
            let factor =
                switch kind {
                // Without these, nothing happens.
                case .deliver, .serve, .fire, .serverArrives: 2
                default: [0, 1, 2, 8][Int.random(in: 0..<4, using: &generator)]
                }
            kinds += Array(repeating: kind, count: kind.weight * factor)
        }
    }

    private func move(_ generator: inout some RandomNumberGenerator) -> PresentationMove {
        let number = generator.next()
        let (kind, value) = (kinds[Int(number % UInt64(kinds.count))], Int(number >> 32 & 31))
        guard kind == .fire else { return PresentationMove(kind, value) }
        // A content extension draws a half of the notifications.
        let drawn = Int(number >> 42 & 1) << 5
        guard let shape, number >> 40 & 3 != 0 else { return PresentationMove(kind, value | drawn) }
        return PresentationMove(kind, value & ~7 | shape | drawn)
    }

    /// A move that does something in this world, unless none is found soon.
    func move(in world: PresentationWorld, _ generator: inout some RandomNumberGenerator) -> PresentationMove {
        for _ in 0..<16 {
            let move = move(&generator)
            if world.hasUse(for: move.kind) { return move }
        }
        return move(&generator)
    }
}
