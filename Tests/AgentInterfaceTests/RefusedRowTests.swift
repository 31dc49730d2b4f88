// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Testing

/// The message of `AddAll` names the row whose error refused the whole call.
@Suite struct RefusedRowTests {
    @Test(arguments: [(1, ""), (3, "rent"), (70000, "a: b (\"c\")")])
    func `a row that is written into a message can be read from it`(number: Int, identifier: String) {
        let row = RefusedRow(number: number, identifier: identifier, sentence: "title: \"x\" is (too) long")
        #expect(RefusedRow(message: row.message) == row)
    }

    @Test(arguments: [
        "", "request", "request x: y", "request 3", "request 3 (\"rent", "request 1 (\"): c",
        "the quota is 100000 requests",
    ])
    func `other messages contain no row`(message: String) {
        #expect(RefusedRow(message: message) == nil)
    }

    @Test func `the message names the row for people`() {
        let row = RefusedRow(number: 3, identifier: "rent", sentence: "title is empty")
        #expect(row.message == "request 3 (\"rent\"): title is empty")
    }
}
