// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Agent
import AgentExtensions
import AgentFiles
import AgentInterface
import AgentMachine
import AgentMaintenance
import AgentMedia
import AgentPrograms
import AgentRules
import ArgumentParser
import CLinux
import DBus
import EventLoop
import Foundation
import Glibc
import Logging
import NotificationStore
import SettingsFile

/// The agent's program: it reads its options and runs the event loop on the main thread until a signal ends it.
@main
struct Belfryd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "belfryd",
        abstract: "Keep requests, show them when they are due, and deliver the answers.",
        discussion: """
            Each person has one belfryd, which D-Bus or systemd starts at the first call. Its
            store is $XDG_STATE_HOME/belfry, its settings $XDG_CONFIG_HOME/belfry/config.toml.
            SIGHUP reads the settings again; SIGTERM ends belfryd.
            """,
        version: AgentVersion.current)

    @Option(help: ArgumentHelp("The bus to serve instead of the session's.", valueName: "address"))
    var bus: String?

    @Option(help: ArgumentHelp("The folder of the store instead of $XDG_STATE_HOME/belfry.", valueName: "folder"))
    var state: String?

    @Flag(help: "Use a clock that org.belfry.TestClock1 moves, for tests. Refused on your session's bus.")
    var testClock = false

    @Flag(help: "Replace the running belfryd, such as one of an older version.")
    var replace = false

    @Flag(help: "Check the settings and the store, print the result as JSON, and exit; \"belfry doctor\" uses this.")
    var diagnose = false

    @Flag(help: "Start programs outside the sandbox of the agent's unit; only that unit passes this option.")
    var confined = false

    @Option(help: ArgumentHelp("trace, debug, info, notice, warning or error.", valueName: "level"))
    var logLevel = "notice"

    static func main() {
        #if DEBUG || BELFRY_TEST_HOOKS
        TestHook.installFromEnvironment()
        #endif
        // The picture decoder must have no privileges and no data, so it runs before all other code.
        if CommandLine.arguments.dropFirst().first == PictureDecoding.option {
            PictureDecoding.run(Array(CommandLine.arguments.dropFirst()))
        }
        // The process that limits an extension (``ExtensionGuard``) forks, so there must be no other thread yet.
        if CommandLine.arguments.dropFirst().first == ExtensionGuard.option {
            ExtensionGuard.run(Array(CommandLine.arguments.dropFirst()))
        }
        if Array(CommandLine.arguments.dropFirst()) == [UnsandboxedUnit.option] {
            CoreDumps.forbid()
            EventLoop.main.becomeGlobalExecutor()
            UnsandboxedService.run(on: .main)
        }
        do {
            var agent = try parseAsRoot()
            try agent.run()
        } catch {
            let text = fullMessage(for: error)
            switch exitCode(for: error) {
            case .success:
                print(text)
                Foundation.exit(0)
            case .validationFailure:
                // Text and exit status are those of belfry's own errors, because `belfry agent` becomes this process.
                FileHandle.standardError.write(Data("\(text)\n".utf8))
                Foundation.exit(2)
            case let code:
                FileHandle.standardError.write(Data("belfryd: \(error)\n".utf8))
                Foundation.exit(code.rawValue)
            }
        }
    }

    func validate() throws {
        guard Logger.Level(rawValue: logLevel) != nil else {
            throw ValidationError("--log-level must be one of trace, debug, info, notice, warning, error.")
        }
        if let state, !state.hasPrefix("/") { throw ValidationError("--state must be an absolute path.") }
    }

    func run() throws {
        // The activation tokens belong to the agent's own start, not to programs that the agent starts later.
        for name in ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"] { unsetenv(name) }
        CoreDumps.forbid()
        belfry_share_heap()
        EventLoop.main.becomeGlobalExecutor()
        LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
        var logger = Logger(label: "belfryd")
        logger.logLevel = Logger.Level(rawValue: logLevel) ?? .notice
        var paths = AgentPaths()
        if let state { paths.state = state }
        if diagnose { return try Self.printDiagnosis(of: paths) }
        if confined { UnsandboxedLink.open(on: .main, logger: logger) }
        let address = bus.map(BusAddress.at) ?? .session
        let clock: any WallClock = testClock ? try TestClockOption.clock(on: address, paths) : SystemClock()
        let runtime = AgentRuntime(
            paths: paths, address: address, clock: clock, loop: .main, logger: logger, replaces: replace)
        // The task is detached, because a task of the main actor would wait for the main thread, which runs the loop.
        Task.detached {
            do {
                try await runtime.run()
                Self.exit()
            } catch let error as ConfigurationError {
                Self.end(error, status: EX_CONFIG)
            } catch let error as StoreError {
                Self.end(error, status: EX_CANTCREAT)
            } catch {
                Self.end(error, status: EX_UNAVAILABLE)
            }
        }
        EventLoop.main.run()
    }

    /// Prints the findings about the agent's folders as JSON, without serving on the bus.
    private static func printDiagnosis(of paths: AgentPaths) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        print(String(decoding: try encoder.encode(["findings": FolderDiagnosis.findings(of: paths)]), as: UTF8.self))
    }

    private static func end(_ error: any Error, status: Int32) -> Never {
        FileHandle.standardError.write(Data("belfryd: \(error)\n".utf8))
        Foundation.exit(status)
    }
}

/// Keeps the agent's memory, which has the text of every request, out of core dumps.
enum CoreDumps {
    /// Disables core dumps and attaching debuggers without privileges, for this process only.
    ///
    /// RLIMIT_CORE or `LimitCORE=` would be inherited by the programs that the agent starts. With a non-empty
    /// `BELFRY_DEBUGGABLE` the function does nothing.
    static func forbid() {
        if let wish = getenv("BELFRY_DEBUGGABLE"), wish.pointee != 0 { return }
        // The call has no known reason to fail, and a failure should not stop the agent.
        _ = belfry_set_dumpable(0)
    }
}
