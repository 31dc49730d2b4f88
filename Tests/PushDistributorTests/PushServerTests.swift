// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import PushDistributor
import Testing

@Suite struct PushServerTests {
    @Test func `the engines have the names of the configuration`() {
        #expect(PushServer.Engine.allCases.map(\.rawValue) == ["nchan", "ntfy"])
    }
}
