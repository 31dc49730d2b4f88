// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib

/// Tells when a file descriptor can be read or written, for as long as it is kept.
///
/// Created and cancelled on the loop's thread. The descriptor stays the caller's and must stay open until then.
package final class FileDescriptorSource {
    /// What to wait for, and what has come.
    package struct Conditions: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// There is something to read.
        package static let readable = Conditions(rawValue: UInt32(G_IO_IN.rawValue))
        /// Something can be written.
        package static let writable = Conditions(rawValue: UInt32(G_IO_OUT.rawValue))
        /// Something out of the order has come; for some files of the kernel's, that they are others now.
        package static let urgent = Conditions(rawValue: UInt32(G_IO_PRI.rawValue))
        /// The other end has gone; told whether asked for or not.
        package static let hangup = Conditions(rawValue: UInt32(G_IO_HUP.rawValue))
        /// The descriptor is in error; told whether asked for or not.
        package static let error = Conditions(rawValue: UInt32(G_IO_ERR.rawValue))
    }

    private var source: Source?

    /// Starts to watch a descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: An open descriptor.
    ///   - conditions: What to wait for; hang-up and error are always reported.
    ///   - loop: Where the handler is called.
    ///   - handler: Called again and again while the condition holds.
    package init(
        _ descriptor: Int32, _ conditions: Conditions, on loop: EventLoop,
        handler: @escaping @Sendable (Conditions) -> Void
    ) {
        precondition(loop.isCurrent, "Sources are created on the loop's thread.")
        let state = State()
        let source = Source(context: loop.context) { [weak state] in
            guard let state, let source = state.source else { return }
            handler(Conditions(rawValue: source.ready(state.tag)))
        }
        state.source = source
        state.tag = source.add(
            descriptor, conditions.union([.hangup, .error]).rawValue)
        self.source = source
        self.state = state
    }

    /// What the callback needs to ask GLib what came; it goes with the source.
    private final class State {
        weak var source: Source?
        var tag: UnsafeMutableRawPointer?
    }

    private let state: State

    deinit { cancel() }

    /// Stops watching; the handler is not called again.
    package func cancel() {
        source?.destroy()
        source = nil
    }
}
