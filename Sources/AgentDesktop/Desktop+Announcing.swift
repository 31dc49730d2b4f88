// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentInterface
import AgentMachine
import DBus
import DesktopPresentation
import EventLoop
package import NotificationModel
package import NotificationStore

/// Belfry's own notification about a store that can't be written. It is not stored, and can't be answered.
extension Desktop {
    /// Shows a notification of Belfry's own, without buttons.
    ///
    /// - Returns: The server's number of the notification, and that server; nil if no server showed the notification.
    package func announce(_ request: Request) async -> ServerNumber? {
        guard let server = await currentServer(), !queue.isStopping else { return nil }
        let own = dependencies.application(AgentNames.desktopEntry)
        let now = clock.now
        var call = NotifyCall(
            applicationName: own.name, desktopEntry: own.desktopEntry, icon: own.icon, replaces: 0,
            buttons: Buttons(request: request, category: nil, occurrence: 0, repliesInline: false), picture: nil,
            notification: Notification(app: AgentNames.desktopEntry, request: request, date: now, due: now),
            capabilities: server.capabilities)
        call.isAnswerable = false
        let message = NotifyCall.message("Notify", to: server.owner, call.arguments)
        guard let reply = try? await connection.call(message, timeout: Self.announcingLimit),
            case .uint32(let number)? = reply.arguments.first, number != 0
        else { return nil }
        return ServerNumber(owner: server.owner, number: number)
    }

    /// Closes a notification that ``announce(_:)`` has shown, because it is no longer true.
    package func withdraw(_ announcement: ServerNumber) {
        guard let server, server.owner == announcement.owner else { return }
        let number = announcement.number
        let call = server.profile.leavesClosedOnScreen ? ServerCall.endAtOnce(number, title: "") : .close(number)
        ServerCaller(server: server).send(call, on: self)
    }

    /// The time limit for the server's reply to `Notify`.
    private static let announcingLimit = Duration.seconds(5)
}
