// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib

/// A GLib source that calls a closure after its ready time or when one of its file descriptors is ready.
///
/// GLib keeps a running closure alive, so a source may be destroyed in its own callback.
final class Source {
    private let pointer: UnsafeMutablePointer<GSource>

    // GLib checks the ready time and the descriptors itself, so there are no prepare and check functions. The table of
    // functions is written once, before GLib reads it on the threads of the loops.
    private nonisolated(unsafe) static let functions: UnsafeMutablePointer<GSourceFuncs> = {
        let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
        var table = GSourceFuncs()
        table.dispatch = { _, callback, data in callback?(data) ?? 0 }
        functions.initialize(to: table)
        return functions
    }()

    private final class Callback {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    init(context: OpaquePointer, _ body: @escaping () -> Void) {
        // `g_source_new` never returns nil, because GLib ends the program if there is not enough memory.
        pointer = g_source_new(Source.functions, guint(MemoryLayout<GSource>.size))
        g_source_set_callback(
            pointer,
            { data in
                guard let data else { return 0 }
                Unmanaged<Callback>.fromOpaque(data).takeUnretainedValue().body()
                return 1
            },
            Unmanaged.passRetained(Callback(body)).toOpaque(),
            { data in data.map { Unmanaged<Callback>.fromOpaque($0).release() } })
        g_source_attach(pointer, context)
    }

    deinit {
        destroy()
        g_source_unref(pointer)
    }

    /// Sets the source's ready time, in microseconds of GLib's monotonic clock; 0 means at once, nil means never.
    func setReadyTime(_ time: Int64?) { g_source_set_ready_time(pointer, gint64(time ?? -1)) }

    /// Watches a descriptor for conditions, and returns its tag for ``ready(_:)``.
    func add(_ descriptor: Int32, _ conditions: UInt32) -> UnsafeMutableRawPointer? {
        g_source_add_unix_fd(pointer, descriptor, GIOCondition(rawValue: conditions))
    }

    /// Returns the conditions that the tag's descriptor meets when the callback runs.
    func ready(_ tag: UnsafeMutableRawPointer?) -> UInt32 {
        guard let tag else { return 0 }
        return g_source_query_unix_fd(pointer, tag).rawValue
    }

    /// Stops the source's callbacks; a second call has no effect.
    func destroy() { g_source_destroy(pointer) }
}

/// Reason why a source could not be created.
package enum EventLoopError: Error, Hashable, Sendable {
    /// The kernel refused a system call with this error number.
    case systemCall(String, errno: Int32)
    /// GLib cannot wait for this signal.
    case unsupportedSignal(Int32)
}
