// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
package import NotificationModel

/// Members that only the modules of the older APIs need.
extension UNUserNotificationCenter {
    /// Whether a response whose handler was not called in time stays with the agent; false by default.
    ///
    /// If the property is false, such a response counts as handled.
    package var keepsUnfinishedResponses: Bool {
        get { delegation.keepsUnfinishedResponses }
        set { delegation.keepsUnfinishedResponses = newValue }
    }

    /// Runs a method of a delegate that has no handler, and returns its result.
    ///
    /// If the program ends within the method, by `exit`, `finish` is called: an unhandled response would start the
    /// program again, which would end in the same way.
    package func finishingAtExit<Result>(_ finish: @escaping @Sendable () -> Void, _ body: () -> Result) -> Result {
        delegation.finishingAtExit(finish, body)
    }

    /// Sets the delegates that are nil, and attaches the program once if one was nil.
    ///
    /// The agent delivers unfinished responses again whenever a program attaches.
    package func setMissingDelegates(
        _ delegate: any UNUserNotificationCenterDelegate, remote: (any UNRemoteNotificationDelegate)? = nil
    ) {
        delegation.setMissing(delegate, remote: remote)
    }

    /// Writes an error that no caller hears of to standard error and the agent's log.
    package func reportUnheard(_ error: UNError, about identifier: String) {
        unheard.say(error, .add, about: identifier, isOurs: true)
    }
}

extension UNNotificationRequest {
    /// Creates a request with buttons of its own, besides those of its category.
    package convenience init(
        identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?, actions: [Action]
    ) {
        self.init(
            carrying: Fields(
                identifier: identifier, content: content, trigger: trigger,
                responsePlan: ResponsePlan(actions: actions)))
    }
}
