// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A decoder process's reply; the agent checks it before use.
enum PictureAnswer: Hashable, Sendable {
    /// The file can be shown.
    case fine
    /// The picture file can't be shown; the text gives the reason, as the end of a sentence.
    case problem(String)
    case picture(Picture)

    /// The longest reply, in bytes.
    static let limit = 9 + Int(Picture.side * Picture.side) * 4
    private static let textLimit = 300

    /// Parses a reply; nil for bytes that no decoder process of Belfry sends.
    init?(_ bytes: [UInt8]) {
        let rest = bytes.dropFirst()
        switch bytes.first {
        case UInt8(ascii: "O") where rest.isEmpty: self = .fine
        case UInt8(ascii: "E"):
            let text = String(decoding: rest, as: UTF8.self)
            let isPlain = text.unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 0x20 && $0.value != 0x7f }
            guard !rest.isEmpty, rest.count <= Self.textLimit, isPlain else { return nil }
            self = .problem(text)
        case UInt8(ascii: "P"):
            guard let width = Self.side(rest.prefix(4)), let height = Self.side(rest.dropFirst(4).prefix(4)),
                rest.count == 8 + Int(width * height) * 4
            else { return nil }
            self = .picture(Picture(width: width, height: height, pixels: Array(rest.dropFirst(8))))
        default: return nil
        }
    }

    var bytes: [UInt8] {
        switch self {
        case .fine: return Array("O".utf8)
        case .problem(let text): return Array("E\(text)".utf8)
        case .picture(let picture):
            let sides = [picture.width, picture.height].flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
            return Array("P".utf8) + sides + picture.pixels
        }
    }

    /// Parses a width or height from four bytes, little-endian; nil for a length that no ``Picture`` can have.
    private static func side(_ bytes: ArraySlice<UInt8>) -> Int32? {
        guard bytes.count == 4 else { return nil }
        let side = bytes.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return (1...UInt32(Picture.side)).contains(side) ? Int32(side) : nil
    }
}
