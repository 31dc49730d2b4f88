// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import Glibc

/// Watch of process signals, which calls a handler on the loop in place of the signals' default action.
///
/// The watch must be created and cancelled on the loop's thread. GLib installs handlers and wakes its own thread, so no
/// thread's signal mask changes, and child processes inherit no blocked signal.
package final class SignalSource {
    private final class Callback {
        let number: Int32
        let handler: @Sendable (Int32) -> Void

        init(_ number: Int32, _ handler: @escaping @Sendable (Int32) -> Void) {
            self.number = number
            self.handler = handler
        }
    }

    private static let supported: Set<Int32> = [SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGWINCH]

    private var sources: [UnsafeMutablePointer<GSource>] = []

    /// Starts watching signals.
    ///
    /// - Parameters:
    ///   - signals: Any of SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2 and SIGWINCH.
    ///   - loop: The loop on which the handler is called.
    ///   - handler: Called with the signal's number; the same signal several times in quick succession causes one call.
    /// - Throws: ``EventLoopError/unsupportedSignal(_:)`` for other numbers.
    package init(_ signals: [Int32], on loop: EventLoop, handler: @escaping @Sendable (Int32) -> Void) throws {
        precondition(loop.isCurrent, "Create event sources on the thread of their loop.")
        for number in signals where !Self.supported.contains(number) { throw EventLoopError.unsupportedSignal(number) }
        for number in signals {
            guard let source = g_unix_signal_source_new(number) else { continue }
            g_source_set_callback(
                source,
                { data in
                    guard let data else { return 0 }
                    let callback = Unmanaged<Callback>.fromOpaque(data).takeUnretainedValue()
                    callback.handler(callback.number)
                    return 1
                },
                Unmanaged.passRetained(Callback(number, handler)).toOpaque(),
                { data in data.map { Unmanaged<Callback>.fromOpaque($0).release() } })
            g_source_attach(source, loop.context)
            sources.append(source)
        }
    }

    deinit { cancel() }

    /// Stops watching, and restores the signals' default actions.
    package func cancel() {
        for source in sources {
            g_source_destroy(source)
            g_source_unref(source)
        }
        sources = []
    }
}
