// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import TestSupport

/// Runs `belfry` and scripts beside an agent: on its bus, in its folders, for the application of the tests.
extension TestAgent {
    /// The environment of `belfry` and of scripts in a test.
    func commandEnvironment() throws -> [String: String] {
        let runtime = folders.path + "/run"
        try FileManager.default.createDirectory(atPath: runtime, withIntermediateDirectories: true)
        let programs = try String(Self.program("belfry").dropLast("/belfry".count))
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return [
            "DBUS_SESSION_BUS_ADDRESS": bus, "XDG_RUNTIME_DIR": runtime, "HOME": folders.path + "/home",
            "PATH": programs + ":" + path, "BELFRY_APP": Self.app, "TZ": ":/etc/localtime", "NO_COLOR": "1",
            "BELFRY_FORMAT": "",
            "COLUMNS": "",
        ]
    }

    /// Runs `belfry` to its end.
    func belfry(_ arguments: String..., environment: [String: String] = [:]) async throws -> Stranger {
        try await belfry(arguments, environment: environment)
    }

    /// Runs `belfry` to its end.
    func belfry(_ arguments: [String], environment: [String: String] = [:]) async throws -> Stranger {
        let variables = try commandEnvironment().merging(environment) { _, new in new }
        return try await Stranger.runLimited([Self.program("belfry")] + arguments, on: bus, environment: variables)
    }

    /// Runs a script with `bash -eu`, in an empty temporary folder.
    func bash(_ script: String, environment: [String: String] = [:]) async throws -> Stranger {
        let folder = folders.path + "/script"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let variables = try commandEnvironment().merging(environment) { _, new in new }
        return try await Stranger.runLimited(
            ["bash", "-euc", "cd '\(folder)'\n\(script)"], on: bus, environment: variables)
    }
}

extension Stranger {
    /// Runs a program, which may take at most 30 seconds.
    static func runLimited(
        _ arguments: [String], on bus: String, environment: [String: String] = [:]
    ) async throws -> Stranger {
        try await run(
            "timeout", ["--kill-after=1", "\(30 * deadlineFactor)"] + arguments, on: bus, environment: environment)
    }

    /// The lines of the standard output.
    var lines: [String] {
        output.isEmpty ? [] : output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Each line of the standard output as a JSON object.
    func objects() throws -> [[String: JSONNode]] {
        try lines.map { try JSONDecoder().decode([String: JSONNode].self, from: Data($0.utf8)) }
    }
}

/// A JSON value with the accessors that the tests need.
enum JSONNode: Decodable, Hashable {
    case text(String)
    case number(Double)
    case flag(Bool)
    case list([JSONNode])
    case object([String: JSONNode])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let list = try? container.decode([JSONNode].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSONNode].self))
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }
    var object: [String: JSONNode]? { if case .object(let object) = self { object } else { nil } }
    var list: [JSONNode]? { if case .list(let list) = self { list } else { nil } }
}
