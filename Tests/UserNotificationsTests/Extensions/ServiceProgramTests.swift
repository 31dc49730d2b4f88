// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The template of a service extension, `packaging/examples/ServiceExtension`, over the wire.
@Suite struct ServiceProgramTests {
    private static func template() throws -> ExtensionProgram {
        try ExtensionProgram(TestAgent.program("NotificationService"))
    }

    @Test func `the template answers with what it has changed, and ends`() async throws {
        let result = try await Self.template().run()

        #expect(result.output == #"{"content":{"title":"Tea [modified]"},"v":1}"# + "\n", "\(result.errors)")
        #expect(result.status == 0)
        #expect(result.errors == "")
    }

    @Test(arguments: [
        "", "{\"v\":1,\"event\":\"timeWillExpire\"}\n", "nonsense\n", "{\"v\":2,\"event\":\"didReceive\"}\n",
        "{\"v\":1,\"event\":\"didReceive\"",
    ])
    func `a program that gets no notification answers nothing and fails`(_ lines: String) async throws {
        let result = try await Self.template().run(lines: lines)

        #expect(result.output == "")
        #expect(result.status == 1)
        #expect(result.errors.contains("Standard input has no notification."))
    }

    @Test func `an answer that can't be written makes the program fail`() async throws {
        var program = try Self.template()
        program = try ExtensionProgram("sh", "-c", "\"$0\" > /dev/full", program.words[0])

        let result = try await program.run()

        #expect(result.status == 1)
        #expect(result.errors.contains("The answer can't be written"))
    }
}
