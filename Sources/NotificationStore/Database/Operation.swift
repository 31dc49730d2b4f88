// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// One operation in line: what to do in the transaction, and how to tell the caller.
struct Operation: Sendable {
    /// Whether it may write; reads need no savepoint.
    let writes: Bool
    /// Does the work and returns how to tell the caller, once the transaction is committed.
    let run: @Sendable (Transaction) throws -> @Sendable () -> Void
    /// Tells the caller that nothing was done.
    let fail: @Sendable (any Error) -> Void

    init<Value: Sendable>(
        writes: Bool, _ body: @escaping @Sendable (Transaction) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        self.writes = writes
        run = { transaction in
            let value = try body(transaction)
            return { completion(.success(value)) }
        }
        fail = { completion(.failure($0)) }
    }
}
