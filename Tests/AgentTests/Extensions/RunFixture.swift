// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentExtensions
import AgentRules
import EventLoop
import ExtensionWire
import FoundationEssentials
import Glibc
import Logging
import Synchronization
import SystemPackage
import TestSupport

/// The folders of the runs of an extension, and a pipe that all processes of a run hold open.
struct RunFixture: Sendable {
    private let folder: String
    /// The end of the pipe to read from, which reports when no process holds the other end any more.
    private let alive: Int32

    var attachments: String { folder + "/attachments" }
    var data: String { folder + "/data" }

    /// The sandboxes that can be tested here.
    static let sandboxes: [ExtensionRules.Sandbox] = {
        let words = ExtensionSandbox(bubblewrap: "/usr/bin/bwrap")
            .words(for: ["/usr/bin/true"], usesNetwork: false, folders: nil)
        var status: Int32 = -1
        if let process = try? spawn(words) { waitpid(process, &status, 0) }
        if status == 0 { return [.none, .required] }
        print("NOT TESTED HERE: extensions in bubblewrap. It is missing, or may make no sandbox.")
        return [.none]
    }()

    /// The script of a fixture.
    static func script(_ name: String) -> String { Checkout.root + "Tests/EndToEndTests/Fixtures/Extensions/" + name }

    init() throws {
        folder = try temporaryFolder("extension", in: "/tmp")
        let pipe = folder + "/data/alive"
        guard mkdir(folder + "/attachments", 0o700) == 0, mkdir(folder + "/data", 0o700) == 0, mkfifo(pipe, 0o600) == 0
        else { throw Errno(rawValue: errno) }
        alive = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    }

    /// The same fixture in another process.
    init(withAttachments folder: String) {
        self.folder = String(folder.dropLast("/attachments".count))
        alive = -1
    }

    func remove() {
        close(alive)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Whether a process of the run holds the pipe.
    private var isHeld: Bool {
        var event = pollfd(fd: alive, events: Int16(POLLIN), revents: 0)
        return poll(&event, 1, 0) == 0
    }

    /// Waits until no process of the run is left; throws after one second.
    func waitForEnd(file: String = #fileID, line: Int = #line) async throws {
        // A process that was killed early has never opened the pipe, which reports its end only after a writer.
        close(open(data + "/alive", O_WRONLY | O_NONBLOCK | O_CLOEXEC))
        try await withDeadline(seconds: 1, file: file, line: line) {
            while isHeld { try await yieldUntilDeadline() }
        }
    }

    /// Waits for a file that the extension writes.
    func waitForFile(_ name: String, file: String = #fileID, line: Int = #line) async throws {
        try await withDeadline(file: file, line: line) {
            while access("\(attachments)/\(name)", F_OK) != 0 { try await yieldUntilDeadline() }
        }
    }

    /// The extension whose executable is a fixture.
    static func program(
        _ name: String, limit: Duration = .seconds(20), usesNetwork: Bool = false
    ) -> ExtensionProgram {
        ExtensionProgram(
            app: "org.example.Chat", kind: .service, words: [script(name)], usesNetwork: usesNetwork, timeLimit: limit)
    }

    /// A notification as a line, in which fixtures find what to do.
    static func line(body: String = "Hello", userInfo: String = "{}") -> [UInt8] {
        Array(#"{"v":1,"event":"didReceive","content":{"body":"\#(body)","userInfo":\#(userInfo)}}"#.utf8 + [10])
    }

    static let warning = Array(#"{"v":1,"event":"timeWillExpire"}"#.utf8 + [10])

    /// Runs an extension, and collects its lines.
    func run(
        _ program: ExtensionProgram, by runner: ExtensionRunner, first: [UInt8] = line(),
        heard: @escaping @Sendable ([UInt8]) -> Void = { _ in }
    ) async -> (outcome: ExtensionOutcome, lines: [[UInt8]]) {
        let lines = Mutex<[[UInt8]]>([])
        let outcome = await runner.run(
            program, first: first, warning: Self.warning,
            folders: ExtensionFolders(attachments: attachments, data: data)
        ) { line, _ in
            lines.withLock { $0.append(line) }
            heard(line)
        }
        return (outcome, lines.withLock { $0 })
    }
}

/// Runs `body` with a runner whose guard is the belfryd of this build.
func withRunner<Result>(
    _ sandbox: ExtensionRules.Sandbox, limits: ExtensionLimits = .standard, belfryd: String? = nil,
    _ body: (ExtensionRunner) async throws -> Result
) async throws -> Result {
    let loop = EventLoop.onOwnThread(named: "runner")
    defer { loop.stop() }
    let runner = ExtensionRunner(
        sandbox, ManualClock(Date()), nil, try belfryd ?? TestAgent.program(), limits, loop,
        Logger(label: "runner") { _ in SwiftLogNoOpLogHandler() })
    return try await body(runner)
}
