// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import EventLoop
import Glibc

/// A process that runs already, and need not be a child of this one.
struct RunningProcess: ~Copyable {
    let number: Int32
    /// The process's command line with its arguments, or else the name that the kernel has for the process.
    let name: String
    /// The process's descriptor, which is readable once the process has ended.
    private let descriptor: Int32
    private let start: Duration

    /// Finds a process.
    ///
    /// - Throws: ``Failure`` with exit status 3 if no process has the number.
    init(_ number: Int32) throws {
        descriptor = belfry_open_pidfd(number)
        guard descriptor >= 0 else {
            switch errno {
            case ESRCH: throw Failure(.noMatch, "there is no process \(number)")
            case EINVAL, ENOENT: throw Failure(.noMatch, "\(number) is a thread of a process, and no process")
            case let code:
                throw Failure(.unavailable, "cannot wait for process \(number): \(String(cString: strerror(code)))")
            }
        }
        self.number = number
        let status = ProcessStatus(Self.text("/proc/\(number)/stat") ?? "")
        let words = (Self.text("/proc/\(number)/cmdline") ?? "").split(separator: "\0").joined(separator: " ")
        name = words.isEmpty ? status?.name ?? "process \(number)" : words
        start = status?.start ?? Self.now
    }

    deinit { close(descriptor) }

    /// The time since the process started, or since it was found if the kernel hides the start.
    var age: Duration { Self.now - start }

    /// Waits for the end of the process; must be called on the main loop.
    func waitForEnd() async {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let source = FileDescriptorSource(descriptor, .readable, on: .main) { _ in end.yield() }
        for await _ in ends { break }
        source.cancel()
    }

    /// The time since the machine's start, suspend included.
    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private static func text(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}

/// The values of `/proc/PID/stat` that ``RunningProcess`` needs.
struct ProcessStatus {
    let name: String
    /// The start of the process, as the time since the machine's start.
    let start: Duration

    /// Parses the text of `/proc/PID/stat`; nil if it isn't in the kernel's format.
    init?(_ text: String) {
        // The process's name is in brackets, and may itself contain brackets.
        guard let opening = text.firstIndex(of: "("), let closing = text.lastIndex(of: ")"), opening < closing
        else { return nil }
        name = String(text[text.index(after: opening)..<closing])
        let fields = text[text.index(after: closing)...].split(separator: " ")
        // The start is field 22 of proc(5); `fields` begins with field 3.
        guard fields.count > 19, let ticks = Int64(fields[19]) else { return nil }
        start = .milliseconds(ticks * 1000 / Int64(sysconf(Int32(_SC_CLK_TCK))))
    }
}
