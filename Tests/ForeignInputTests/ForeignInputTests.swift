// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// Every function that reads foreign input: it refuses or reads it, and never traps, whatever the input is.
///
/// `packaging/fuzz` does the same with millions of cases.
@Suite struct ForeignInputTests {
    /// The number of random cases of each corpus: this many, or, for slow readers, as many as fit into the time.
    private static let changes = 200
    private static let fewestChanges = 50
    /// The time of this thread in seconds.
    private static let timeForChanges = 0.5
    /// The limit on each reader: seconds of this thread, for 64 KiB, in a build without optimization.
    private static let longestTime = 5.0

    private func read(_ bytes: [UInt8], as input: ForeignInput) {
        do {
            try input.read(bytes)
        } catch {
            let text = String(decoding: bytes.prefix(2000), as: UTF8.self).debugDescription
            Issue.record("\(input): \(error), for \(text), seed \(SeededGenerator.seed)")
        }
    }

    @Test(arguments: ForeignInput.allCases)
    func `the cases of the corpus are read correctly`(input: ForeignInput) throws {
        let cases = try Corpus.cases(of: input)
        #expect(!cases.isEmpty)
        for bytes in cases { read(bytes, as: input) }
    }

    @Test(arguments: ForeignInput.allCases)
    func `random changes of the corpus are read correctly`(input: ForeignInput) throws {
        let cases = try Corpus.cases(of: input)
        var mutation = Mutation()
        let start = threadTime()
        for number in 0..<Self.changes {
            guard number < Self.fewestChanges || threadTime() - start < Self.timeForChanges else { break }
            read(mutation.near(cases), as: input)
        }
    }

    @Test(arguments: ForeignInput.allCases)
    func `64 KiB are read within seconds`(input: ForeignInput) {
        for piece in Self.pieces {
            let time = time(for: piece, 1 << 16, as: input)
            guard time > Self.longestTime * deadlineFactor else { continue }
            // A core that is shared with another program counts more time for the same work; a quarter of the bytes tells
            // such a slow reader from one whose time grows with the square of the bytes, which takes 16 times as long.
            let quarter = self.time(for: piece, 1 << 14, as: input)
            #expect(
                time < 8 * quarter,
                "\(input): \(time) s for \(String(decoding: piece, as: UTF8.self)), \(quarter) s for a quarter of it")
        }
    }

    /// The processor time for reading so many bytes, which are a piece again and again.
    private func time(for piece: [UInt8], _ count: Int, as input: ForeignInput) -> Double {
        var bytes: [UInt8] = []
        while bytes.count < count { bytes += piece }
        let start = threadTime()
        read(bytes, as: input)
        return threadTime() - start
    }

    private static let pieces: [[UInt8]] = ["[{\"a\":", "<b>&\u{1B}[", "1a\u{301} "].map { Array($0.utf8) }
}
