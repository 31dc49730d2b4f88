// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import DBus
import DesktopPresentation
import EventLoop
import NotificationModel
import NotificationStore

/// What servers leave behind: a bubble that was closed, and what was to stay when a server without work has ended.
extension Desktop {
    /// How long a server may take to let a bubble expire.
    private static let endingLimit = Duration.seconds(5)
    /// The longest rest, in seconds, before a server is asked for again that ended with what is to stay.
    private static let longestRest = 3600

    /// Takes one off the screen of a server that leaves there what it closes: its time is over at once, and then it is closed.
    ///
    /// For that moment it says what it said. Where it is gone already the server makes a new one, which goes with it.
    func endAtOnce(_ number: UInt32, on server: ServerLink.Server) {
        let showing = occurrences[number].flatMap { showings[$0] }
        let isHidden = showing?.machine.buttons.marks.isRedacted != false
        let title = isHidden ? "" : showing?.occurrence.notification.request.content.title ?? ""
        let arguments = NotifyCall.ending(number, titled: server.capabilities.title(title))
        let message = NotifyCall.message("Notify", to: server.owner, arguments)
        _ = connection.assumeIsolated { connection in
            connection.start(message, timeout: Self.endingLimit) { [weak self] result in
                self?.assumeIsolated { desktop in
                    guard desktop.server == server else { return }
                    if case .success(let reply) = result, case .uint32(let new)? = reply.arguments.first,
                        new != number
                    {
                        desktop.sendClose(new, to: server)
                    }
                    desktop.sendClose(number, to: server)
                }
            }
        }
    }

    /// Whether anything of ours is on the screen of the server.
    var showsAnything: Bool { showings.values.contains { $0.machine.phase == .open || $0.machine.phase == .answered } }

    /// Asks for a server after a rest, which is ever longer for what nobody looks at; what is to stay comes back on it.
    func awaitServer(for id: Int64) {
        let count = departures[id, default: 0]
        if departures.count >= Self.memory { departures = [:] }
        departures[id] = count + 1
        returnTimer?.cancel()
        let rest = Duration.seconds(min(1 << min(count, 12), Self.longestRest))
        returnTimer = clock.timer(after: rest, on: loop) { [weak self] in
            self?.assumeIsolated { desktop in
                desktop.returnTimer = nil
                guard desktop.server == nil, !desktop.isStopping else { return }
                Task { await desktop.link?.startServerIfActivatable() }
            }
        }
    }
}
