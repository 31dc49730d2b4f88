// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

// Methods of a delegate are optional on Apple's systems. In Belfry each has a default implementation, which notes in
// the call in progress that the delegate has no such method.

/// A call of a delegate's method that finds out whether the delegate implements it.
package final class OptionalCall: Sendable {
    @TaskLocal private static var current: OptionalCall?

    private let delegate: ObjectIdentifier
    private let member: String
    private let isMissing = Atomic(false)

    private init(_ delegate: AnyObject, _ member: String) {
        self.delegate = ObjectIdentifier(delegate)
        self.member = member
    }

    /// Calls a delegate's method, whose `#function` is `member`; returns nil if the delegate doesn't implement it.
    package static func result<Result>(of delegate: AnyObject, _ member: String, _ body: () -> Result) -> Result? {
        let call = OptionalCall(delegate, member)
        let result = $current.withValue(call) { body() }
        return call.isMissing.load(ordering: .relaxed) ? nil : result
    }

    /// Calls an async method of a delegate; returns false if the delegate doesn't implement it.
    @MainActor
    package static func isMade(
        of delegate: AnyObject, _ member: String, _ body: @MainActor () async -> Void
    ) async -> Bool {
        let call = OptionalCall(delegate, member)
        await $current.withValue(call) { await body() }
        return !call.isMissing.load(ordering: .relaxed)
    }

    /// Notes that the delegate lacks the method; returns false if no call of this method is in progress.
    ///
    /// The default implementation of each optional method calls this function.
    @discardableResult
    package static func noteMissing(of delegate: AnyObject, _ member: String = #function) -> Bool {
        guard let current, current.delegate == ObjectIdentifier(delegate), current.member == member else {
            return false
        }
        // The first call is the one that this class makes; any further call is made by other code.
        return !current.isMissing.exchange(true, ordering: .relaxed)
    }
}
