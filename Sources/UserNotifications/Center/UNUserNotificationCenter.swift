// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import AgentInterface
import DBus

// Why: the type has many methods, because it has those of Apple's, each in two forms, and a few more.
/// The central object of an application: permission, categories, requests and delivered notifications.
///
/// The center may be used from any thread. Calls are handled one after another, in the order in which they are made. No
/// method or property blocks, except ``supportsContentExtensions``. Completion handlers are called on one serial
/// background queue, after the method has returned.
///
/// **Other sessions.** A person has one agent. A session with its own bus, such as an SSH login, may have no agent on
/// its bus. The session's programs then use the agent on the other bus and attach their delegates there. They return to
/// their own bus when an agent appears on that bus.
///
/// **Without an agent.** If no agent can be reached, methods fail with an ``UNError`` that describes the problem, and
/// lists are empty. If the agent or the bus disappears, calls wait at most five seconds for the agent to return. Calls
/// in flight are then repeated, so a request may be presented twice but is not lost.
///
/// Calls that a program makes without waiting (a removal, `add` without a handler) are not lost when the program ends,
/// because `exit` waits at most one second for the replies.
///
/// **Resources.** The first call opens a connection and starts a thread. The connection and the thread end one second
/// after the last reply, unless a delegate is set. The center doesn't keep its delegate alive. If the delegate is
/// released without being set to nil, the connection stays open until the agent's next call.
///
/// The class is Sendable because locks guard its mutable state.
open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
    let agent: CenterClient
    let app: String
    let delegation: Delegation
    /// Queue on which completion handlers are called.
    let callOut = DispatchQueue(label: "org.belfry.UserNotifications.call-out")

    private static let shared: UNUserNotificationCenter = {
        // A program may end before its last call or acknowledgement is sent, so `exit` waits a moment for the sending.
        atexit {
            UNUserNotificationCenter.shared.delegation.finishAtExit()
            UNUserNotificationCenter.shared.delegation.waitForDelegate(atMost: .milliseconds(100))
            UNUserNotificationCenter.shared.agent.waitForAnswers(atMost: .seconds(1))
        }
        // A sandboxed program can't read the file with the bus address of an agent in another session.
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

    /// Unavailable, because a program has only one center, ``current()``.
    @available(*, unavailable, message: "Use UNUserNotificationCenter.current().")
    public override convenience init() { self.init(agent: CenterClient(), app: "") }

    /// Returns the center of this program, always the same object.
    ///
    /// The center works in any program, with or without a bundle. The application id is `Bundle.main.bundleIdentifier`
    /// if there is one (on Linux, from an `Info.plist` beside the executable, in the folder `Contents` or `Resources`
    /// beside the executable, or in the bundle of a `NAME.app/Contents/Linux/NAME`). Otherwise the id is `$BELFRY_APP`,
    /// or else the name of the desktop file that started the program, or else the executable's name.
    open class func current() -> UNUserNotificationCenter { shared }

    /// The delegate, which receives responses and decides how notifications are presented; the reference is weak.
    ///
    /// Setting the property attaches the program to the agent, which delivers waiting responses before new ones.
    open var delegate: (any UNUserNotificationCenterDelegate)? {
        get { delegation.delegate }
        set { delegation.delegate = newValue }
    }

    /// Whether the desktop's notification server shows pictures, which an application's content extension draws.
    ///
    /// Reading the property asks the agent, and waits for at most one second. The property is false if no agent or no
    /// server can be reached.
    open var supportsContentExtensions: Bool {
        let server = awaitedAnswer(.status, [], atMost: 1)?.first?.properties?["server"]?.properties
        return server?["pictures"]?.bool == true
    }

    // MARK: - Permission

    /// Requests authorization; an option requested for the first time is granted, unless `config.toml` denies it.
    ///
    /// The agent persists the requested options and its first answer to each; it doesn't prompt the person. An option
    /// requested later is granted only if `config.toml` allows it, see <doc:Differences>. After a request with
    /// `.provisional`, notifications are delivered to the list only, until a request without `.provisional`. The
    /// handler gets false without an error if the person has denied all options or the set is empty. The handler gets
    /// an error only if the agent can't be reached.
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

    /// Requests authorization and waits for the answer.
    @discardableResult
    open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        CenterAnswer.isGranted(try await ask(.requestAuthorization, CenterQuestion.authorization(options)))
    }

    /// Gets the program's current permissions, which the person can change at any time.
    @preconcurrency
    open func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
        ask(.settings) { completionHandler(CenterAnswer.settings(try? $0.get())) }
    }

    /// Returns the program's current permissions, which the person can change at any time.
    open func notificationSettings() async -> UNNotificationSettings {
        CenterAnswer.settings(try? await ask(.settings))
    }

    // MARK: - Categories

    /// Registers a set of categories, replacing all categories registered before.
    ///
    /// A category also applies to requests added earlier. An invalid category (a duplicate identifier, more than 16
    /// actions) is left out, and reported on standard error and in `belfry log`. The other categories are registered.
    open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        let (arguments, refused) = CenterQuestion.categories(categories)
        tell(.setCategories, arguments)
        for (identifier, error) in refused {
            unheard.say(UNError(error), .setCategories, about: identifier, isOurs: true)
        }
    }

    /// Gets the registered categories.
    @preconcurrency
    open func getNotificationCategories(completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void) {
        ask(.categories) { completionHandler(CenterAnswer.categories(try? $0.get())) }
    }

    /// Returns the registered categories.
    open func notificationCategories() async -> Set<UNNotificationCategory> {
        CenterAnswer.categories(try? await ask(.categories))
    }

    // MARK: - Requests

    /// Schedules a request; the handler is called when the request is stored, or with an ``UNError`` if it is refused.
    ///
    /// A pending request with the same identifier is replaced. Without a handler, a refusal is reported on standard
    /// error and in `belfry log`.
    @preconcurrency
    open func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        change(.add, completionHandler, about: request.identifier) { try CenterQuestion.add(request) }
    }

    /// Schedules a request; returns when the request is persisted.
    open func add(_ request: UNNotificationRequest) async throws {
        try await change(.add) { try CenterQuestion.add(request) }
    }

    /// Gets the pending requests, in the order of their due dates.
    @preconcurrency
    open func getPendingNotificationRequests(completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void) {
        askPages(.pendingPage) { completionHandler(CenterAnswer.requests($0)) }
    }

    /// Returns the pending requests, in the order of their due dates.
    open func pendingNotificationRequests() async -> [UNNotificationRequest] {
        CenterAnswer.requests(await askPages(.pendingPage))
    }

    /// Removes pending requests; identifiers without a pending request are ignored.
    ///
    /// The removal is persisted before the reply to any later call.
    open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        tell(.removePending, [.strings(identifiers)])
    }

    /// Removes all pending requests of the program.
    open func removeAllPendingNotificationRequests() { tell(.removeAllPending) }

    // MARK: - Delivered notifications

    /// Gets the delivered notifications that are neither answered nor removed, the newest first.
    @preconcurrency
    open func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
        askPages(.deliveredPage) { completionHandler(CenterAnswer.notifications($0)) }
    }

    /// Returns the delivered notifications that are neither answered nor removed, the newest first.
    open func deliveredNotifications() async -> [UNNotification] {
        CenterAnswer.notifications(await askPages(.deliveredPage))
    }

    /// Removes notifications from the screen and the notification list, without a response.
    open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        tell(.removeDelivered, [.strings(identifiers)])
    }

    /// Removes all notifications of the program from the screen and the notification list.
    open func removeAllDeliveredNotifications() { tell(.removeAllDelivered) }

    /// Shows a number on the program's icon; 0 removes the number.
    ///
    /// A number below 0 or above 2147483647 causes the error ``UNError/Code/badgeInputInvalid``.
    @preconcurrency
    open func setBadgeCount(
        _ newBadgeCount: Int, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        change(.setBadgeCount, completionHandler) { try CenterQuestion.badge(newBadgeCount) }
    }

    /// Shows a number on the program's icon; 0 removes the number.
    open func setBadgeCount(_ newBadgeCount: Int) async throws {
        try await change(.setBadgeCount) { try CenterQuestion.badge(newBadgeCount) }
    }
}
