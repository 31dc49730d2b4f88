// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Signals that are blocked, and read from a descriptor instead.
struct BlockedSignals: ~Copyable {
    /// The signal descriptor, which is readable while one of the signals is pending.
    let descriptor: Int32
    /// The signal mask before the signals were blocked, which a started program gets.
    let former: sigset_t

    /// Blocks the signals until this value is destroyed.
    ///
    /// - Throws: ``Failure`` if the system has no more descriptors.
    init(_ signals: [Int32]) throws {
        var (blocked, former) = (sigset_t(), sigset_t())
        sigemptyset(&blocked)
        for signal in signals { sigaddset(&blocked, signal) }
        descriptor = belfry_open_signals(&blocked)
        guard descriptor >= 0 else {
            throw Failure(.failure, "cannot watch signals: \(String(cString: strerror(errno)))")
        }
        pthread_sigmask(SIG_BLOCK, &blocked, &former)
        self.former = former
    }

    deinit {
        var former = former
        pthread_sigmask(SIG_SETMASK, &former, nil)
        close(descriptor)
    }

    /// Takes the next pending signal, and returns it and whether a process has sent it; nil if no signal is pending.
    func next() -> (number: Int32, isFromProcess: Bool)? {
        var signal = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        guard read(descriptor, &signal, size) == size else { return nil }
        // The kernel's own signals, such as those of a terminal's keys, have a positive code.
        return (Int32(signal.ssi_signo), signal.ssi_code <= 0)
    }

    /// Stops this process as the signal would have done; returns when the process is continued.
    func stop(by signal: Int32) {
        var only = sigset_t()
        sigemptyset(&only)
        sigaddset(&only, signal)
        pthread_sigmask(SIG_UNBLOCK, &only, nil)
        raise(signal)
        pthread_sigmask(SIG_BLOCK, &only, nil)
    }
}
