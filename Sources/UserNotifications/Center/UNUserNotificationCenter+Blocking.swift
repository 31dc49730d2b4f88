// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import AgentInterface
import DBus
import Synchronization

/// Blocking calls of the agent, for the properties that wait for the agent's answer.
///
/// Completion handlers may make these calls, too, because the calls don't use the handlers' queue. The agent answers
/// these calls after all earlier calls. If the agent doesn't answer in time, a property has the value for a missing
/// answer, such as an empty list.
extension UNUserNotificationCenter {
    /// Number of seconds for which most blocking calls wait.
    private static let patience = 10.0

    package var awaitedPendingRequests: [UNNotificationRequest] { CenterAnswer.requests(awaitedPages(.pendingPage)) }

    package var awaitedDeliveredNotifications: [UNNotification] {
        CenterAnswer.notifications(awaitedPages(.deliveredPage))
    }

    package var awaitedSettings: UNNotificationSettings {
        CenterAnswer.settings(awaitedAnswer(.settings, [.string(app)]))
    }

    package var awaitedCategories: Set<UNNotificationCategory> {
        CenterAnswer.categories(awaitedAnswer(.categories, [.string(app)]))
    }

    package var awaitedBadgeCount: Int { Self.badgeCount(of: awaitedAnswer(.settings, [.string(app)]) ?? []) }

    package var awaitedWaitingResponseCount: Int { Self.waiting(awaitedAnswer(.status, []) ?? [], for: app) }

    package var awaitedRemoteRegistrations: [UNRemoteRegistration] {
        CenterAnswer.dictionaries(awaitedAnswer(.remoteRegistrations, [.string(app)]))
            .compactMap(UNRemoteRegistration.init)
    }

    /// Calls the agent and waits for the answer; nil for an error, or if there is no answer within `seconds`.
    func awaitedAnswer(
        _ method: AgentMethod, _ arguments: [Value], atMost seconds: Double = UNUserNotificationCenter.patience
    ) -> [Value]? {
        let answer = Mutex<[Value]?>(nil)
        let done = DispatchSemaphore(value: 0)
        agent.call(method, arguments) { result in
            let values = try? result.get()
            answer.withLock { $0 = values }
            done.signal()
        }
        _ = done.wait(timeout: .now() + seconds)
        return answer.withLock { $0 }
    }

    /// Fetches all pages of a list and waits for them; the list is empty if a page fails.
    private func awaitedPages(_ method: AgentMethod) -> [[String: Value]] {
        var rows: [[String: Value]] = []
        var position: String? = ""
        while let after = position {
            guard let answer = awaitedAnswer(method, [.string(app), Self.options(after: after)]) else { return [] }
            rows += CenterAnswer.dictionaries(answer)
            position = Self.next(of: answer)
        }
        return rows
    }
}
