// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Runs blocking work, such as disk access, on a worker thread, so that the loop stays free.
///
/// - Parameter body: The work; called once, on a worker thread.
/// - Returns: The result of `body`.
/// - Throws: The error of `body`.
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
