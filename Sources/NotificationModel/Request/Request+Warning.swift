// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// Early warnings: requests of their own, before another one.
extension Request {
    /// The same request as an early warning of itself.
    ///
    /// - Parameters:
    ///   - identifier: Its own, followed by `~` and the words for how long before.
    ///   - leadTime: How long before, in seconds.
    /// - Returns: The warning, with the same trigger, which is not nagged about.
    package func asWarning(_ identifier: String, leadTime: Double) -> Request {
        var warning = self
        warning.parentIdentifier = self.identifier
        warning.identifier = identifier
        warning.leadTime = leadTime
        warning.policy.nag = nil
        if warning.content.subtitle.isEmpty {
            warning.content.subtitle = "in \(identifier.dropFirst(self.identifier.count + 1))"
        }
        return warning
    }

    /// Whether it warns of something that is itself due by now, and so says nothing any more.
    ///
    /// `due` is its own moment; false for what is no warning.
    package func warnsTooLate(due: Date, at now: Date) -> Bool {
        !parentIdentifier.isEmpty && due + leadTime <= now
    }

    /// Whether what comes at this date, or what it warns of then, is over by its policy: nobody wants to see either.
    package func isOver(due: Date) -> Bool {
        policy.expires.map { due + leadTime >= $0 } ?? false
    }
}
