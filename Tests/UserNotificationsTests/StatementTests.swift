// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Compares the tests with the numbered statements about Apple's behaviour: a test's name begins with its numbers.
///
/// `Fixtures/untested.tsv` has the other statements, each with a reason.
@Suite struct StatementTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let statements = Set(1...164)

    @Test func `every statement is in the name of a test, or has a reason not to be`() throws {
        let tested = try Self.tested()
        let untested = try Self.untested()

        let missing = Self.statements.subtracting(tested).subtracting(untested)
        #expect(missing.isEmpty, "no test and no reason: \(missing.sorted())")
        let both = tested.intersection(untested)
        #expect(both.isEmpty, "a test and a reason not to have one: \(both.sorted())")
        let unknown = tested.union(untested).subtracting(Self.statements)
        #expect(unknown.isEmpty, "no such statement: \(unknown.sorted())")
    }

    @Test func `numbers are read from names as they are written`() {
        #expect(Self.numbers("5, 7 to 9, 12") == [5, 7, 8, 9, 12])
        #expect(Self.numbers("24, 142-144") == [24, 142, 143, 144])
    }

    /// The numbers at the beginnings of the tests' names.
    private static func tested() throws -> Set<Int> {
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var tested: Set<Int> = []
        for case let file as URL in files
        where file.pathExtension == "swift" && !file.path.contains("/Fixtures/") {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /func `(?:[A-Z]\d+: )?([\d, ]+(?:to [\d, ]+)*):/) {
                tested.formUnion(numbers(match.output.1))
            }
        }
        return tested
    }

    private static func untested() throws -> Set<Int> {
        let file = folder.appending(path: "Fixtures/untested.tsv")
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
        return try rows.reduce(into: []) { untested, row in
            let columns = row.split(separator: "\t")
            try #require(columns.count == 2, "\(row)")
            untested.formUnion(numbers(columns[0]))
        }
    }

    /// `5, 7 to 9` and `5, 7-9` are 5, 7, 8, 9.
    private static func numbers(_ list: some StringProtocol) -> Set<Int> {
        Set(
            list.split(separator: ",").flatMap { part in
                let ends = part.split { !$0.isNumber }.compactMap { Int($0) }
                guard let first = ends.first, let last = ends.last, first <= last else { return Array(ends) }
                return Array(first...last)
            })
    }
}
