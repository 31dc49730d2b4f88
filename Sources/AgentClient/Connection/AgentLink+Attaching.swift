// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus

/// Calls of `Attach`, which make the program an application's delegate, also after each start of an agent.
extension AgentLink {
    func attach(_ new: CenterClient.Attachment?) {
        stayAlive()
        let old = attachment
        attachment = new
        lastBeforeAttachment = calls.lastNumber
        if let old, let connection {
            connection.assumeIsolated { $0.unexport(at: AgentNames.delegatePath) }
            if new?.app != old.app, session?.attached != .no { detach(old.app, over: connection) }
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
        session?.attached = .asked
        var options: [String: Value] = ["willPresent": .boolean(true)]
        // An agent of an earlier version refuses the key, so it is sent only for a delegate of remote notifications.
        if attachment.isRemote { options["remote"] = .boolean(true) }
        let message = AgentMethod.attach.call([.string(attachment.app), .properties(options)])
        let isFirst = connection.assumeIsolated { connection in
            // If a new agent has replaced an earlier one, the object is exported already.
            let isFirst = (try? connection.export(attachment.object, at: AgentNames.delegatePath)) != nil
            connection.start(message) { [weak self] result in self?.assumeIsolated { $0.attached(result) } }
            return isFirst
        }
        if isFirst {
            follow(connection)
            answerToName(of: attachment.app, over: connection)
        }
    }

    private func attached(_ result: Result<Message, BusError>) {
        guard session?.attached == .asked else { return }
        switch result {
        case .success(let reply):
            session?.attached = .to(reply.sender ?? "")
            hasBeenLookedFor = false
            retry.pause = policy.firstPause
            client?.metAgent()
            if let owner = session?.owner, owner != reply.sender { attachAgain() }
        case .failure(let error) where Self.finalErrors.contains(error.name):
            session?.attached = .refused
        case .failure(let error) where mayBeElsewhere(after: error) && !hasBeenLookedFor:
            session?.attached = .no
            hasBeenLookedFor = true
            find()
        case .failure(let error):
            session?.attached = .no
            hasBeenLookedFor = false
            // Without an agent or a way to start one, no retry is needed: the bus reports the next agent.
            if !error.isServiceUnknown || session?.owner != nil { retryLater() }
        }
    }

    /// Errors for which retrying can't help: a sandbox's wrong application id, or an invalid id.
    private static let finalErrors = Set(["AccessDenied", "InvalidArgs", "UnknownMethod"].map { BusError.prefix + $0 })

    private func attachAgain() {
        session?.attached = .no
        retryNow()
    }

    private func detach(_ app: String, over connection: Connection) {
        let message = AgentMethod.detach.call([.string(app)], autoStart: false)
        connection.assumeIsolated { connection in connection.start(message) { _ in } }
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
        // The call returns after the bus has replied; changes are reported on the loop.
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
