// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The resources that one run of an extension may use.
struct ExtensionLimits: Hashable, Sendable {
    /// The address space of each process, in bytes. Runtimes reserve much more than they use.
    var memory = 2 << 30
    /// The processor time of each process, in seconds.
    var seconds = 20
    /// The open files of each process.
    var files = 64
    /// The size of each file that the extension writes, in bytes: the size of the largest attachment.
    var fileSize = 10 << 20
    /// The number of processes and threads that the person may have during the run beyond those that exist already.
    ///
    /// The kernel counts all processes and threads of the person. The superuser has no limit.
    var processes = 128

    static let standard = ExtensionLimits()

    /// The memory of all processes together, in bytes, in a control group: `MemoryMax=`.
    static let groupMemory: UInt64 = 128 << 20
    /// The number of processes and threads in a control group: `TasksMax=`. The guard and bubblewrap count, too.
    static let groupTasks: UInt64 = 32
    /// The size of `/tmp` in the sandbox, in bytes.
    static let temporaryFiles = 32 << 20
    /// The size of shared memory in the sandbox, in bytes.
    static let sharedMemory = 16 << 20

    /// The limits as numbers, for the guard's command line.
    var words: [String] { [memory, seconds, files, fileSize, processes].map { "\($0)" } }

    /// - Parameter words: The limits as ``words`` returns them; the result is nil for other words.
    init?(_ words: some Sequence<String>) {
        let numbers = words.map { Int($0) ?? 0 }
        guard numbers.count == 5, numbers.allSatisfy({ $0 > 0 }) else { return nil }
        self.init(
            memory: numbers[0], seconds: numbers[1], files: numbers[2], fileSize: numbers[3], processes: numbers[4])
    }

    init(memory: Int = 2 << 30, seconds: Int = 20, files: Int = 64, fileSize: Int = 10 << 20, processes: Int = 128) {
        (self.memory, self.seconds, self.files) = (memory, seconds, files)
        (self.fileSize, self.processes) = (fileSize, processes)
    }

    /// Returns the limits in the kernel's form.
    ///
    /// - Parameter load: The contents of `/proc/loadavg`.
    /// - Returns: The limits; the number of processes depends on those that run now.
    func forKernel(load: String) -> belfry_limits {
        belfry_limits(
            memory: UInt(memory), seconds: UInt(seconds), files: UInt(files), file_size: UInt(fileSize),
            processes: mostProcesses(load: load))
    }

    /// Returns the number of processes and threads that the person may have.
    ///
    /// - Parameter load: The contents of `/proc/loadavg`, whose fourth field ends with the number of all threads.
    ///   Counting only the person's threads would take longer than the start of the extension.
    /// - Returns: The number; the largest possible number if the load is unknown.
    func mostProcesses(load: String) -> UInt {
        let threads = load.split(separator: " ").dropFirst(3).first?.split(separator: "/").last.flatMap { UInt($0) }
        return threads.map { $0 + UInt(processes) } ?? .max
    }
}
