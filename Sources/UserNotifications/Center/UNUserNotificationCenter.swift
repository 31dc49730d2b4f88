// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import AgentInterface
import DBus
import Dispatch
import Foundation

/// The application's hub: permission, categories, requests and what became of them.
///
/// It may be used from any thread; requests are handled one after another, in the order in which they are
/// made. No method waits: completion handlers are called on one serial background queue, never before the method has
/// returned.
///
/// **Another session.** A person has one agent. A program of a session that has a bus of its own, such as one by ssh, asks the
/// agent on the other bus, and is its delegate there; it goes home when its own bus has one.
///
/// **Without an agent.** Where nobody answers on either, methods fail with an ``UNError`` whose description says
/// so, and lists are empty. An agent or a bus that was there and has gone is waited for, up to five seconds; what was
/// under way then is asked again, so a request may be shown twice, but is not lost.
///
/// What a program asks for without waiting (a removal, `add` without a handler) is not lost when it ends: `exit` waits
/// for the answers, a second at most.
///
/// **What it costs.** The first call connects, on a thread of the module's own. Both end a second after the last answer, unless
/// there is a delegate. The delegate is not kept alive; one that has gone
/// without being set to nil keeps the connection until the agent next has something to tell.
///
/// Sendable: what changes is behind locks.
open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
    let agent: CenterClient
    let app: String
    let delegation: Delegation
    /// Where completion handlers are called.
    let callOut = DispatchQueue(label: "org.belfry.UserNotifications.call-out")

    private static let shared: UNUserNotificationCenter = {
        // A program may end right after a call that it does not wait for, or as soon as its delegate has what it wanted.
        atexit {
            UNUserNotificationCenter.shared.delegation.waitForDelegate(atMost: .milliseconds(100))
            UNUserNotificationCenter.shared.agent.waitForAnswers(atMost: .seconds(1))
        }
        // Which folder it is that other sessions share a sandbox does not show.
        let whereabouts = ApplicationIdentity.isSandboxed ? nil : AgentWhereabouts()
        return UNUserNotificationCenter(agent: CenterClient(whereabouts: whereabouts), app: ApplicationIdentity.find())
    }()

    init(agent: CenterClient, app: String, limits: DelegateLimits = DelegateLimits()) {
        self.agent = agent
        self.app = app
        delegation = Delegation(agent: agent, app: app, limits: limits)
        super.init()
        delegation.belong(to: self)
    }

    /// Not for programs: there is one center, ``current()``.
    @available(*, unavailable, message: "Use UNUserNotificationCenter.current().")
    public override convenience init() {
        self.init(agent: CenterClient(), app: "")
    }

    /// The center of this program; always the same.
    ///
    /// It works in any program, bundled or not. The application id is `Bundle.main.bundleIdentifier` where there is one
    /// (on Linux: an `Info.plist` beside the executable, in `Contents` or `Resources` beside it, or that of a
    /// `NAME.app/Contents/Linux/NAME`), else `$BELFRY_APP`, else the desktop file that started the program, else the executable's
    /// name.
    open class func current() -> UNUserNotificationCenter { shared }

    /// Who takes responses, and decides how notifications are shown while the program runs; not kept alive.
    ///
    /// Setting it tells the agent that the program is here: responses that wait come at once, before any other.
    open var delegate: (any UNUserNotificationCenterDelegate)? {
        get { delegation.delegate }
        set { delegation.delegate = newValue }
    }

    /// False: no desktop shows interfaces of applications in its notifications.
    open var supportsContentExtensions: Bool { false }

    // MARK: - Permission

    /// Asks to notify; what is asked for first is granted unless the person has said no in `config.toml`.
    ///
    /// The agent keeps what was asked for, with the first answer to each option; nobody is prompted. What is asked for after
    /// that waits for the person's settings, see <doc:Differences>. With `.provisional`, notifications go to the list only,
    /// until a request without it. The handler gets false, and no error, where the person
    /// has said no to all of it, and for no options; an error only where the agent can't be asked.
    @preconcurrency
    open func requestAuthorization(
        options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        ask(.requestAuthorization, CenterQuestion.authorization(options)) { result in
            switch result {
            case .success(let answer): completionHandler(CenterAnswer.isGranted(answer), nil)
            case .failure(let error): completionHandler(false, error)
            }
        }
    }

    /// Asks to notify, and waits for the answer.
    @discardableResult
    open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        CenterAnswer.isGranted(try await ask(.requestAuthorization, CenterQuestion.authorization(options)))
    }

    /// What the program may do at the moment; the person can change it at any time.
    @preconcurrency
    open func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
        ask(.settings) { completionHandler(CenterAnswer.settings(try? $0.get())) }
    }

    /// What the program may do at the moment; the person can change it at any time.
    open func notificationSettings() async -> UNNotificationSettings {
        CenterAnswer.settings(try? await ask(.settings))
    }

    // MARK: - Categories

    /// Registers the whole set; categories that were registered before and are not in it are gone.
    ///
    /// A category applies to requests that were added before, too. One that is wrong (an identifier that another one has,
    /// more than 16 actions) is left out, and said so on standard error and in `belfry log`; the others are registered.
    open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        let (arguments, refused) = CenterQuestion.categories(categories)
        tell(.setCategories, arguments)
        for (identifier, error) in refused {
            unheard.say(UNError(error), .setCategories, about: identifier, isOurs: true)
        }
    }

    /// The registered categories.
    @preconcurrency
    open func getNotificationCategories(
        completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
    ) {
        ask(.categories) { completionHandler(CenterAnswer.categories(try? $0.get())) }
    }

    /// The registered categories.
    open func notificationCategories() async -> Set<UNNotificationCategory> {
        CenterAnswer.categories(try? await ask(.categories))
    }

    // MARK: - Requests

    /// Schedules a request; the handler is called when it is on disk, or with an ``UNError`` when it was refused.
    ///
    /// A pending request of the same identifier is replaced. Without a handler, a refusal is one line on standard error and in
    /// `belfry log`.
    @preconcurrency
    open func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        change(.add, completionHandler, about: request.identifier) { try CenterQuestion.add(request) }
    }

    /// Schedules a request; returns when it is on disk.
    open func add(_ request: UNNotificationRequest) async throws {
        try await change(.add) { try CenterQuestion.add(request) }
    }

    /// The requests that wait for their trigger, the soonest first.
    @preconcurrency
    open func getPendingNotificationRequests(
        completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
    ) {
        askPages(.pendingPage) { completionHandler(CenterAnswer.requests($0)) }
    }

    /// The requests that wait for their trigger, the soonest first.
    open func pendingNotificationRequests() async -> [UNNotificationRequest] {
        CenterAnswer.requests(await askPages(.pendingPage))
    }

    /// Cancels requests; identifiers that are not pending are passed over.
    ///
    /// It has happened, durably, before the answer of any later call.
    open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        tell(.removePending, [.strings(identifiers)])
    }

    /// Cancels all requests.
    open func removeAllPendingNotificationRequests() { tell(.removeAllPending) }

    // MARK: - Delivered notifications

    /// What was delivered and is neither answered nor removed, the newest first.
    @preconcurrency
    open func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
        askPages(.deliveredPage) { completionHandler(CenterAnswer.notifications($0)) }
    }

    /// What was delivered and is neither answered nor removed, the newest first.
    open func deliveredNotifications() async -> [UNNotification] {
        CenterAnswer.notifications(await askPages(.deliveredPage))
    }

    /// Takes notifications off the screen and out of the list; that makes no response.
    open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        tell(.removeDelivered, [.strings(identifiers)])
    }

    /// Takes all notifications of the program off the screen and out of the list.
    open func removeAllDeliveredNotifications() { tell(.removeAllDelivered) }

    /// Shows a number on the program's icon; 0 takes it away.
    ///
    /// A number below 0 is ``UNError/Code/badgeInputInvalid``.
    @preconcurrency
    open func setBadgeCount(
        _ newBadgeCount: Int, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        change(.setBadgeCount, completionHandler) { try CenterQuestion.badge(newBadgeCount) }
    }

    /// Shows a number on the program's icon; 0 takes it away.
    open func setBadgeCount(_ newBadgeCount: Int) async throws {
        try await change(.setBadgeCount) { try CenterQuestion.badge(newBadgeCount) }
    }
}
