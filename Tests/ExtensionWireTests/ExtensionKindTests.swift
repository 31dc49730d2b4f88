// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ExtensionWire
import Testing

@Suite struct ExtensionKindTests {
    @Test func `the kinds have the names of the D-Bus interface`() {
        #expect(ExtensionKind.allCases.map(\.rawValue) == ["service", "content"])
    }
}
