// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// How long a delegate may take.
///
/// Taken together less than the 30 seconds that the agent waits for a response to be acknowledged.
struct DelegateLimits: Sendable {
    /// For the main thread to come round to a call.
    var beginning = Duration.seconds(15)
    /// For the delegate to call the handler or to return.
    var response = Duration.seconds(10)
    /// For the delegate to say how a notification is shown; the agent waits no longer.
    var presentation = Duration.seconds(10)
    /// For a main thread that is busy to get to its loop, before it is taken for one without.
    var grace = Duration.seconds(3)
}
