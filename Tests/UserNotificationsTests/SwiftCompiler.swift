// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// The compiler, for sources that a test has as text: they are built against the modules that the tests were built
/// with.
struct SwiftCompiler {
    /// The folder for sources and programs.
    let folder: String

    /// The language modes of programs.
    static let modes = ["5", "6"]

    /// The compiler's messages about a source; empty if there are none.
    func complaints(about source: String, mode: String) async throws -> String {
        let result = try await compile(source, mode: mode, ["-typecheck"])
        return result.status == 0 ? result.errors : "status \(result.status): \(result.errors)"
    }

    /// Builds a program from a source.
    ///
    /// - Returns: Its path.
    func build(_ source: String, mode: String = "6") async throws -> String {
        let program = folder + "/program"
        // The objects of a program that uses the module and nothing else of this package; the folders may contain
        // objects of deleted sources.
        let list = try Self.buildFolder() + "/TeaTimer.product/Objects.LinkFileList"
        let objects = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
            .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "'\"")) }
            .filter { $0.hasSuffix(".o") && !$0.contains("/TeaTimer.build/") }
        // The libraries that the objects were built with must be linked, too.
        let sanitizer = Sanitizer.current.map { ["-sanitize=\($0.rawValue)"] } ?? []
        let result = try await compile(source, mode: mode, sanitizer + ["-o", program] + objects)
        guard result.status == 0 else { throw Failure(description: result.errors) }
        return program
    }

    private func compile(_ source: String, mode: String, _ arguments: [String]) async throws -> Program {
        let file = "\(folder)/Source\(mode).swift"
        try Data(source.utf8).write(to: URL(filePath: file))
        var words = ["swiftc", "-swift-version", mode, file, "-warnings-as-errors"] + arguments
        if source.contains("@main") { words.append("-parse-as-library") }
        words += ["-I", try Self.buildFolder() + "/Modules"]
        for module in ["CConcurrency", "CDBus", "CGLib", "CUserNotifications"] {
            words += ["-I", "\(Self.repository)/Sources/\(module)"]
        }
        let flags = try await Program.run(["pkg-config", "--cflags-only-I", "dbus-1", "glib-2.0"])
        words += flags.output.split(whereSeparator: \.isWhitespace).map(String.init)
        if source.contains("import PackageDescription") {
            let information = try await Program.run(["swiftc", "-print-target-info"])
            let paths = try JSONDecoder().decode(TargetInformation.self, from: Data(information.output.utf8)).paths
            words += ["-I", paths.runtimeResourcePath + "/pm/ManifestAPI", "-package-description-version", "6.2.0"]
        }
        return try await Program.run(words, seconds: 120)
    }

    /// The source of a program has errors.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private struct TargetInformation: Decodable {
        struct Paths: Decodable { let runtimeResourcePath: String }
        let paths: Paths
    }

    /// The repository that contains this file.
    static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path()

    private static func buildFolder() throws -> String {
        URL(filePath: try TestAgent.program("TeaTimer")).deletingLastPathComponent().path()
    }
}
