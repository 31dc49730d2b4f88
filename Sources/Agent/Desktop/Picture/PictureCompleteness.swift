// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Finds files that end too early, of the formats whose decoders make an empty picture of them.
enum PictureCompleteness {
    /// Whether there is enough for a first picture, as far as its format tells; true for other formats.
    static func isComplete(_ data: Data) -> Bool {
        let bytes = [UInt8](data)
        if bytes.starts(with: "RIFF".utf8), bytes.count >= 12 {
            // The length of what follows the first eight bytes.
            let length = (0..<4).reduce(0) { $0 | Int(bytes[4 + $1]) << (8 * $1) }
            return length + 8 <= bytes.count
        }
        return bytes.starts(with: "GIF8".utf8) ? hasFrame(bytes) : true
    }

    /// Walks the blocks of a GIF to the end of its first frame.
    private static func hasFrame(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 13 else { return false }
        var place = 13 + palette(bytes[10])
        while place < bytes.count {
            switch bytes[place] {
            case 0x21:
                guard let end = end(of: place + 2, in: bytes) else { return false }
                place = end
            case 0x2c:
                guard place + 9 < bytes.count else { return false }
                return end(of: place + 11 + palette(bytes[place + 9]), in: bytes) != nil
            default: return false
            }
        }
        return false
    }

    /// How many bytes a colour table has, by the flags before it.
    private static func palette(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

    /// What follows a chain of parts, each with its length before it; nil where it has no end.
    private static func end(of start: Int, in bytes: [UInt8]) -> Int? {
        var place = start
        while place < bytes.count {
            let length = Int(bytes[place])
            place += length + 1
            if length == 0 { return place }
        }
        return nil
    }
}
