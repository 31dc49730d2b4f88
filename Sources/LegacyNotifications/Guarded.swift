// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A value that is read and changed under a lock.
///
/// The classes of the older APIs may be created, copied and archived on any thread.
package final class Guarded<Value>: @unchecked Sendable {
    // The lock guards the value, hence the `@unchecked`.
    private let lock = NSLock()
    private var stored: Value

    package init(_ value: Value) { stored = value }

    package var value: Value {
        get { lock.withLock { stored } }
        set { lock.withLock { stored = newValue } }
    }

    /// Changes the value while the lock is held, and returns the result of `body`.
    package func change<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&stored) } }

    /// Returns the value, and sets it to nil.
    package func take<Wrapped>() -> Wrapped? where Value == Wrapped? {
        change { stored in
            defer { stored = nil }
            return stored
        }
    }

    /// Returns the value; the first call makes it with `make`.
    package func madeOnce<Wrapped>(by make: () -> Wrapped) -> Wrapped where Value == Wrapped? {
        change { stored in
            let value = stored ?? make()
            stored = value
            return value
        }
    }
}
