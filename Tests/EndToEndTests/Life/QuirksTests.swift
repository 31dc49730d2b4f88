// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The numbered list of servers' quirks: each quirk has a test, or the reason why it has none.
@Suite struct QuirksTests {
    private struct Row {
        let number: Int
        let kind: String
        let text: String
    }

    private static let tests = URL(filePath: Checkout.root).appending(path: "Tests")
    private static let table = tests.appending(path: "EndToEndTests/Fixtures/quirks.tsv")

    private func rows() throws -> [Row] {
        try String(contentsOf: Self.table, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
            let fields = line.split(separator: "\t").map(String.init)
            try #require(fields.count == 3, "\(line)")
            return Row(number: try #require(Int(fields[0])), kind: fields[1], text: fields[2])
        }
    }

    @Test func `every quirk has a row`() throws {
        #expect(Set(try rows().map(\.number)) == Set(1...75))
    }

    @Test func `every test that a row names exists`() throws {
        let files = FileManager.default.enumerator(at: Self.tests, includingPropertiesForKeys: nil)?.compactMap {
            $0 as? URL
        }
        let code = try (files ?? []).filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        for row in try rows() {
            switch row.kind {
            case "test": #expect(code.contains("func `\(row.text)`("), "\(row.number): \(row.text)")
            case "why": #expect(row.text.count > 20, "\(row.number)")
            default: Issue.record("\(row.number): \(row.kind)")
            }
        }
    }
}
