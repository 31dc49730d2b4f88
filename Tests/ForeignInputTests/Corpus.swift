// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The corpus of foreign input: one case on each line of `Corpus/INPUT.txt`.
///
/// Bytes that are not ASCII, and the backslash, are written as `\xNN`. A line that begins with `#` describes the next
/// one: a former fault, which stays in the corpus. `packaging/fuzz --keep` writes the other lines: as few as cover the
/// same code.
enum Corpus {
    static func cases(of input: ForeignInput) throws -> [[UInt8]] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus/\(input.rawValue).txt")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        return lines.filter { !$0.hasPrefix("#") }.map(bytes)
    }

    private static func bytes(of line: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = line.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"),
                let number = UInt8(String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(number)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
