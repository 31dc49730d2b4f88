// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Triggers

/// Calls that attach the program, such as `Attach` for an application's delegate, repeated after each agent's start.
extension AgentLink {
    func attach(_ new: CenterClient.Attachment?) {
        stayAlive()
        let old = attachment
        attachment = new
        lastBeforeAttachment = calls.lastNumber
        if let old, let connection {
            connection.assumeIsolated { $0.unexport(at: AgentNames.delegatePath) }
            if new?.app != old.app, session?.attached != .no { detach(old, over: connection) }
        }
        session?.attached = .no
        if new == nil {
            noteWatch = nil
            restSoon()
        } else {
            watchNote()
            sendAll()
        }
    }

    func attachIfNeeded(over connection: Connection) {
        guard let attachment, session?.attached == .no else { return }
        // The handler is set before the call to attach, because a signal may come right after the reply.
        if let hearing = attachment.hearing, session?.hearing != .yes { return hear(hearing.signal, over: connection) }
        session?.attached = .asked
        session?.attempt += 1
        let attempt = session?.attempt
        let isFirst = connection.assumeIsolated { connection in
            // If a new agent has replaced an earlier one, the program's object is exported already.
            let isFirst = attachment.object.map { object in
                (try? connection.export(object, at: AgentNames.delegatePath)) != nil
            }
            connection.start(attachment.call) { [weak self] result in
                self?.assumeIsolated { $0.attached(result, attempt) }
            }
            return isFirst
        }
        if isFirst != false { follow(connection) }
        if isFirst == true { answerToName(of: attachment.app, over: connection) }
    }

    /// Subscribes to a signal of the agent, once per connection, and then attaches the program.
    private func hear(_ signal: String, over connection: Connection) {
        guard session?.hearing == .no else { return }
        session?.hearing = .asked
        let rule = MatchRule(
            sender: AgentNames.busName, path: AgentNames.path, interface: AgentNames.interface, member: signal)
        // If the subscription fails, the connection is lost, which the disconnect handler deals with.
        Task {
            let subscription = try? await connection.subscribe(to: rule) { [weak self] message in
                self?.assumeIsolated { $0.attachment?.hearing?.handler(message.arguments) }
            }
            guard subscription != nil, session?.connection === connection else { return }
            session?.hearing = .yes
            attachIfNeeded(over: connection)
        }
    }

    private func attached(_ result: Result<Message, BusError>, _ attempt: Int?) {
        guard session?.attached == .asked, session?.attempt == attempt else { return }
        attachment?.hearing?.answered(
            result.map(\.arguments).mapError { error -> any Error in Refusal(error) ?? error })
        switch result {
        case .success(let reply):
            session?.attached = .to(reply.sender ?? "")
            hasBeenLookedFor = false
            retry.pause = policy.firstPause
            client?.metAgent()
            if let owner = session?.owner, owner != reply.sender { attachAgain() }
        case .failure(let error) where Self.isFinal(error):
            session?.attached = .refused
        case .failure(let error) where mayBeElsewhere(after: error) && !hasBeenLookedFor:
            session?.attached = .no
            hasBeenLookedFor = true
            find()
        case .failure(let error):
            session?.attached = .no
            hasBeenLookedFor = false
            // If there is no agent and none can be started, no retry is needed: the bus reports the next agent.
            if !error.isServiceUnknown || session?.owner != nil { retryLater() }
        }
    }

    /// Returns true for errors that no retry can mend, such as a sandbox's wrong application id, or an invalid id.
    private static func isFinal(_ error: BusError) -> Bool {
        if finalErrors.contains(error.name) { return true }
        guard let refusal = Refusal(error) else { return false }
        return [.invalidRequest, .invalidTrigger, .contentTooLarge, .tooManyRequests].contains(refusal.code)
    }

    private static let finalErrors = Set(["AccessDenied", "InvalidArgs", "UnknownMethod"].map { BusError.prefix + $0 })

    private func attachAgain() {
        session?.attached = .no
        retryNow()
    }

    private func detach(_ old: CenterClient.Attachment, over connection: Connection) {
        connection.assumeIsolated { connection in connection.start(old.detachment) { _ in } }
    }

    /// Requests the program's bus name if the bus can start the program: a caller that starts it waits for the name.
    private func answerToName(of app: String, over connection: Connection) {
        // An id without a dot can't be a bus name.
        guard app.contains("."), let path = ApplicationObject.path(of: app), !ApplicationObject.isOfToolkit,
            let object = try? ApplicationObject()
        else { return }
        // The result isn't needed: a failure means that another process has the name or the bus has ended.
        Task {
            guard try await connection.activatableNames().contains(app) else { return }
            try? await connection.export(object, at: path)
            _ = try await connection.requestName(app, flags: .doNotQueue)
        }
    }

    /// Watches for new agents, once per connection.
    private func follow(_ connection: Connection) {
        guard session?.isFollowed == false else { return }
        session?.isFollowed = true
        // The call needs the bus's reply, so it is in a task; changes of the agent are reported on the loop.
        Task {
            _ = try? await connection.watch(name: AgentNames.busName) { [weak self] _, new in
                self?.assumeIsolated { $0.agentChanged(to: new) }
            }
        }
    }

    private func agentChanged(to new: String?) {
        session?.owner = new
        guard attachment != nil else { return }
        guard let new else { return noteChanged() }
        switch session?.attached {
        case .to(let known) where known != new: attachAgain()
        case .no, .refused: attachAgain()
        case .to, .asked, nil: break
        }
    }
}
