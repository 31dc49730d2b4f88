// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct APITests {
    private let api: APITable
    private let leftOut: APITable

    init() throws {
        api = try APITable("un-api.tsv", spelling: 2)
        leftOut = try APITable("left-out.tsv", spelling: 1)
    }

    @Test func `every row of Apple's API is used, or left out for a reason`() {
        let used = Set(APIRow.all.map { "\($0.type)\t\($0.spelling)" })
        let left = Set(leftOut.rows.map(\.key))

        #expect(api.rows.count == 280)
        for row in api.rows {
            #expect(used.contains(row.key) || left.contains(row.key), "\(row) has no use and no reason")
        }
        #expect(used.isDisjoint(with: left))
        #expect(leftOut.rows.allSatisfy { $0.rest.first?.isEmpty == false })
    }

    @Test func `every use and every reason belongs to a row`() {
        let rows = Set(api.rows.map(\.key))

        for use in APIRow.all { #expect(rows.contains("\(use.type)\t\(use.spelling)"), "\(use.type): \(use.spelling)") }
        for row in leftOut.rows { #expect(rows.contains(row.key), "\(row)") }
        #expect(APIRow.all.count + leftOut.rows.count == rows.count)
    }

    @Test func `raw values, defaults and constants are those of the table`() {
        let uses = Dictionary(grouping: APIRow.all) { "\($0.type)\t\($0.spelling)" }
        var checked = 0
        for row in api.rows {
            guard let use = uses[row.key]?.first else { continue }
            let observed = use.observe()
            guard let expectation = row.expectation else {
                #expect(observed == nil, "\(row) is observed, but the table says nothing")
                continue
            }
            #expect(observed == expectation, "\(row)")
            checked += 1
        }
        #expect(checked > 80)
    }
}
