// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

public import UserNotifications

/// The context of a content extension's run. Foundation on Linux lacks this class.
@MainActor
public final class NSExtensionContext: NSObject {
    static var current: NSExtensionContext?

    /// The first line of the notification. Linux only: on Apple's systems an extension draws its text itself.
    public var title: String
    /// The second line of the notification. Linux only.
    public var subtitle: String
    /// The text of the notification. Linux only.
    public var body: String
    /// The extension's state as JSON, at most 16 KiB: the state that the last run has left, nil at first.
    ///
    /// Linux only. Each event is a new process, so values for the next event must be stored here; nil removes them.
    public var state: Data?

    init(title: String, subtitle: String, body: String, state: Data?) {
        (self.title, self.subtitle, self.body, self.state) = (title, subtitle, body, state)
        super.init()
    }
}
