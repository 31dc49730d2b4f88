// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// Early warnings: separate requests that fire some time before another request.
extension Request {
    /// Returns an early warning of this request.
    ///
    /// - Parameters:
    ///   - identifier: The warning's identifier: the request's own, `~`, and the lead time in words.
    ///   - leadTime: Seconds by which the warning precedes the request.
    /// - Returns: The warning, with the same trigger and without a nag.
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

    /// Returns whether this is a warning that comes too late, because the request that it warns of is due by now.
    ///
    /// `due` is the date of the warning itself; the result is false for other requests.
    package func warnsTooLate(due: Date, at now: Date) -> Bool {
        !parentIdentifier.isEmpty && due + leadTime <= now
    }

    /// Returns whether the request, or the one that it warns of, expires by the occurrence at `due`.
    package func isOver(due: Date) -> Bool {
        policy.expires.map { due + leadTime >= $0 } ?? false
    }
}
