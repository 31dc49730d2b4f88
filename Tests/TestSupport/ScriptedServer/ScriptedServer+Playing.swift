// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import NotificationServer

/// Simulation of a recorded server: its signals, its timeouts and its limits.
extension ScriptedServer {
    private static let moment = Duration.milliseconds(10)

    /// An action of the person on a notification, or its expiry.
    func play(_ act: ScriptedServerScript.Act, on id: UInt32, as play: ServerPlay) {
        screen?.end(id)
        switch act {
        case .press(let key): perform(key == "default" ? play.click : play.button, on: id, as: play, key: key)
        case .reply(let text): perform(play.button, on: id, as: play, text: text)
        case .dismiss: perform(play.dismissal, on: id, as: play)
        case .expire: perform(play.expiry, on: id, as: play)
        case .close(let reason): perform([.closed(reason)], on: id, as: play)
        }
    }

    /// Replies to `CloseNotification`.
    func playClose(_ id: UInt32, of call: MethodCall, as play: ServerPlay) throws -> [Value] {
        guard let notification = open.first(where: { $0.id == id }) else {
            switch play.unknownClose {
            case .silence: break
            case .closed: emitClosed(id, play.close, as: play)
            case .error(let error): throw error
            }
            return []
        }
        try checkOwner(of: notification, call, play)
        screen?.close(id)
        perform(play.close, on: id, as: play)
        // Servers without a signal for it close the notification, too.
        if server?.assumeIsolated({ $0.drop(id) }) != nil { take(notification, awayBecause: .closedByCall) }
        return []
    }

    /// Shows the notification of `Notify`, if the recorded server would.
    ///
    /// - Returns: The number for the reply.
    func playNotify(_ received: ReceivedNotification, of call: MethodCall, as play: ServerPlay) throws -> UInt32 {
        var arguments = call.arguments
        if let older = open.first(where: { $0.id == received.replacesID }) { try checkOwner(of: older, call, play) }
        if let excess = play.excess {
            let words = [received.appName, received.summary, received.body]
            if let last = lastNotified, last.words == words, last.at.duration(to: .now) < .seconds(1) { throw excess }
            lastNotified = (words, .now)
        }
        if script.isDisturbing, play.disturbed == [.closed(0)] { return 0 }
        if play.makesDialogs, received.timeout == .never || !received.actions.isEmpty {
            dialogs += 1
            return 0
        }
        var goes: (id: UInt32, reason: UInt32)?
        if let overflow = overflow(received, play) {
            switch overflow {
            case .error(let error): throw error
            case .oldest(let reason): goes = oldest(of: received).map { ($0, reason) }
            case .newest(let reason): goes = (0, reason)
            }
        }
        if script.ignoresReplacing || play.hidesNewNumber { arguments[1] = .uint32(0) }
        arguments[7] = .int32(0)
        let shown = try ReceivedNotification(arguments: arguments, sender: call.sender)
        let id = server?.assumeIsolated { $0.notify(shown) } ?? 0
        screen?.show(received, as: id)
        startTime(of: id, received, as: play)
        if let goes { later { $0.perform([.closed(goes.reason)], on: goes.id == 0 ? id : goes.id, as: play) } }
        if script.isDisturbing { later { $0.perform(play.disturbed, on: id, as: play) } }
        return play.hidesNewNumber && received.replacesID != 0 ? received.replacesID : id
    }

    /// Closes all open notifications, as the person or a panel does.
    package func clear() {
        for notification in open { act(.dismiss, on: notification.id) }
    }

    // MARK: - One notification at a time

    private func perform(
        _ signals: [ServerPlay.Signal], on id: UInt32, as play: ServerPlay, key: String = "default", text: String? = nil
    ) {
        guard let notification = open.first(where: { $0.id == id }) else { return }
        for signal in signals {
            switch signal {
            case .answer where text == nil: tell("ActionInvoked", [.uint32(id), .string(key)], notification, play)
            case .answer where play.repliesInAction:
                tell(
                    "ActionInvoked", [.uint32(id), .string("inline-reply"), .string(text ?? "")], notification, play)
            case .answer: tell("NotificationReplied", [.uint32(id), .string(text ?? "")], notification, play)
            case .open: tell("ActionInvoked", [.uint32(id), .string("default")], notification, play)
            case .token: tell("ActivationToken", [.uint32(id), .string("token-\(id)")], notification, play)
            case .closed(let reason):
                if server?.assumeIsolated({ $0.drop(id) }) != nil {
                    timers.removeValue(forKey: id)?.cancel()
                    take(notification, awayBecause: CloseReason(rawValue: reason) ?? .undefined)
                }
                tell("NotificationClosed", [.uint32(id), reasonValue(reason, play)], notification, play)
            }
        }
        if play.leavesWhenEmpty, open.isEmpty { later { $0.restart() } }
    }

    /// Broadcasts the signals for an unknown number.
    private func emitClosed(_ id: UInt32, _ signals: [ServerPlay.Signal], as play: ServerPlay) {
        for case .closed(let reason) in signals {
            let arguments = [.uint32(id), reasonValue(reason, play)]
            server?.assumeIsolated { $0.broadcast("NotificationClosed", arguments) }
        }
    }

    private func tell(_ member: String, _ arguments: [Value], _ notification: ReceivedNotification, _ play: ServerPlay)
    {
        emit(member, arguments, about: notification)
        if play.hasEcho { try? forge(member, arguments) }
    }

    private func reasonValue(_ reason: UInt32, _ play: ServerPlay) -> Value {
        play.signsReasons ? .int32(Int32(reason)) : .uint32(reason)
    }

    private func checkOwner(of notification: ReceivedNotification, _ call: MethodCall, _ play: ServerPlay) throws {
        guard play.isOwnedBySender, notification.sender != call.sender, !departed.contains(notification.sender) else {
            return
        }
        throw BusError.invalidArguments("Invalid notification ID")
    }

    private func overflow(_ received: ReceivedNotification, _ play: ServerPlay) -> ServerPlay.Overflow? {
        let isNew = !open.contains { $0.id == received.replacesID }
        let others =
            if case .oldest = play.overflow { open.count { $0.hints.desktopEntry == received.hints.desktopEntry } } else
            {
                open.count
            }
        return isNew && others >= play.limit ? play.overflow : nil
    }

    private func oldest(of received: ReceivedNotification) -> UInt32? {
        open.first { $0.hints.desktopEntry == received.hints.desktopEntry }?.id
    }

    private func startTime(of id: UInt32, _ received: ReceivedNotification, as play: ServerPlay) {
        timers.removeValue(forKey: id)?.cancel()
        let time: Duration? =
            switch (play.times, received.timeout) {
            case (.fixed(let time), _): time
            case (.honoured, .after(let time)): time
            case (.honoured, _), (.ignored, _): nil
            }
        guard let time, id != 0 else { return }
        timers[id] = TimerSource(after: time, on: loop) { [weak self] in
            self?.assumeIsolated { $0.play(.expire, on: id, as: play) }
        }
    }

    /// Runs the work after the reply that is in flight.
    private func later(_ work: @escaping @Sendable (isolated ScriptedServer) -> Void) {
        let timer = TimerSource(after: Self.moment, on: loop) { [weak self] in
            self?.assumeIsolated { work($0) }
        }
        pauses.append(timer)
    }

    private func restart() {
        guard server?.assumeIsolated({ $0.open.isEmpty }) == true else { return }
        leave()
        Task { try await come() }
    }
}
