// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentExtensions
import AgentInterface
import AgentMachine
import AgentPush
import DBus
import EventLoop
import ExtensionWire
import Glibc
import NotificationModel
import NotificationStore
import Synchronization
import Triggers

/// The agent's methods about extensions: lists, settings and trials.
struct ExtensionService: Sendable {
    let extensions: ServiceExtensions
    let drawings: ContentExtensions
    let store: NotificationStore
    let clock: any WallClock
    private let places = TrialPlaces()

    init(extensions: ServiceExtensions, drawings: ContentExtensions, store: NotificationStore, clock: any WallClock) {
        (self.extensions, self.drawings, self.store, self.clock) = (extensions, drawings, store, clock)
    }

    /// Returns whether a text is the path of a desktop file instead of an application's id.
    static func isFile(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: "/") }

    // MARK: - Lists

    /// Returns the extensions of an application; nil means all applications.
    func list(of app: String?) async throws -> [[String: Value]] {
        guard let app else {
            let all = await offLoop { InstalledApplication.ids.compactMap { try? ExtensionDeclarations.find($0) } }
            var rows: [[String: Value]] = []
            for declarations in all { rows += try await properties(of: declarations) }
            return rows
        }
        guard let declarations = try await offLoop({ try ExtensionDeclarations.find(app) }) else { return [] }
        return try await properties(of: declarations)
    }

    /// Returns the extensions of a desktop file.
    func list(ofFile path: String, for caller: Caller) async throws -> [[String: Value]] {
        try Self.check(caller, "read a desktop file")
        return try await properties(of: try await offLoop { try ExtensionDeclarations(file: path) })
    }

    private func properties(of declarations: ExtensionDeclarations) async throws -> [[String: Value]] {
        let place: [String: Value] = ["app": .string(declarations.app), "file": .string(declarations.path)]
        var rows: [[String: Value]] = []
        for declaration in declarations.extensions {
            var row = place.merging(declaration.properties) { $1 }
            let kind = declaration.kind
            row["enabled"] = .boolean(try await store.isExtensionEnabled(kind.rawValue, of: declarations.app))
            row["outcomes"] = .properties(await outcomes(of: kind, declarations.app))
            rows.append(row)
        }
        return rows
            + declarations.unknownGroups.map { group in
                let names = "\"\(ExtensionDeclarations.serviceGroup)\" or \"\(ExtensionDeclarations.contentGroup)NAME\""
                let problem = "the group is \"\(group)\": it declares no extension; the groups that do are \(names)"
                return place.merging(["group": .string(group), "problems": .strings([problem])]) { $1 }
            }
    }

    private func outcomes(of kind: ExtensionKind, _ app: String) async -> [String: Value] {
        let results =
            switch kind {
            case .service: await extensions.results(of: app)
            case .content: await drawings.results(of: app)
            }
        var values = results.counts.mapValues { Value.int64(Int64($0)) }
        values["failure"] = results.failure.map { .string($0.reason) }
        return values
    }

    // MARK: - Settings

    func set(_ kind: String, of app: String, isEnabled: Bool, for caller: Caller) async throws {
        try Self.check(caller, "enable or disable extensions")
        guard ExtensionKind(rawValue: kind) != nil else {
            let kinds = ExtensionKind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
            throw Refusal.invalidRequest("kind is \"\(kind)\"; it must be \(kinds)")
        }
        try await store.setExtension(kind, of: app, isEnabled: isEnabled)
    }

    // MARK: - Trials

    /// Runs the extensions of a desktop file with a payload: the service extension, and the content extension that
    /// draws the category of the service extension's result.
    ///
    /// - Parameters:
    ///   - name: An application's id, or the absolute path of a desktop file.
    ///   - file: The payload.
    ///   - gate: The check of callers, and of the applications that they name.
    ///   - caller: The caller, who must be a host program.
    /// - Returns: The trial, as the D-Bus interface defines it.
    /// - Throws: ``Triggers/Refusal`` without an extension that can run, and for a payload that can't be used;
    ///   `AccessDenied` to sandboxed programs.
    func trial(
        of name: String, _ file: FileDescriptorHandle, _ gate: CallerGate, for caller: Caller
    ) async throws -> [String: Value] {
        try Self.check(caller, "run extensions")
        let app = Self.isFile(name) ? nil : try gate.application(name, of: caller, allowsAll: false)
        let found = try await offLoop { () throws(Refusal) -> ExtensionDeclarations? in
            if let app { return try ExtensionDeclarations.find(app) }
            return try ExtensionDeclarations(file: name)
        }
        guard let declarations = found, !declarations.extensions.isEmpty else {
            throw Refusal.invalidRequest("desktopFile is \"\(name)\", which declares no extension")
        }
        let bytes = try await offLoop { try TrialPayload.read(file.rawValue) }
        let push = try await TrialPush(bytes, of: declarations.app, at: clock.now)
        guard places.take() else {
            throw Refusal(.tooManyRequests, "\(TrialPlaces.count) trials are under way, which is the limit")
        }
        defer { places.give() }
        var request = push.request
        var remarks = push.remarks
        if !request.content.mutableContent {
            remarks.append("aps.mutable-content is not 1, so the notification would be shown without the extension")
        }
        request.content.mutableContent = false
        let service = declarations.extensions.first { $0.kind == .service }
        var answer: [String: Value]?
        if let service {
            let trial = try await extensions.trial(of: try Self.program(of: service), with: request)
            answer = try Self.properties(of: trial, service, request, remarks)
            request.content = trial.content
        }
        let category = request.content.categoryIdentifier
        let drawing = declarations.extensions.filter { $0.categories.contains(category) }
        guard let content = drawing.first(where: { $0.program != nil }) ?? drawing.first else {
            if let answer { return answer }
            throw Refusal.invalidRequest(
                "desktopFile is \"\(name)\", which declares no service extension, and no content extension for the "
                    + "payload's category, \"\(category)\"")
        }
        let trial = try await drawings.trial(of: try Self.program(of: content), with: request)
        let drawn = try Self.properties(of: trial, content, request, answer == nil ? push.remarks : [])
        return answer.map { $0.merging(["content": .properties(drawn)]) { $1 } } ?? drawn
    }

    /// - Throws: ``Triggers/Refusal`` that names the problems of a declaration whose program can't run.
    private static func program(of declaration: ExtensionDeclaration) throws(Refusal) -> ExtensionProgram {
        guard let program = declaration.program else {
            throw .invalidRequest(declaration.problems.map(\.description).joined(separator: "; "))
        }
        return program
    }

    private static func properties(
        of trial: ExtensionTrial, _ declaration: ExtensionDeclaration, _ request: Request, _ remarks: [String]
    ) throws -> [String: Value] {
        var properties = try trial.properties
        properties["app"] = declaration.program.map { .string($0.app) }
        properties["command"] = declaration.program.map { .strings($0.words) }
        properties["original"] = .properties(try DictionaryCoding.properties(of: request.content))
        properties["remarks"] = .strings(remarks + trial.remarks)
        properties["problems"] = .strings(declaration.problems.map(\.description))
        return properties
    }

    /// - Throws: `AccessDenied` to sandboxed programs.
    private static func check(_ caller: Caller, _ action: String) throws {
        guard !caller.isSandboxed else {
            throw BusError.accessDenied("\(caller.app) is sandboxed and may not \(action).")
        }
    }
}

extension ExtensionDeclaration {
    fileprivate var properties: [String: Value] {
        var values: [String: Value] = [
            "group": .string(group), "kind": .string(kind.rawValue), "name": .string(name),
            "exec": .string(exec ?? ""), "network": .boolean(usesNetwork),
            "timeout": .double(timeLimit / .seconds(1)), "categories": .strings(categories),
            "problems": .strings(problems.map(\.description)),
        ]
        values["command"] = program.map { .strings($0.words) }
        return values
    }
}

extension ExtensionTrial {
    fileprivate var properties: [String: Value] {
        get throws {
            var values: [String: Value] = [
                "outcome": .string(failure?.reason ?? (kind == .service ? "rewritten" : "drawn")),
                "time": .double(outcome.elapsed / .seconds(1)),
                "warned": .boolean(outcome.wasWarned), "stderr": .string(outcome.errors),
                "result": .properties(try DictionaryCoding.properties(of: content)),
                "lines": .dictionaries(
                    lines.map { line in
                        var row: [String: Value] = [
                            "time": .double(line.time / .seconds(1)), "text": .string(line.text.withoutNUL),
                        ]
                        row["problem"] = line.problem.map { .string($0.description) }
                        return row
                    }),
            ]
            values["message"] = failure.map { .string($0.sentence) }
            values["picture"] = picture.map { .string($0) }
            switch outcome.end {
            case .exited(let status): values["status"] = .int32(status)
            case .signaled(let signal): values["signal"] = .int32(signal)
            case .timedOut, .wroteTooMuch, .cancelled, .notStarted, .lost: break
            }
            return values
        }
    }
}

/// The payload of a trial, in a file of the caller.
private enum TrialPayload {
    /// Reads a regular file from its present position; the call blocks only while the disk is read.
    ///
    /// - Throws: ``Triggers/Refusal`` for another kind of file, or a file that is too large.
    static func read(_ file: Int32) throws -> [UInt8] {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Refusal.invalidRequest("payload must be a regular file that is open for reading")
        }
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: TrialPush.maximumSize + 1))
        while bytes.count <= TrialPush.maximumSize {
            let count = Glibc.read(file, &buffer, buffer.count)
            guard count >= 0 else {
                throw Refusal.invalidRequest("payload can't be read: \(String(cString: strerror(errno)))")
            }
            guard count > 0 else { return bytes }
            bytes += buffer.prefix(count)
        }
        throw Refusal.contentTooLarge("payload is over \(TrialPush.maximumSize) bytes, the limit")
    }
}

/// Limits the number of trials at a time, because trials don't wait in the queue of real notifications.
private final class TrialPlaces: Sendable {
    static let count = 2
    private let taken = Mutex(0)

    /// Counts a trial that begins; returns false if there are too many trials already.
    func take() -> Bool {
        taken.withLock { taken in
            guard taken < Self.count else { return false }
            taken += 1
            return true
        }
    }

    func give() { taken.withLock { $0 -= 1 } }
}
