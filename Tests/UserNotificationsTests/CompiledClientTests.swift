// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Clients as other packages see the module: code within this package sees more of it, and gets other warnings.
///
/// A file of `Fixtures/Clients` contains the compiler's messages about it: `// Swift 5 says: warning: …`, once for each
/// beginning; no such line if the compiler has no message.
@Suite struct CompiledClientTests {
    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures/Clients")
    private static let files =
        ((try? FileManager.default.contentsOfDirectory(atPath: fixtures.path)) ?? [])
        .filter { $0.hasSuffix(".swift") }.map { String($0.dropLast(".swift".count)) }.sorted()

    @Test(arguments: files, [5, 6])
    func `125, 155 to 163: the compiler's messages about a client are those in its file`(_ name: String, _ mode: Int)
        async throws
    {
        let file = Self.fixtures.appending(path: "\(name).swift")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let expected = lines.compactMap { Self.rest(of: $0, after: "// Swift \(mode) says: ") }
        let flags = lines.compactMap { Self.rest(of: $0, after: "// Flags: ") }.flatMap { $0.split(separator: " ") }

        let output = try await typecheck(file, ["-swift-version", "\(mode)"] + flags.map(String.init))

        let said = output.split(separator: "\n").filter {
            $0.hasPrefix("/") && ($0.contains(": error: ") || $0.contains(": warning: "))
        }
        for line in said { #expect(expected.contains { line.contains($0) }, "\(line)") }
        for words in expected { #expect(said.contains { $0.contains(words) }, "\(words)\n\(output)") }
        #expect(expected.isEmpty == output.isEmpty, "\(output)")
    }

    @Test func `155 to 163: there are clients to compile`() {
        #expect(Self.files.count > 30)
    }

    private static func rest(of line: Substring, after beginning: String) -> String? {
        line.hasPrefix(beginning) ? String(line.dropFirst(beginning.count)) : nil
    }

    /// The compiler's messages about a file that imports the modules beside this test; also about races, which it looks
    /// for after the types.
    private func typecheck(_ file: URL, _ flags: [String]) async throws -> String {
        let words = ["swiftc", "-emit-sil", "-o", "/dev/null", "-parse-as-library"]
        let result = try await Program.run(
            words + (try await SwiftCompiler.searchPaths()) + flags + [file.path], seconds: 240)
        return result.output + result.errors
    }
}
