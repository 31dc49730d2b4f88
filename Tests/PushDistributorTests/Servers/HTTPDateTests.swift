// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
@testable import PushDistributor
import Testing

@Suite struct HTTPDateTests {
    @Test(arguments: [
        ("Wed, 25 Nov 2026 07:42:16 GMT", 1_795_592_536), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200), ("Wed, 25 Nov 2026 07:42:16 CET", nil),
        ("Wed, 25 Now 2026 07:42:16 GMT", nil), ("Wed, 25 Nov 2026 7:42 GMT", nil), ("", nil),
        ("Wed, 99999999999 Nov 2026 07:42:16 GMT", nil),
    ])
    func `a date is read`(text: String, seconds: Int?) {
        #expect(HTTPDate.seconds(text) == seconds)
    }

    @Test(arguments: [
        ("7", 7), ("0", 0), ("-1", nil), ("99999999", 3600), ("Thu, 01 Jan 1970 00:01:40 GMT", 60),
        ("Thu, 01 Jan 1970 00:00:01 GMT", 0), ("soon", nil),
    ])
    func `a pause is a number of seconds or a date, and at most an hour`(text: String, seconds: Int?) {
        #expect(HTTPDate.delay(text, at: Date(timeIntervalSince1970: 40)) == seconds.map { .seconds($0) })
    }
}
