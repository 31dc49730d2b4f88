// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Runs blocking work, such as disk access, on a worker thread, so that the event loop stays free.
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

/// Runs `body` for each element: for a few elements at once on the caller's executor, for many on a worker thread, so
/// that the executor stays free.
///
/// - Returns: The results, in the order of the elements.
/// - Throws: The first error of `body`.
// Without this attribute, Swift 6.3 omits the hop back to the caller's executor, as it comes right before a return.
@_optimize(none)
package func offLoop<Element: Sendable, Result: Sendable>(
    each elements: [Element], _ body: @escaping @Sendable (Element) throws -> Result
) async throws -> [Result] {
    let few = 16
    if elements.count <= few { return try elements.map(body) }
    return try await offLoop { try elements.map(body) }
}

@concurrent private func runConcurrently<Result: Sendable, Failure: Error>(
    _ body: @Sendable () throws(Failure) -> Result
) async throws(Failure) -> Result { try body() }
