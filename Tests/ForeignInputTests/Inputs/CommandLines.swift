// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

@testable import belfry

/// Command lines of `belfry send`, whose words are separated by U+0000.
enum CommandLines {
    static func read(_ bytes: [UInt8]) throws {
        let words = bytes.split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        // These options print and end the process; also after other letters.
        let ends = words.contains { word in
            let letters = Array(word.utf8)
            return letters.first == UInt8(ascii: "-")
                && (letters.contains(UInt8(ascii: "?")) || letters.contains(UInt8(ascii: "v"))
                    || letters.starts(with: "--help".utf8))
        }
        guard !ends, words.count < 64 else { return }
        let options: SendOptions
        do {
            options = try SendOptions(words)
        } catch let failure as Failure {
            return try Finding.unless(
                failure.status == .usage && !failure.sentence.isEmpty, "refused as \(failure.status): \(words)")
        }
        try Requests.check(.properties(options.request))
    }
}
