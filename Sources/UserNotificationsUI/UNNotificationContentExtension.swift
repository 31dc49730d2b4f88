// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

public import UserNotifications

/// An object that draws the picture of a category's notifications, and may change their text.
///
/// On Apple's systems a view controller conforms to this protocol. A notification on Linux has text, one picture and
/// buttons, so here the extension draws the picture. The extension is a program of its own, which the agent starts when
/// the notification is shown, and again when the person chooses one of its actions. The program calls ``run(_:)``.
@MainActor
public protocol UNNotificationContentExtension: NSObjectProtocol {
    /// Receives the notification. Every run begins with this call, even if the person has chosen an action.
    func didReceive(_ notification: UNNotification)

    /// Receives the action that the person chose.
    ///
    /// The method is optional: without it the notification is dismissed, and the application gets the response. The
    /// picture is drawn after the completion handler is called. Any thread may call the handler; the first call counts.
    @preconcurrency
    func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion: @escaping @Sendable (UNNotificationContentExtensionResponseOption) -> Void)

    /// Draws the notification's picture.
    ///
    /// Linux only. The method is optional: without it, or with empty data, the extension draws no picture.
    ///
    /// - Parameter picture: The size and the colours of the picture.
    /// - Returns: The contents of a picture file: PNG, JPEG, GIF or WebP, at most 10 MiB.
    /// - Throws: An error, which is written to standard error and leaves the notification as it is.
    func picture(for picture: UNNotificationContentPicture) throws -> Data
}

extension UNNotificationContentExtension {
    @_disfavoredOverload
    @preconcurrency
    public func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion: @escaping @Sendable (UNNotificationContentExtensionResponseOption) -> Void
    ) {
        completion(.dismissAndForwardAction)
    }

    public func picture(for picture: UNNotificationContentPicture) throws -> Data { Data() }

    /// The context of the run: the texts of the notification, and the extension's state; nil outside of ``run(_:)``.
    ///
    /// On Apple's systems the context is a property of view controllers.
    public var extensionContext: NSExtensionContext? { NSExtensionContext.current }
}

/// The treatment of a notification after its content extension has handled an action.
public enum UNNotificationContentExtensionResponseOption: UInt, Sendable {
    /// The notification stays, with the new picture and texts.
    case doNotDismiss = 0
    /// The notification is dismissed, and the application doesn't get the response.
    case dismiss = 1
    /// The notification is dismissed, and the application gets the response.
    case dismissAndForwardAction = 2
}

/// The size and the colours of the picture that a content extension is to draw. Linux only.
public struct UNNotificationContentPicture: Hashable, Sendable {
    /// The colours of the person's desktop.
    public enum ColorScheme: String, Hashable, Sendable {
        /// Dark text on a light background.
        case light
        /// Light text on a dark background.
        case dark
    }

    /// The width in pixels, at most 2048.
    public let width: Int
    /// The height in pixels, at most 2048.
    public let height: Int
    /// The number of pixels for each unit of length on the screen; 1 where it isn't known.
    public let scale: Double
    /// The colours in which the notification is shown.
    public let colorScheme: ColorScheme

    /// Creates the description of a picture, for tests of an extension.
    public init(width: Int, height: Int, scale: Double = 1, colorScheme: ColorScheme = .light) {
        (self.width, self.height, self.scale, self.colorScheme) = (width, height, scale, colorScheme)
    }
}
