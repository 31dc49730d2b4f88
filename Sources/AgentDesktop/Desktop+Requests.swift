// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
package import AgentRules
package import DesktopPresentation
import EventLoop
import FoundationEssentials
package import NotificationModel
package import NotificationStore

/// Functions of the desktop that the scheduler and the programs' calls use.
extension Desktop {
    /// The time for which ``number(of:)`` waits for a server's reply, in real time even with a test's clock.
    private static let numberTime = Duration.seconds(5)

    /// Presents occurrences, the oldest first, after the occurrences that already wait to be presented.
    package func present(_ fired: [Occurrence]) { feed(.fired(fired)) }

    /// Removes notifications from the screen that a program has removed from the delivered list.
    package func remove(_ removed: [Occurrence]) { feed(.removed(removed)) }

    /// Carries out a later step of a delivered notification: a nag, or its expiry.
    package func take(_ outcome: NotificationStore.LaterOutcome) async {
        switch outcome {
        case .nagged(let newer, let older): feed(.replaced([Replacement(older: older, newer: newer)], manner: .nag))
        case .expired(let occurrence, let items):
            remove([occurrence])
            await dependencies.deliver(items)
            await dependencies.tellWaiting(
                Response(kind: .expired, actionIdentifier: "", date: clock.now, notification: occurrence.notification))
        }
    }

    /// Presents the new drawing of an occurrence, without a sound.
    package func drawn(_ occurrence: Occurrence) { feed(.drawn(occurrence)) }

    /// Presents delivered notifications again; with `isSilent` without a sound.
    package func repost(_ reposted: [NotificationStore.Reposted], isSilent: Bool) {
        let replacements = reposted.map { Replacement(older: $0.older, newer: $0.newer) }
        // Only a program outside of any sandbox may repost with a sound, and counts as the person.
        feed(.replaced(replacements, manner: isSilent ? .silent : .byHand))
    }

    /// Presents occurrences that an import brought into the store, also those that were on another machine's screen.
    package func takeUp() { feed(.storeGrew) }

    /// Notes that the session was locked or unlocked.
    package func lockChanged() { feed(.lockChanged(dependencies.lock.assumeIsolated { $0.state })) }

    // MARK: - Numbers

    /// Returns the server's number of an occurrence, once the server has returned the number.
    ///
    /// The result is nil without a server, for an occurrence that isn't shown, and if the server takes too long.
    package func number(of id: Int64) async -> UInt32? {
        if let number = queue.number(of: id) { return number }
        guard await currentServer() != nil else { return nil }
        if let number = queue.number(of: id) { return number }
        let timer = TimerSource(after: Self.numberTime, on: loop) { [weak self] in
            self?.assumeIsolated { $0.tellNumber(nil, of: id) }
        }
        defer { timer.cancel() }
        return await withCheckedContinuation { continuation in
            // The server may have returned the number before this continuation was made.
            if let number = queue.number(of: id) { return continuation.resume(returning: number) }
            numberWaiters[id, default: []].append(continuation)
        }
    }

    /// Gives the server's number of an occurrence to the callers that wait for it; nil if there is none.
    func tellNumber(_ number: UInt32?, of id: Int64) {
        for waiter in numberWaiters.removeValue(forKey: id) ?? [] { waiter.resume(returning: number) }
    }

    /// Returns the identifier of the request the server shows under this number, of any application if `app` is nil.
    package func identifier(ofNumber number: UInt32, app: String?) -> String? {
        queue.identifier(ofNumber: number, app: app)
    }

    // MARK: - Lists

    /// Returns whether an application's notifications show their texts: always, in an unlocked session, or never.
    package var previews: @Sendable (_ app: String) async -> Previews { dependencies.previews }

    /// The occurrences that are left out of the delivered list.
    package var unlisted: Set<Int64> { queue.unlisted }

    /// Returns the reasons why these occurrences, which the store has as `presenting`, are not on the screen yet.
    package func wants(of ids: [Int64]) -> [Int64: PresentationWant] {
        let now = clock.sinceBoot
        return Dictionary(ids.map { ($0, queue.want(of: $0, at: now)) }) { one, _ in one }
    }

    /// Whether every occurrence is shown or awaits a server, and all changes are stored. The test clock waits for this.
    package var isIdle: Bool {
        get async {
            guard writing.count == 0, events.events.isEmpty, queue.isIdle(at: clock.sinceBoot) else { return false }
            guard server == nil else { return true }
            return await link?.isGreeting != true
        }
    }

    /// Returns whether Do Not Disturb is on; unknown without a notification server.
    package func doNotDisturb() async -> DoNotDisturb.State {
        guard let server else { return DoNotDisturb.State() }
        return await DoNotDisturb(connection: connection).state(of: server.information, owner: server.owner)
    }

    // MARK: - Parts that can't be shown

    private static let replies: Set = ["reply", "secondReply"]

    /// Returns the parts of a request that the present server can't show; nil without a server.
    package func degraded(
        _ request: Request, of app: String = "", category: NotificationModel.Category?
    ) async -> [String]? {
        guard let server = await currentServer() else { return nil }
        var isContentLost = false
        if !server.capabilities.showsPictures {
            isContentLost = await dependencies.content?.draws(request, of: app) ?? false
        }
        return server.capabilities.degraded(request, category: category) + (isContentLost ? ["content"] : [])
            + HintList.degraded(of: request.display)
            + (await PresentationSounds().degraded(request, app, server, of: self))
    }

    /// Removes from `degraded` what the agent can do in the server's place: ask for replies, await an unlocked session.
    package func stillDegraded(_ degraded: [String], of request: Request, _ app: String) async -> [String] {
        let knowsLock = queue.lock != .unknown
        let degraded = degraded.filter { !knowsLock || $0 != "authenticationRequired" }
        // If the server shows no buttons, the person can't open a prompt for a reply.
        guard !degraded.contains("actions"), degraded.contains(where: Self.replies.contains),
            await dependencies.prompter.canAsk(about: request, of: app)
        else { return degraded }
        return degraded.filter { !Self.replies.contains($0) }
    }
}
