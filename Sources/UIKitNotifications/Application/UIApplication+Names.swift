// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension UIApplication {
    /// The state of an application.
    public enum State: Int, Sendable {
        /// The person uses the application.
        case active = 0
        /// The application is about to become active.
        case inactive = 1
        /// The application runs out of sight.
        case background = 2
    }

    /// A key of the launch options.
    public struct LaunchOptionsKey: Hashable, Equatable, RawRepresentable, @unchecked Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The ``UILocalNotification`` whose response started the program.
        public static let localNotification = Self(rawValue: "UIApplicationLaunchOptionsLocalNotificationKey")
        /// The user info of the remote notification whose response started the program.
        public static let remoteNotification = Self(rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
        /// The URL to open; the key is never set on Linux.
        public static let url = Self(rawValue: "UIApplicationLaunchOptionsURLKey")
        /// The application that requested the launch; the key is never set on Linux.
        public static let sourceApplication = Self(rawValue: "UIApplicationLaunchOptionsSourceApplicationKey")
        /// The location event that caused the launch; the key is never set on Linux.
        public static let location = Self(rawValue: "UIApplicationLaunchOptionsLocationKey")
        /// The property list that came with the URL; the key is never set on Linux.
        public static let annotation = Self(rawValue: "UIApplicationLaunchOptionsAnnotationKey")
        /// The chosen item of the icon's menu; the key is never set on Linux.
        public static let shortcutItem = Self(rawValue: "UIApplicationLaunchOptionsShortcutItemKey")
        /// The activity continued from another device; the key is never set on Linux.
        public static let userActivityDictionary = Self(
            rawValue: "UIApplicationLaunchOptionsUserActivityDictionaryKey")
    }

    /// A key of the options for opening an address; there are no such options on Linux.
    public struct OpenExternalURLOptionsKey: Hashable, Equatable, RawRepresentable, @unchecked Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    // MARK: - Names of notifications within the program

    /// Name of the notification that is posted when ``isActive`` has become false.
    public nonisolated class var didEnterBackgroundNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationDidEnterBackgroundNotification")
    }

    /// Name of the notification that is posted before ``isActive`` becomes true.
    public nonisolated class var willEnterForegroundNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationWillEnterForegroundNotification")
    }

    /// Name of the notification that is posted after the launch; the user info has the launch options.
    public nonisolated class var didFinishLaunchingNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationDidFinishLaunchingNotification")
    }

    /// Name of the notification that ``isActive`` has become true, posted also after a launch to the front.
    public nonisolated class var didBecomeActiveNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationDidBecomeActiveNotification")
    }

    /// Name of the notification that is posted before ``isActive`` becomes false.
    public nonisolated class var willResignActiveNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationWillResignActiveNotification")
    }

    /// Name of the notification that is posted before the program ends.
    public nonisolated class var willTerminateNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationWillTerminateNotification")
    }

    /// Name of the notification that is posted at midnight, and when the clock or the time zone was set.
    public nonisolated class var significantTimeChangeNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationSignificantTimeChangeNotification")
    }
}

/// Kinds of remote notifications of iOS 3 to 7.
@available(*, unavailable, message: "Use UIUserNotificationType.")
public struct UIRemoteNotificationType: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let badge = Self(rawValue: 1)
    public static let sound = Self(rawValue: 2)
    public static let alert = Self(rawValue: 4)
    public static let newsstandContentAvailability = Self(rawValue: 8)
}
