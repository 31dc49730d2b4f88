// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import NotificationServer

extension ScriptedServer {
    /// Replies to a call as the script says.
    func answer(_ call: MethodCall) async throws -> [Value] {
        guard let server else { throw BusError.disconnected }
        if script.isHung { try await neverAnswer(call) }
        let object = try NotificationServerObject(server)
        switch call.member {
        case "Notify": return try await notify(call, by: object)
        case "CloseNotification":
            guard case .uint32(let id)? = call.arguments.first else { throw BusError.invalidArguments("") }
            calls.put(.close(id))
            if let play = script.play { return try playClose(id, of: call, as: play) }
            let notification = open.first { $0.id == id }
            if notification == nil, let error = script.errorForUnknownID { throw error }
            if script.ignoresClose { return [] }
            if notification == nil { return [] }
            let answer = try await object.answer(call)
            if script.closesTwice, let notification {
                emit("NotificationClosed", [.uint32(id), .uint32(2)], about: notification)
            }
            return answer
        default:
            calls.put(call.member == "GetCapabilities" ? .capabilities : .information)
            if let error = script.greetingError { throw error }
            if call.member == "GetCapabilities", script.unansweredGreetings > 0 {
                change { $0.unansweredGreetings -= 1 }
                try await neverAnswer(call)
            }
            return try await object.answer(call)
        }
    }

    /// Decodes the arguments.
    ///
    /// - Throws: `InvalidArgs` for a wrong argument, a mistake of the agent, unless the script accepts it.
    private func received(_ arguments: [Value], from call: MethodCall) throws -> ReceivedNotification {
        let received = try ReceivedNotification(arguments: arguments, sender: call.sender)
        if !script.takesSlips, let slip = received.slips.first { throw BusError.invalidArguments(slip) }
        return received
    }

    /// Shows the notification without the parts that the script ignores.
    private func show(_ call: MethodCall) throws -> UInt32 {
        var arguments = call.arguments
        if script.ignoresReplacing { arguments[1] = .uint32(0) }
        if script.ignoresTimeouts { arguments[7] = .int32(0) }
        let received = try received(arguments, from: call)
        return server?.assumeIsolated { $0.notify(received) } ?? 0
    }

    private func notify(_ call: MethodCall, by object: NotificationServerObject) async throws -> [Value] {
        let script = script
        var received = try received(call.arguments, from: call)
        switch script.answer {
        case .zero:
            calls.put(.notify(received))
            return [.uint32(0)]
        case .error(let error):
            calls.put(.notify(received))
            throw error
        case .number, .held, .never, .lost: break
        }
        holds += 1
        let hold = holds
        let answer: [Value]
        if let play = script.play {
            answer = [.uint32(try playNotify(received, of: call, as: play))]
        } else if script.ignoresReplacing || script.ignoresTimeouts {
            answer = [.uint32(try show(call))]
        } else {
            answer = try await object.answer(call)
        }
        guard case .uint32(let id)? = answer.first else { return answer }
        received = try ReceivedNotification(arguments: call.arguments, sender: call.sender, id: id)
        calls.put(.notify(received))
        script.uponNotify?()
        for act in script.beforeReply { self.act(act, on: id) }
        switch script.answer {
        case .held:
            call.letNextCallsPass()
            try await withCheckedThrowingContinuation { continuation in
                // The replies may have been released meanwhile.
                if hold <= released { continuation.resume() } else { heldReplies.append(continuation) }
            }
        case .never: try await neverAnswer(call)
        case .lost(let error):
            change { $0.answer = .number }
            throw error
        case .number, .zero, .error: break
        }
        return answer
    }

    /// Waits until the server leaves; other calls are served meanwhile.
    private func neverAnswer(_ call: MethodCall) async throws {
        call.letNextCallsPass()
        try await withCheckedThrowingContinuation { neverAnswered.append($0) }
    }
}
