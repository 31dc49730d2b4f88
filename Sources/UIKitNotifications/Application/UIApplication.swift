// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import LegacyNotifications
import UserNotifications

/// The application: its notifications, its settings and its delegate.
///
/// The methods return before the agent replies. The getters wait for the agent and see the effect of all earlier calls.
@preconcurrency @MainActor
open class UIApplication: UIResponder {
    nonisolated private let ownCenter = Guarded<LegacyCenter?>(nil)
    nonisolated let failureHandler = Guarded<((UILocalNotification, any Error) -> Void)?>(nil)
    /// The application's state during a call of the delegate; nil outside of such calls.
    nonisolated let passingState = Guarded<State?>(nil)
    nonisolated let registered = Guarded<UIUserNotificationSettings?>(nil)
    private nonisolated static let only = Guarded<UIApplication?>(nil)

    /// True during the launch; responses wait until the launch is over.
    var isLaunching = false
    /// The response of the launch options, with its notification; nil once the response is handled.
    var launched: (response: UNNotificationResponse, notification: UILocalNotification)?
    var startedInBackground = false
    var lastToken: Data?
    private(set) lazy var receiver = ResponseReceiver(
        present: { [weak self] in self?.fires($0, $1) ?? $1(ResponseReceiver.everything) },
        respond: { [weak self] in self?.receives($0, $1) })
    private(set) lazy var remoteReceiver = RemoteReceiver(self)

    /// Creates the application; a program has one, which ``shared`` returns.
    public nonisolated required init() { super.init() }

    /// Creates an application with a center of its own, for tests.
    package nonisolated convenience init(_ legacy: LegacyCenter) {
        self.init()
        ownCenter.value = legacy
    }

    package nonisolated var legacy: LegacyCenter { ownCenter.madeOnce { LegacyCenter(.current()) } }

    /// The application of this program.
    open class var shared: UIApplication { only.madeOnce { UIApplication() } }

    /// Makes an object of a subclass the program's application.
    static func use(_ application: UIApplication) { only.value = application }

    /// The delegate; the reference is weak, but `@main` and `UIApplicationMain` keep their delegate alive.
    ///
    /// Setting the property attaches the program to the agent, which delivers waiting responses.
    open weak var delegate: (any UIApplicationDelegate)? {
        didSet { if delegate != nil, !isLaunching { receive() } }
    }

    /// Attaches the program to the agent. A delegate that the program has set in UserNotifications stays, and gets the
    /// agent's calls of its kind.
    func receive() {
        legacy.center.setMissingDelegates(receiver, remote: remoteReceiver)
    }

    /// The state of the application: active, or in the background if its windows are not in use.
    ///
    /// Linux only: a program sets ``isActive`` while none of its windows is active. While the delegate is told of a
    /// response, the state is that of Apple's systems: inactive for an opened notification, and in the background for
    /// an action that doesn't open the application.
    open var applicationState: State {
        if let state = passingState.value ?? AsyncState.current?.value { return state }
        return legacy.center.treatsApplicationAsActive ? .active : .background
    }

    /// Whether the person uses the application; true by default.
    ///
    /// Linux only. A notification that fires while the property is true is not shown if the delegate implements
    /// `application(_:didReceive:)`, which gets it instead.
    public var isActive: Bool {
        get { legacy.center.treatsApplicationAsActive }
        set {
            guard newValue != isActive else { return }
            newValue ? willActivate() : willResign()
            legacy.center.treatsApplicationAsActive = newValue
            newValue ? didActivate() : didEnterBackground()
        }
    }

    /// Whether the program ends when it has handled the background action for which it was started; false by default.
    ///
    /// Linux only. On Apple's systems the system suspends the program after the action. The delegate may set the
    /// property while it launches.
    public var terminatesAfterBackgroundAction = false

    /// A handler for notifications that could not be scheduled; nil writes a line to standard error and to `belfry log`.
    ///
    /// Linux only: Apple's methods ignore mistakes or raise exceptions. The handler is called on the main queue.
    public var localNotificationFailureHandler: ((UILocalNotification, any Error) -> Void)? {
        get { failureHandler.value }
        set { failureHandler.value = newValue }
    }

    /// The number on the application's icon.
    ///
    /// Setting 0 clears the number and all delivered notifications, as on iOS; a value below 0 clears the number only.
    open var applicationIconBadgeNumber: Int {
        get { legacy.badgeCount }
        set {
            legacy.center.setBadgeCount(max(0, newValue))
            if newValue == 0 { legacy.center.removeAllDeliveredNotifications() }
        }
    }

    // MARK: - Local notifications

    /// Schedules a copy of a notification; each call is one more notification.
    ///
    /// A notification that can't be scheduled is reported to ``localNotificationFailureHandler``. Nothing is dropped:
    /// iOS keeps 64 notifications of an application only.
    open func scheduleLocalNotification(_ notification: UILocalNotification) {
        add(notification, isPresentedNow: false)
    }

    /// Presents a copy of a notification at once; its date is ignored.
    open func presentLocalNotificationNow(_ notification: UILocalNotification) {
        add(notification, isPresentedNow: true)
    }

    /// Removes a notification from the pending ones, or from the screen and the delivered ones.
    ///
    /// The scheduled object or an archived copy removes its own notification; another object removes all that equal it.
    open func cancelLocalNotification(_ notification: UILocalNotification) { cancel(notification) }

    /// Removes all notifications of the application: those that are pending, and those on the screen and in the list.
    open func cancelAllLocalNotifications() {
        legacy.center.removeAllPendingNotificationRequests()
        legacy.center.removeAllDeliveredNotifications()
    }

    /// Registers the kinds of notifications and the categories, which replace those that were registered earlier.
    ///
    /// Belfry doesn't ask the person: `application(_:didRegister:)` gets the kinds that the person's settings allow.
    open func registerUserNotificationSettings(_ notificationSettings: UIUserNotificationSettings) {
        register(notificationSettings)
    }

    // MARK: - Background tasks, which have no effect: nothing suspends a program

    /// The time for which the program may still run in the background, which is unlimited.
    open var backgroundTimeRemaining: TimeInterval { .greatestFiniteMagnitude }

    /// Begins a background task; its expiration handler is never called.
    open func beginBackgroundTask(expirationHandler handler: (() -> Void)? = nil) -> UIBackgroundTaskIdentifier {
        beginBackgroundTask(withName: nil, expirationHandler: handler)
    }

    /// Begins a background task with a name; its expiration handler is never called.
    open func beginBackgroundTask(
        withName taskName: String?, expirationHandler handler: (() -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        UIBackgroundTaskIdentifier(rawValue: 1)
    }

    /// Ends a background task.
    open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}

    // MARK: - Not on Linux

    @available(*, unavailable, message: "Ask GIO or xdg-mime for the program that opens an address.")
    open func canOpenURL(_ url: URL) -> Bool { false }

    @available(*, unavailable, message: "Start xdg-open with the address.")
    open func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: ((Bool) -> Void)? = nil
    ) {}

    @available(*, unavailable, message: "Use registerForRemoteNotifications().")
    open func registerForRemoteNotifications(matching types: UIRemoteNotificationType) {}

    @available(*, unavailable, message: "Use currentUserNotificationSettings.")
    open func enabledRemoteNotificationTypes() -> UIRemoteNotificationType { [] }
}
