// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib

/// Watch of a file descriptor that reports when it can be read or written.
///
/// The watch must be created and cancelled on the loop's thread. The caller owns the descriptor, and must keep it open
/// until the watch is cancelled.
package final class FileDescriptorSource {
    /// Conditions of a descriptor that a watch waits for or reports.
    package struct Conditions: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Data can be read.
        package static let readable = Conditions(rawValue: UInt32(G_IO_IN.rawValue))
        /// Data can be written.
        package static let writable = Conditions(rawValue: UInt32(G_IO_OUT.rawValue))
        /// Urgent data can be read. For some files of the kernel, it means that the contents have changed.
        package static let urgent = Conditions(rawValue: UInt32(G_IO_PRI.rawValue))
        /// The other end is closed; reported even if not requested.
        package static let hangup = Conditions(rawValue: UInt32(G_IO_HUP.rawValue))
        /// The descriptor has an error; reported even if not requested.
        package static let error = Conditions(rawValue: UInt32(G_IO_ERR.rawValue))
    }

    private var source: Source?

    /// Starts watching a descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: An open descriptor.
    ///   - conditions: The conditions to wait for; hang-up and error are always reported.
    ///   - loop: The loop on which the handler is called.
    ///   - handler: Called repeatedly while a condition holds.
    package init(
        _ descriptor: Int32, _ conditions: Conditions, on loop: EventLoop,
        handler: @escaping @Sendable (Conditions) -> Void
    ) {
        precondition(loop.isCurrent, "Create event sources on the thread of their loop.")
        let state = State()
        let source = Source(context: loop.context) { [weak state] in
            guard let state, let source = state.source else { return }
            handler(Conditions(rawValue: source.ready(state.tag)))
        }
        state.source = source
        state.tag = source.add(descriptor, conditions.union([.hangup, .error]).rawValue)
        self.source = source
        self.state = state
    }

    /// The source and the tag with which the callback queries the descriptor's conditions; the watch keeps them alive.
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
