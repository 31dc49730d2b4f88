// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// How long a delegate may take.
///
/// Taken together less than the 30 seconds that the agent waits for a response to be acknowledged.
package struct DelegateLimits: Sendable {
    /// For the main thread to come round to a call.
    package var beginning: Duration
    /// For the delegate to call the handler or to return.
    package var response: Duration
    /// For the delegate to say how a notification is shown; the agent waits no longer.
    package var presentation: Duration
    /// For a main thread that is busy to get to its loop, before it is taken for one without.
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
