// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import AgentPrograms
import DBus
import Glibc
import Synchronization
import SystemPackage

/// The way in which a run's guard, the process that starts and ends the extension, is started.
enum ExtensionStart: Sendable {
    /// The guard is a unit of the user's systemd, whose control group limits memory and processes.
    ///
    /// systemd kills the processes that are left in the unit after the guard has ended.
    case unit(Connection)
    /// The guard is a child of this process, or of the helper process outside the sandbox if the agent is confined.
    case child

    private static let lastUnit = Atomic(0)

    /// Starts the guard, and closes this process's copies of the descriptors.
    ///
    /// - Parameters:
    ///   - call: The command line of the guard.
    ///   - program: The path of the belfryd that is the guard; nil for this process's own executable.
    ///   - descriptors: The guard's standard input, output and error.
    /// - Throws: An error if the guard can't be started. If no error is thrown, a guard that is a child has ended when
    ///   the method returns.
    func start(_ call: GuardCall, by program: String?, _ descriptors: ExtensionDescriptors.Others) async throws {
        switch self {
        case .unit(let connection):
            let files = descriptors.all.map { FileDescriptorHandle(owning: $0.rawValue) }
            let name = "belfry-extension-\(getpid())-\(Self.lastUnit.add(1, ordering: .relaxed).newValue).service"
            let properties = try Self.properties([program ?? ProgramPath.own()] + call.arguments, files)
            try await TransientUnit.start(name, properties, on: connection, timeout: ExtensionProcess.patience)
        case .child:
            // The helper process outside the sandbox starts its own program, too, if it gets this path.
            let words = [program ?? "/proc/self/exe"] + call.arguments
            _ = try await ProgramCall(words: words, base: .nothing, changes: Self.variables.mapValues(Optional.some))
                .run(input: descriptors.input, output: descriptors.output, errors: descriptors.errors)
        }
    }

    private static func properties(_ words: [String], _ files: [FileDescriptorHandle]) -> [(String, Value)] {
        [
            // Without a description, systemd would log the guard's command line.
            ("Description", .string("Belfry extension of an application")),
            ("Type", .string("exec")), ("ExecStart", TransientUnit.command(words)),
            ("Environment", .array(variables.map { .string("\($0.key)=\($0.value)") }, of: .string)),
            ("StandardInputFileDescriptor", .fileDescriptor(files[0])),
            ("StandardOutputFileDescriptor", .fileDescriptor(files[1])),
            ("StandardErrorFileDescriptor", .fileDescriptor(files[2])),
            ("Slice", .string("app.slice")), ("CollectMode", .string("inactive-or-failed")),
            ("MemoryMax", .uint64(ExtensionLimits.groupMemory)), ("MemorySwapMax", .uint64(0)),
            ("TasksMax", .uint64(ExtensionLimits.groupTasks)),
            // The guard reports the end of an extension that the kernel has killed for lack of memory.
            ("OOMPolicy", .string("continue")), ("KillSignal", .int32(SIGKILL)),
            // Two lines in the journal for each notification would be too many: only warnings are logged.
            ("LogLevelMax", .int32(LOG_WARNING)),
        ]
    }

    /// Environment variables for the guard's libraries and sanitizers; the extension doesn't get them.
    private static var variables: [String: String] {
        var variables: [String: String] = [:]
        for name in ["LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS"] {
            variables[name] = getenv(name).map { String(cString: $0) }
        }
        return variables
    }

    /// Returns the reason why the guard could not be started, as the end of a sentence.
    static func reason(_ error: any Error) -> String {
        "the guard process could not be started: \(ErrorSummary(error))"
    }
}
