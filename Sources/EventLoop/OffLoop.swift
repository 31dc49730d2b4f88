// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Runs what waits for the disk, or takes its time, away from the loop.
///
/// - Parameter body: Called once, on a worker's thread.
/// - Returns: What it returns.
/// - Throws: What it throws.
package func offLoop<Result: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Result
) async throws(Failure) -> Result {
    try await withTaskExecutorPreference(EventLoop.worker) { () async throws(Failure) -> Result in
        try await runConcurrently(body)
    }
}

@concurrent private func runConcurrently<Result: Sendable, Failure: Error>(
    _ body: @Sendable () throws(Failure) -> Result
) async throws(Failure) -> Result { try body() }
