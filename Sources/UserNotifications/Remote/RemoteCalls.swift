// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import AgentInterface
import DBus
import Foundation
import NotificationModel
import Synchronization

/// Passes the agent's calls about remote notifications on to a delegate.
struct RemoteCalls: Sendable {
    let mainLoop: MainLoop

    /// Time for a delegate to handle a silent push; the agent waits 30 seconds.
    private static let limit = Duration.seconds(25)

    /// Calls the delegate's method for a call of the agent, and returns the reply to that call.
    ///
    /// - Throws: ``DBus/BusError`` if the delegate has not handled a silent push in time.
    func answer(
        _ method: DelegateMethod, _ dictionary: [String: Value],
        _ delegate: Unisolated<any UNRemoteNotificationDelegate>
    ) async throws -> UInt32 {
        switch method {
        case .didRegister:
            guard let registration = UNRemoteRegistration(dictionary) else { return 0 }
            await onMainLoop { delegate.value.didRegister(registration) }
        case .didFailToRegister:
            let error = UNError(registration: dictionary)
            let instance = dictionary["instance"]?.string ?? ""
            await onMainLoop { delegate.value.didFailToRegister(instance, error: error) }
        case .didReceiveRemote:
            let values = try DictionaryCoding.decode(
                [String: PropertyListValue].self, from: dictionary["userInfo"] ?? .properties([:]))
            return try await result(of: delegate, UserInfo(values))
        case .didReceive, .willPresent, .askText, .openSettings: throw BusError.unknownMethod(method.rawValue)
        }
        return 0
    }

    private func onMainLoop(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            mainLoop.perform { _ in
                body()
                continuation.resume()
            }
        }
    }

    private func result(
        of delegate: Unisolated<any UNRemoteNotificationDelegate>, _ userInfo: UserInfo
    ) async throws -> UInt32 {
        let userInfo = Unisolated(userInfo.values)
        return try await withCheckedThrowingContinuation { continuation in
            let reply = SingleReply(continuation)
            DispatchQueue.global().asyncAfter(deadline: .now() + Self.limit / .seconds(1)) {
                reply.end(.failure(BusError.failed("The application did not respond in time.")))
            }
            mainLoop.perform { place in
                Task(executorPreference: place.executor) {
                    let result = await delegate.value.didReceiveRemoteNotification(userInfo.value)
                    reply.end(.success(UInt32(result.rawValue)))
                }
            }
        }
    }
}

/// A continuation that is resumed once: by the delegate's result or by the time limit, whichever comes first.
private final class SingleReply: Sendable {
    private let continuation: Mutex<CheckedContinuation<UInt32, any Error>?>

    init(_ continuation: CheckedContinuation<UInt32, any Error>) { self.continuation = Mutex(continuation) }

    func end(_ result: Result<UInt32, any Error>) {
        continuation.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }?.resume(with: result)
    }
}
