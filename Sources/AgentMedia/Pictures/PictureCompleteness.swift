// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Recognizes truncated files of formats whose decoders accept such files.
enum PictureCompleteness {
    /// Tells whether a PNG, JPEG, GIF or WebP picture's first frame is complete; true for other, unchecked formats.
    static func isComplete(_ data: Data) -> Bool {
        let bytes = [UInt8](data)
        if bytes.starts(with: "RIFF".utf8), bytes.count >= 12 {
            // A RIFF file gives the length of the part after its first eight bytes.
            let length = (0..<4).reduce(0) { $0 | Int(bytes[4 + $1]) << (8 * $1) }
            return length + 8 <= bytes.count
        }
        if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) { return hasEnd(bytes) }
        if bytes.starts(with: [0xff, 0xd8]) { return hasScan(bytes) }
        return bytes.starts(with: "GIF8".utf8) ? hasFrame(bytes) : true
    }

    /// Tells whether the chunks of a PNG picture end with the last chunk, IEND.
    private static func hasEnd(_ bytes: [UInt8]) -> Bool {
        var place = 8
        // A chunk has a length, type, content and checksum.
        while place + 12 <= bytes.count {
            let length = (0..<4).reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
            if bytes[(place + 4)..<(place + 8)].elementsEqual("IEND".utf8) { return true }
            place += length + 12
        }
        return false
    }

    /// Tells whether an end marker follows the first scan of a JPEG picture.
    private static func hasScan(_ bytes: [UInt8]) -> Bool {
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xff {
            // Padding bytes may precede a segment.
            guard bytes[place + 1] != 0xff else {
                place += 1
                continue
            }
            if bytes[place + 1] == 0xda {
                return zip(bytes[place...], bytes[(place + 1)...]).contains { $0 == 0xff && $1 == 0xd9 }
            }
            place += 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
        }
        return false
    }

    /// Tells whether a GIF picture has all blocks of its first frame.
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

    /// Returns the size in bytes of a GIF colour table, from the byte of flags that announces it.
    private static func palette(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

    /// Returns the index after a chain of length-prefixed blocks; nil if the chain is cut off.
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
