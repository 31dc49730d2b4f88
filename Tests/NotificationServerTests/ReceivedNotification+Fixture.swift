// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import NotificationServer

extension ReceivedNotification {
    /// A notification as a program would send it; by default a plain one without buttons.
    static func fixture(
        id: UInt32 = 1, app: String = "Kitchen", replacesID: UInt32 = 0, title: String = "Tea is ready",
        body: String = "", actions: [String] = [], hints: [String: Value] = [:], timeout: Int32 = -1
    ) throws -> ReceivedNotification {
        try ReceivedNotification(
            arguments: arguments(
                app: app, replacesID: replacesID, title: title, body: body, actions: actions, hints: hints,
                timeout: timeout),
            sender: ":1.7", id: id)
    }

    /// The eight arguments of `Notify`.
    static func arguments(
        app: String = "Kitchen", replacesID: UInt32 = 0, title: String = "Tea is ready", body: String = "",
        actions: [String] = [], hints: [String: Value] = [:], timeout: Int32 = -1
    ) -> [Value] {
        [
            .string(app), .uint32(replacesID), .string(""), .string(title), .string(body), .strings(actions),
            .properties(hints), .int32(timeout),
        ]
    }
}

/// An `image-data` of this size with all bytes grey.
func picture(width: Int32, height: Int32, bytes: Int? = nil, channels: Int32 = 4, rowStride: Int32? = nil) -> Value {
    let stride = rowStride ?? width &* channels
    return .structure([
        .int32(width), .int32(height), .int32(stride), .boolean(channels == 4), .int32(8), .int32(channels),
        .bytes(Array(repeating: 128, count: bytes ?? Int(stride) * Int(height))),
    ])
}
