// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles
import AgentLog
import AgentMachine
import DBus
import DesktopPresentation
import NotificationStore

/// Sends the presentation queue's calls to the present notification server.
struct ServerCaller {
    let server: ConnectedServer?

    /// The time limit for calls whose reply nobody waits for: closing a notification, and letting a bubble expire.
    private static let limit = Duration.seconds(5)

    func send(_ call: ServerCall, on desktop: isolated Desktop) {
        guard let server else { return }
        switch call {
        case .notify(let id, let number, let call, let form):
            let arguments = form.applied(to: call.arguments)
            // The call has no time limit, because a late reply still has the number of a notification on the screen
            // (quirk 9 of `quirks.tsv`).
            start("Notify", arguments, of: server, within: nil, on: desktop) { desktop, result in
                let reply = NotifyReply(result)
                if case .number(1...) = reply, desktop.queue.isAwaited(id, call: number, from: server.place) {
                    CrashPoint.reached(.afterNotify)
                }
                desktop.feed(.notified(id, call: number, place: server.place, reply))
            }
        case .close(let number): close(number, of: server, on: desktop)
        case .endAtOnce(let number, let title): endAtOnce(number, title, on: server, desktop)
        }
    }

    private func start(
        _ member: String, _ arguments: [Value], of server: ConnectedServer, within limit: Duration?,
        on desktop: isolated Desktop,
        _ replied: @escaping @Sendable (isolated Desktop, Result<Message, BusError>) -> Void
    ) {
        let message = NotifyCall.message(member, to: server.owner, arguments)
        desktop.connection.assumeIsolated { connection in
            connection.start(message, timeout: limit) { [weak desktop] result in
                desktop?.assumeIsolated { replied($0, result) }
            }
        }
    }

    private func close(_ number: UInt32, of server: ConnectedServer, on desktop: isolated Desktop) {
        // Some servers return an error if the notification is no longer on the screen, so errors are ignored.
        start("CloseNotification", [.uint32(number)], of: server, within: Self.limit, on: desktop) { desktop, _ in
            // The server has received the call, or has closed the notification itself.
            desktop.store.noteClosed(.init(owner: server.place, number: number))
        }
    }

    /// Removes a notification from a server that leaves closed notifications on the screen: replaces it by a
    /// notification that expires at once, and closes the replacement.
    ///
    /// If the notification is no longer on the screen, the replacement gets a new number, which is closed, too.
    private func endAtOnce(_ number: UInt32, _ title: String, on server: ConnectedServer, _ desktop: isolated Desktop) {
        let arguments = NotifyCall.ending(number, titled: server.capabilities.title(title))
        start("Notify", arguments, of: server, within: Self.limit, on: desktop) { desktop, result in
            guard desktop.server == server else { return }
            if case .success(let reply) = result, case .uint32(let new)? = reply.arguments.first, new != number {
                close(new, of: server, on: desktop)
            }
            close(number, of: server, on: desktop)
        }
    }
}

extension NotifyReply {
    fileprivate init(_ result: Result<Message, BusError>) {
        switch result {
        case .success(let reply):
            if case .uint32(let number)? = reply.arguments.first { self = .number(number) } else { self = .malformed }
        case .failure(let error): self = .error(error.name)
        }
    }
}
