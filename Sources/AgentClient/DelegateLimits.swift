// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Time limits for a delegate.
///
/// Their sum is below the 30 seconds that the agent waits for the acknowledgement of a response.
package struct DelegateLimits: Sendable {
    /// Limit until the main thread begins a call.
    package var beginning: Duration
    /// Limit until the delegate calls the handler or returns.
    package var response: Duration
    /// Limit until the delegate decides on a presentation, the same as the agent's.
    package var presentation: Duration
    /// Limit until a busy main thread reaches its loop; afterwards it counts as having none.
    package var grace: Duration

    package init(
        beginning: Duration = .seconds(15), response: Duration = .seconds(10), presentation: Duration = .seconds(10),
        grace: Duration = .seconds(3)
    ) {
        self.beginning = beginning
        self.response = response
        self.presentation = presentation
        self.grace = grace
    }
}
