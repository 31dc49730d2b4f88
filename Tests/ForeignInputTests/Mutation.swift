// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// Changes bytes randomly, as libFuzzer does, for toolchains without it.
struct Mutation {
    private var random = SeededGenerator()
    private static let letters = Array(" \n\"'<>&;:,.[]{}()=*/-+019azTZ\\#\0\u{1B}\u{202E}é".utf8)

    /// Returns a random change of one of the cases.
    mutating func near(_ cases: [[UInt8]]) -> [UInt8] {
        var bytes = cases.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...4, using: &random) { change(&bytes, cases) }
        return Array(bytes.prefix(4096))
    }

    private mutating func change(_ bytes: inout [UInt8], _ cases: [[UInt8]]) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...16, using: &random))
        switch Int.random(in: 0..<7, using: &random) {
        case 0: bytes.removeSubrange(place..<end)
        case 1: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 3: bytes.insert(Self.letters.randomElement(using: &random) ?? 0, at: place)
        case 4 where place < end: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 5 where place < end: bytes[place] = [0, 1, 127, 128, 255].randomElement(using: &random) ?? 0
        default:
            guard let other = cases.randomElement(using: &random) else { return }
            bytes.replaceSubrange(place..., with: other.suffix(other.count - min(place, other.count)))
        }
    }
}
