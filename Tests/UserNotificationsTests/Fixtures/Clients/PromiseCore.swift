// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// Swift 6 says: warning: capture of 'reject' with non-Sendable type '(any Error) -> Void' in a '@Sendable' closure
// Swift 6 says: warning: capture of 'fulfill' with non-Sendable type '(Bool) -> Void' in a '@Sendable' closure
// Swift 6 says: warning: implicit capture of 'fulfill' requires that '(Bool) -> Void' conforms to 'Sendable'
// Swift 6 says: warning: passing non-Sendable parameter 'fulfill' to function expecting a '@Sendable' closure
// Swift 6 says: warning: capture of 'fulfill' with non-Sendable type '(Void) -> Void' in a '@Sendable' closure
// Swift 6 says: warning: capture of 'observer' with non-Sendable type 'Observer<[UNNotificationRequest]>' in a '@Sen

import Foundation
import UserNotifications

final class Promise<Value> {
    private var callbacks: [(Result<Value, Error>) -> Void] = []
    private var result: Result<Value, Error>?
    private let lock = NSLock()

    init(_ body: (_ fulfill: @escaping (Value) -> Void, _ reject: @escaping (Error) -> Void) -> Void) {
        body({ self.settle(.success($0)) }, { self.settle(.failure($0)) })
    }

    private func settle(_ result: Result<Value, Error>) {
        lock.lock()
        defer { lock.unlock() }
        self.result = result
        callbacks.forEach { $0(result) }
    }

    func then<T>(_ transform: @escaping (Value) -> T) -> Promise<T> {
        Promise<T> { fulfill, reject in
            callbacks.append { result in
                switch result {
                case .success(let value): fulfill(transform(value))
                case .failure(let error): reject(error)
                }
            }
        }
    }
}

extension UNUserNotificationCenter {
    func authorization(_ options: UNAuthorizationOptions) -> Promise<Bool> {
        Promise { fulfill, reject in
            requestAuthorization(options: options) { granted, error in
                error.map(reject) ?? fulfill(granted)
            }
        }
    }

    func settings() -> Promise<UNNotificationSettings> {
        Promise { fulfill, _ in getNotificationSettings(completionHandler: fulfill) }
    }

    func schedule(_ request: UNNotificationRequest) -> Promise<Void> {
        Promise { fulfill, reject in
            add(request, withCompletionHandler: { error in
                if let error = error { reject(error) } else { fulfill(()) }
            })
        }
    }
}

public final class Observer<T> {
    let on: (T) -> Void
    init(_ on: @escaping (T) -> Void) { self.on = on }
}

func observe(_ observer: Observer<[UNNotificationRequest]>, _ group: DispatchGroup) {
    group.enter()
    UNUserNotificationCenter.current().getPendingNotificationRequests {
        observer.on($0)
        group.leave()
    }
}
