// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CConcurrency
import EventLoop
import Glibc

/// Has GLib's main loop serve Dispatch's main queue, as Foundation's run loop does.
///
/// A program of GTK's runs no other loop, and the main actor's jobs lie in that queue: without this its async methods
/// would never begin. For as long as the process lives; on the main thread, which runs the loop.
@MainActor
enum MainQueueSource {
    private static var source: FileDescriptorSource?

    /// Serves the queue from now on, and what already lies in it soon; once is enough.
    static func attach() {
        guard source == nil else { return }
        let handle = _dispatch_get_main_queue_handle_4CF()
        source = FileDescriptorSource(handle, .readable, on: .main) { _ in serve(handle) }
        // What was put in before there was a handle may not have made it readable.
        EventLoop.main.perform { serve(handle) }
    }

    nonisolated private static func serve(_ handle: Int32) {
        // An eventfd that doesn't block: 0 again, until there is more.
        var count: UInt64 = 0
        read(handle, &count, MemoryLayout<UInt64>.size)
        _dispatch_main_queue_callback_4CF(nil)
    }
}
