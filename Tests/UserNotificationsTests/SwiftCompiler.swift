// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// The compiler, for sources that stand in a text: they are built against the modules that the tests were built with.
struct SwiftCompiler {
    /// Where sources and programs are put.
    let folder: String

    /// The language modes that programs are in.
    static let modes = ["5", "6"]

    /// What the compiler says of a source, which is nothing if all is well.
    func complaints(about source: String, mode: String) async throws -> String {
        let result = try await compile(source, mode: mode, ["-typecheck"])
        return result.status == 0 ? result.errors : "status \(result.status): \(result.errors)"
    }

    /// Makes a program of a source.
    ///
    /// - Returns: Its path.
    func build(_ source: String, mode: String = "6") async throws -> String {
        let program = folder + "/program"
        // Those of a program that has the module and nothing else of ours; the folders may hold objects of sources that are gone.
        let list = try Self.buildFolder() + "/TeaTimer.product/Objects.LinkFileList"
        let objects = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
            .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "'\"")) }
            .filter { $0.hasSuffix(".o") && !$0.contains("/TeaTimer.build/") }
        // What the objects were built with must be linked, too.
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

    /// A source that was to be a program has errors.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private struct TargetInformation: Decodable {
        struct Paths: Decodable { let runtimeResourcePath: String }
        let paths: Paths
    }

    /// The repository that this file is in.
    static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path()

    private static func buildFolder() throws -> String {
        URL(filePath: try TestAgent.program()).deletingLastPathComponent().path()
    }
}
