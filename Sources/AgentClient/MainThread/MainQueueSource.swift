// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CConcurrency
import EventLoop
import Glibc

/// Makes GLib's main loop serve Dispatch's main queue, as Foundation's run loop does.
///
/// A GTK program runs only GLib's loop, but the main actor's jobs are in Dispatch's queue, so its async methods would
/// never begin. The source lasts as long as the process, on the main thread.
@MainActor
enum MainQueueSource {
    private static var source: FileDescriptorSource?

    /// Serves the queue from now on, including earlier jobs; later calls do nothing.
    static func attach() {
        guard source == nil else { return }
        let handle = _dispatch_get_main_queue_handle_4CF()
        source = FileDescriptorSource(handle, .readable, on: .main) { _ in serve(handle) }
        // Jobs enqueued before the handle existed may not have made it readable.
        EventLoop.main.perform { serve(handle) }
    }

    nonisolated private static func serve(_ handle: Int32) {
        // Reading resets the non-blocking eventfd to 0 until there are new jobs.
        var count: UInt64 = 0
        read(handle, &count, MemoryLayout<UInt64>.size)
        _dispatch_main_queue_callback_4CF(nil)
    }
}
