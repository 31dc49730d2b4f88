// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The base class of application delegates.
///
/// Linux only: the initialiser is required, because it creates the delegate of `@main` and `UIApplicationMain`. A
/// subclass with an `init()` of its own writes `required override init()`.
@preconcurrency @MainActor
open class UIResponder: NSObject {
    public nonisolated required override init() { super.init() }
}

/// The superclass of ``UIWindow``, without any function on Linux.
@preconcurrency @MainActor
open class UIView: UIResponder {}

/// The type of the property `window` of application delegates, without any function on Linux.
@preconcurrency @MainActor
open class UIWindow: UIView {}

/// The result of a background fetch.
public enum UIBackgroundFetchResult: UInt, Sendable {
    /// There is new data.
    case newData = 0
    /// There is no new data.
    case noData = 1
    /// The data could not be fetched.
    case failed = 2
}

/// A background task, which has no effect: nothing suspends a program on Linux.
public struct UIBackgroundTaskIdentifier: Hashable, Equatable, RawRepresentable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The identifier that stands for no task.
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}
