// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLinux
import DBus
import DistributorStore
import EventLoop
import FoundationEssentials
import Glibc
import HTTPTransport
import Logging
import PushDistributor

/// The program `belfry-distributor`: reads options and runs the event loop on the main thread until a signal ends it.
@main
struct BelfryDistributor: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "belfry-distributor",
        abstract: "Receive remote notifications from push servers, for all UnifiedPush applications.",
        discussion: """
            D-Bus starts it when an application registers. Its settings are
            $XDG_CONFIG_HOME/belfry/distributor.toml, its store is
            $XDG_STATE_HOME/belfry-distributor. SIGHUP reads the settings again; SIGTERM ends it.
            """,
        version: DistributorNames.version, subcommands: [Status.self])

    @Option(help: ArgumentHelp("Settings file instead of $XDG_CONFIG_HOME/belfry/distributor.toml.", valueName: "file"))
    var config: String?

    @Option(
        help: ArgumentHelp("The store's folder instead of $XDG_STATE_HOME/belfry-distributor.", valueName: "folder"))
    var state: String?

    @Option(help: ArgumentHelp("The bus to serve instead of the session's.", valueName: "address"))
    var bus: String?

    @Option(help: ArgumentHelp("trace, debug, info, notice, warning or error.", valueName: "level"))
    var logLevel = "notice"

    static func main() {
        if let status = ProxyQuestion.answer(Array(CommandLine.arguments.dropFirst())) { Glibc.exit(status) }
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            let text = fullMessage(for: error)
            let code = exitCode(for: error)
            Output.write(text + "\n", to: code.isSuccess ? STDOUT_FILENO : STDERR_FILENO)
            Glibc.exit(code.isSuccess ? 0 : EX_USAGE)
        }
    }

    func validate() throws {
        guard Logger.Level(rawValue: logLevel) != nil else {
            throw ValidationError("--log-level must be one of trace, debug, info, notice, warning, error.")
        }
        for (option, path) in [("--config", config), ("--state", state)] where path?.hasPrefix("/") == false {
            throw ValidationError("\(option) must be an absolute path.")
        }
    }

    func run() throws {
        // Core dumps would contain passwords and endpoints. The call has no known reason to fail.
        if getenv("BELFRY_DEBUGGABLE").map({ $0.pointee == 0 }) ?? true { _ = belfry_set_dumpable(0) }
        belfry_share_heap()
        EventLoop.main.becomeGlobalExecutor()
        LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
        var logger = Logger(label: "belfry-distributor")
        logger.logLevel = Logger.Level(rawValue: logLevel) ?? .notice
        var paths = DistributorPaths()
        if let config { paths.configuration = config }
        if let state { paths.state = state }
        let runtime = DistributorRuntime(
            paths: paths, address: bus.map(BusAddress.at) ?? .session, loop: .main, logger: logger,
            rested: { belfry_give_back_memory() })
        // The task is detached, because a task of the main actor would wait for the main thread, which runs the loop.
        Task.detached {
            do {
                try await runtime.run()
                Glibc.exit(0)
            } catch let error as DistributorStoreError {
                Output.fail(error, status: error.isDamage ? EX_IOERR : EX_CANTCREAT)
            } catch {
                Output.fail(error, status: EX_UNAVAILABLE)
            }
        }
        EventLoop.main.run()
    }
}

/// The command `belfry-distributor status`: prints the state of the running distributor.
struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Print the state of the running distributor.",
        discussion: "The exit status is 0 if a push server is configured, 1 if none is, and 69 without a distributor.")

    @Flag(help: "Print one line of JSON.")
    var json = false

    @Option(help: ArgumentHelp("The bus to ask instead of the session's.", valueName: "address"))
    var bus: String?

    /// The parent command, whose own option `--bus` gets the value wherever the option stands on the command line.
    @ParentCommand var program: BelfryDistributor

    func run() throws {
        let (json, address) = (json, (bus ?? program.bus).map(BusAddress.at) ?? .session)
        EventLoop.main.becomeGlobalExecutor()
        // The task is detached, because a task of the main actor would wait for the main thread, which runs the loop.
        Task.detached {
            do {
                let status = try await DistributorStatus(from: try Connection(to: address, on: .main))
                if json {
                    let encoder = JSONEncoder()
                    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                    Output.write(String(decoding: try encoder.encode(status), as: UTF8.self) + "\n", to: STDOUT_FILENO)
                } else {
                    Output.write(status.lines.joined(separator: "\n") + "\n", to: STDOUT_FILENO)
                }
                Glibc.exit(status.servers.isEmpty ? 1 : 0)
            } catch {
                Output.fail(error, status: EX_UNAVAILABLE)
            }
        }
        EventLoop.main.run()
    }
}

enum Output {
    static func fail(_ error: any Error, status: Int32) -> Never {
        write("belfry-distributor: \(error)\n", to: STDERR_FILENO)
        Glibc.exit(status)
    }

    static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { Glibc.exit(EX_IOERR) }
            bytes = bytes.dropFirst(count)
        }
    }
}
