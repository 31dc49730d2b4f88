// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import NotificationServer

/// The arguments of a recorded `Notify`, every hint with its type.
struct SeenNotification: Equatable {
    var name: String
    var replaces: UInt32
    var icon: String
    var summary: String
    var body: String
    /// Keys and labels alternately.
    var actions: [String]
    var hints: [String: Value]
    /// The time in milliseconds.
    var time: Int

    init(_ notification: ReceivedNotification) {
        name = notification.appName
        replaces = notification.replacesID
        icon = notification.appIcon
        summary = notification.summary
        body = notification.body
        actions = notification.actions.flatMap { [$0.key, $0.label] }
        hints = notification.hints.all
        // This hint differs between the two programs.
        if case .int64(let process)? = hints["sender-pid"], process > 1 { hints["sender-pid"] = .int64(1) }
        time =
            switch notification.timeout {
            case .serverDefault: notification.slips.contains { $0.contains("expire_timeout") } ? -5 : -1
            case .never: 0
            case .after(let time): Int(time / .milliseconds(1))
            }
    }
}
