// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TestSupport

extension TestAgent {
    /// Runs `belfry`, which is refused, and checks its message, and with `--json` the error's name, too.
    func expectRefusal(
        _ name: String, _ status: Int32, of command: [String], environment: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let plain = try await belfry(command, environment: environment)
        #expect(plain.status == status, "\(command): \(plain.errors)", sourceLocation: sourceLocation)
        #expect(plain.output == "" && plain.errors != "", "\(command)", sourceLocation: sourceLocation)
        let program = try await belfry(command + ["--json"], environment: environment)
        try program.expectRefusal(name, status, of: command, sourceLocation: sourceLocation)
    }
}

extension Stranger {
    /// Checks the output of `belfry --json`: one document with the error's name and its message.
    func expectRefusal(
        _ name: String, _ status: Int32, of command: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(self.status == status, "\(command): \(errors)", sourceLocation: sourceLocation)
        let documents = try objects()
        #expect(
            documents.map { $0["error"] } == [.text(name)], "\(command): \(output) \(errors)",
            sourceLocation: sourceLocation)
        #expect(documents.first?.keys.sorted() == ["error", "message", "schema"], sourceLocation: sourceLocation)
        let message = documents.first?["message"]?.text ?? ""
        #expect(
            !message.isEmpty && errors.hasSuffix("belfry: \(message)\n"), "\(message): \(errors)",
            sourceLocation: sourceLocation)
    }
}
