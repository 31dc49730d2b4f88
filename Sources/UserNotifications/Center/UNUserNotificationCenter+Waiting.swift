// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import AgentInterface
import DBus
import Foundation

/// Facts about the application that the agent knows. Linux only.
extension UNUserNotificationCenter {
    /// Gets the number on the program's icon; 0 if there is none, or with an error.
    ///
    /// Linux only. Apple's `UIApplication` has the number as a property.
    @preconcurrency
    public func getBadgeCount(completionHandler: @escaping @Sendable (Int, (any Error)?) -> Void) {
        ask(.settings) { result in
            switch result {
            case .success(let answer): completionHandler(Self.badgeCount(of: answer), nil)
            case .failure(let error): completionHandler(0, error)
            }
        }
    }

    /// Returns the number on the program's icon; 0 if there is none.
    ///
    /// Linux only.
    public func badgeCount() async throws -> Int { Self.badgeCount(of: try await ask(.settings)) }

    static func badgeCount(of answer: [Value]) -> Int { answer.first?.properties?["badgeCount"]?.int ?? 0 }

    /// Gets the number of responses that wait for the program; 0 with an error.
    ///
    /// Linux only. The agent keeps responses while the program has no ``delegate``, and starts an installed program for
    /// them. Before it sets its delegate, a program can find out whether it was started for a response.
    @preconcurrency
    public func getWaitingResponseCount(completionHandler: @escaping @Sendable (Int, (any Error)?) -> Void) {
        agent.call(.status, []) { [app, callOut] result in
            let result = result.mapError { UNError($0) }
            callOut.async {
                switch result {
                case .success(let answer): completionHandler(Self.waiting(answer, for: app), nil)
                case .failure(let error): completionHandler(0, error)
                }
            }
        }
    }

    /// Returns the number of responses that wait for the program.
    ///
    /// Linux only.
    public func waitingResponseCount() async throws -> Int {
        do {
            return Self.waiting(try await agent.call(.status, []), for: app)
        } catch {
            throw UNError(error)
        }
    }

    static func waiting(_ answer: [Value], for app: String) -> Int {
        let counts = answer.first?.properties?["responsesOf"]?.properties ?? [:]
        // Only the agent knows the id of a sandboxed program, which gets no other counts than its own.
        return (app.isEmpty ? counts.values.first : counts[app])?.int ?? 0
    }
}
