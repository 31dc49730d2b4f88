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

    /// The compiler's messages about a source; empty if there are none. `modules` is a folder with more modules.
    func complaints(about source: String, mode: String, modules: String? = nil) async throws -> String {
        let result = try await compile(source, mode: mode, ["-typecheck"] + (modules.map { ["-I", $0] } ?? []))
        return result.status == 0 ? result.errors : "status \(result.status): \(result.errors)"
    }

    /// Builds a program from a source.
    ///
    /// - Returns: Its path.
    func build(_ source: String, mode: String = "6") async throws -> String {
        let program = folder + "/program"
        let result = try await compile(source, mode: mode, try linking(program))
        guard result.status == 0 else { throw Failure(description: result.errors) }
        return program
    }

    /// Builds a program from the files of other people, one of which is `main.swift`; returns its path and the
    /// compiler's warnings.
    ///
    /// `modules` are folders with more modules, and `objects` the objects of these.
    func build(
        files: [String], mode: String, modules: [String], objects: [String]
    ) async throws -> (program: String, warnings: String) {
        let program = folder + "/program"
        let words = modules.flatMap { ["-I", $0] } + objects + ["-lstdc++", "-module-name", "Program"]
        let result = try await compile(files: files, mode: mode, try linking(program) + words)
        guard result.status == 0 else { throw Failure(description: result.errors) }
        return (program, result.errors)
    }

    /// Builds a program that uses the older APIs; warnings are allowed, as in the programs of other people.
    ///
    /// - Returns: Its path.
    func build(older name: String, mode: String) async throws -> String {
        let program = folder + "/\(name)"
        try await compile(older: name, mode: mode, try linking(program, asIn: "ClientOlder"))
        return program
    }

    /// Compiles a program that uses the older APIs, without linking it.
    func check(older name: String, mode: String) async throws {
        try await compile(older: name, mode: mode, ["-typecheck"])
    }

    private func compile(older name: String, mode: String, _ arguments: [String]) async throws {
        let source = Self.repository + "Tests/UserNotificationsTests/Fixtures/Older/\(name).swift"
        let text = try String(contentsOfFile: source, encoding: .utf8)
        let words = ["-module-name", name] + (text.contains("@main") ? ["-parse-as-library"] : [])
        let result = try await compile(files: [source], mode: mode, arguments + words)
        guard result.status == 0 else { throw Failure(description: result.errors) }
    }

    /// Builds a module from one file into the folder for programs, where later modules find it.
    func buildModule(_ name: String, from file: String) async throws {
        let words = [
            "-parse-as-library", "-emit-module", "-module-name", name, "-I", folder, "-emit-module-path",
            "\(folder)/\(name).swiftmodule",
        ]
        let result = try await compile(files: [file], mode: "6", words)
        guard result.status == 0 else { throw Failure(description: result.errors) }
    }

    /// The symbol graph of a module, as JSON.
    func symbols(of module: String) async throws -> Data {
        let target = try await Program.run(["swiftc", "-print-target-info"])
        let triple = try JSONDecoder().decode(TargetInformation.self, from: Data(target.output.utf8)).target.triple
        var words = ["swift-symbolgraph-extract", "-module-name", module, "-target", triple, "-output-dir", folder]
        words += try await Self.searchPaths()
        let result = try await Program.run(words, seconds: 120)
        guard result.status == 0 else { throw Failure(description: result.errors) }
        return try Data(contentsOf: URL(filePath: "\(folder)/\(module).symbols.json"))
    }

    /// The words with which the compiler links a program; the objects are those of a product that uses the same
    /// modules.
    private func linking(_ program: String, asIn product: String = "TeaTimer") throws -> [String] {
        // The objects of a program that uses the module and nothing else of this package; the folders may contain
        // objects of deleted sources.
        let list = try Self.buildFolder() + "/\(product).product/Objects.LinkFileList"
        let objects = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
            .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "'\"")) }
            .filter { $0.hasSuffix(".o") && !$0.contains("/\(product).build/") }
        // The libraries that the objects were built with must be linked, too; gold would warn about a sanitizer's symbols.
        let sanitizer = Sanitizer.current.map { ["-sanitize=\($0.rawValue)", "-use-ld=lld"] } ?? []
        return sanitizer + ["-o", program] + objects
    }

    private func compile(_ source: String, mode: String, _ arguments: [String]) async throws -> Program {
        let file = "\(folder)/Source\(mode).swift"
        try Data(source.utf8).write(to: URL(filePath: file))
        var words = ["-warnings-as-errors"] + arguments
        if source.contains("@main") { words.append("-parse-as-library") }
        if source.contains("import PackageDescription") {
            let information = try await Program.run(["swiftc", "-print-target-info"])
            let paths = try JSONDecoder().decode(TargetInformation.self, from: Data(information.output.utf8)).paths
            words += ["-I", paths.runtimeResourcePath + "/pm/ManifestAPI", "-package-description-version", "6.2.0"]
        }
        return try await compile(files: [file], mode: mode, words)
    }

    private func compile(files: [String], mode: String, _ arguments: [String]) async throws -> Program {
        let words = ["swiftc", "-swift-version", mode] + files + arguments
        return try await Program.run(words + (try await Self.searchPaths()), seconds: 120)
    }

    /// The folders in which the compiler finds the modules.
    static func searchPaths() async throws -> [String] {
        var words = ["-I", try buildFolder() + "/Modules"]
        for module in ["CConcurrency", "CCoreLocation", "CDBus", "CGLib", "CUserNotifications", "InterfaceXML"] {
            words += ["-I", "\(repository)/Sources/\(module)"]
        }
        let flags = try await Program.run(["pkg-config", "--cflags-only-I", "dbus-1", "glib-2.0"])
        return words + flags.output.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// The source of a program has errors.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private struct TargetInformation: Decodable {
        struct Paths: Decodable { let runtimeResourcePath: String }
        let paths: Paths

        struct Target: Decodable { let triple: String }
        let target: Target
    }

    /// The repository that contains this file.
    static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path()

    private static func buildFolder() throws -> String {
        URL(filePath: try TestAgent.program("TeaTimer")).deletingLastPathComponent().path()
    }
}
