// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import Foundation

/// Measures remote notifications with a real push server, nginx with nchan.
///
/// The memory comes first: libcrypto, which later figures load into this process, would share its pages.
struct PushPart {
    private let effort: Effort

    init(_ effort: Effort) { self.effort = effort }

    func measure(on loop: EventLoop) async throws -> [TableRow] {
        for file in ["/usr/sbin/nginx", "/usr/lib/nginx/modules/ngx_nchan_module.so"]
        where !FileManager.default.isExecutableFile(atPath: file) && !FileManager.default.isReadableFile(atPath: file) {
            throw MeasurementError("there is no \(file); \"packaging/install-packages push bench\" installs it")
        }
        var rows: [TableRow] = []
        rows += try await PushMemory(effort).measure(on: loop)
        rows += try await PushJourneys(effort).measure(on: loop)
        rows += try await PushSending(effort).measure()
        return rows
    }
}
