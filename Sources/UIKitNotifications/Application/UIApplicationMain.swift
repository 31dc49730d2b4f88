// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import LegacyNotifications
import UserNotifications

extension UIApplicationDelegate where Self: UIResponder {
    /// Launches the application with a delegate of this class, and runs until the process ends; `@main` calls it.
    public static func main() {
        let delegate = Self()
        UIApplication.shared.run(delegate)
    }
}

/// Launches the application, and never returns.
///
/// `principalClassName` names a subclass of ``UIApplication``, or is nil for the class itself. `delegateClassName` names
/// the delegate's class, a subclass of ``UIResponder``, as `NSStringFromClass` does.
@discardableResult
public func UIApplicationMain(
    _ argc: Int32, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!, _ principalClassName: String?,
    _ delegateClassName: String?
) -> Int32 {
    MainActor.assumeIsolated { () -> Int32 in
        if let principalClassName {
            guard let type = NSClassFromString(principalClassName) as? UIApplication.Type else {
                ProgramLoop.stop("UIApplicationMain: \(principalClassName) is not a subclass of UIApplication.")
            }
            UIApplication.use(type.init())
        }
        guard let delegateClassName else { UIApplication.shared.run(nil) }
        guard let type = NSClassFromString(delegateClassName) as? UIResponder.Type,
            let delegate = type.init() as? any UIApplicationDelegate
        else {
            ProgramLoop.stop(
                "UIApplicationMain: \(delegateClassName) is not a subclass of UIResponder that conforms to UIApplicationDelegate."
            )
        }
        UIApplication.shared.run(delegate)
    }
}

extension UIApplication {
    /// Launches the application with a delegate, which is kept alive, and runs the main loop.
    func run(_ delegate: (any UIApplicationDelegate)?) -> Never {
        launch(delegate)
        let watch = SignificantTimeWatch { [self] in
            self.delegate?.applicationSignificantTimeChange(self)
            post(Self.significantTimeChangeNotification)
        }
        withExtendedLifetime((delegate, watch)) {
            ProgramLoop.run { [self] in willTerminate() }
        }
    }

    /// Launches the application: asks the agent whether a response has started the program, tells the delegate of the
    /// launch, and then delivers the response.
    func launch(_ delegate: (any UIApplicationDelegate)?) {
        isLaunching = true
        self.delegate = delegate
        let first = receiver.first(for: legacy, remote: remoteReceiver)
        var options: [LaunchOptionsKey: Any]?
        if let request = first?.response.notification.request {
            if request.trigger is UNPushNotificationTrigger {
                options = [.remoteNotification: request.content.userInfo]
            } else {
                let notification = UILocalNotification(request)
                launched = first.map { ($0.response, notification) }
                options = [.localNotification: notification]
            }
        }
        startedInBackground = first.map { isInBackground($0.response) } ?? false
        // Notifications that fire later than the launch are shown, as on iOS: nobody uses a program that was started
        // for a background action.
        if startedInBackground { legacy.center.treatsApplicationAsActive = false }
        // If a program ends while it launches with an opened notification, the response counts as handled. Any other
        // action counts as handled when the delegate calls the action's handler.
        let isOpened = first?.response.actionIdentifier == UNNotificationDefaultActionIdentifier
        let nothing: ResponseReceiver.Finish = {}
        let finish = isOpened ? first?.finish ?? nothing : nothing
        legacy.center.finishingAtExit(finish) {
            passing(startedInBackground ? .background : .inactive) { tellLaunch(options) }
        }
        if !startedInBackground { didActivate() }
        isLaunching = false
        receive()
        if let first { receives(first.response, first.finish) }
        receiver.open(isFirstTaken: first != nil)
    }

    /// Tells the delegate and the program of the launch.
    private func tellLaunch(_ options: [LaunchOptionsKey: Any]?) {
        _ = delegate?.application(self, willFinishLaunchingWithOptions: options)
        if let delegate {
            let member = "application(_:didFinishLaunchingWithOptions:)"
            let result = OptionalCall.result(of: delegate, member) {
                delegate.application(self, didFinishLaunchingWithOptions: options)
            }
            if result == nil { delegate.applicationDidFinishLaunching(self) }
        }
        let info = options.map { Dictionary(uniqueKeysWithValues: $0.map { (AnyHashable($0.rawValue), $1) }) }
        post(Self.didFinishLaunchingNotification, info)
    }

    /// Ends a program that was started for a background action, if ``terminatesAfterBackgroundAction`` is set and no
    /// response waits to be handled.
    ///
    /// - Parameter looks: Number of checks, 0.1 s apart, whether the agent has noted the last acknowledgement.
    func terminateIfWanted(looks: Int = 20) {
        guard terminatesAfterBackgroundAction, startedInBackground, looks > 0 else { return }
        guard legacy.waitingResponses > 0 else {
            willTerminate()
            exit(0)
        }
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { [self] in
            MainActor.assumeIsolated { terminateIfWanted(looks: looks - 1) }
        }
    }

    // MARK: - Reports to the delegate and by NotificationCenter

    func post(_ name: NSNotification.Name, _ info: [AnyHashable: Any]? = nil) {
        NotificationCenter.default.post(name: name, object: self, userInfo: info)
    }

    func willActivate() {
        delegate?.applicationWillEnterForeground(self)
        post(Self.willEnterForegroundNotification)
    }

    func didActivate() {
        startedInBackground = false
        delegate?.applicationDidBecomeActive(self)
        post(Self.didBecomeActiveNotification)
    }

    func willResign() {
        delegate?.applicationWillResignActive(self)
        post(Self.willResignActiveNotification)
    }

    func didEnterBackground() {
        delegate?.applicationDidEnterBackground(self)
        post(Self.didEnterBackgroundNotification)
    }

    func willTerminate() {
        delegate?.applicationWillTerminate(self)
        post(Self.willTerminateNotification)
    }
}
