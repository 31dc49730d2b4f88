// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Carries a delegate to the thread where it is called.
// Delegates are not Sendable, as on Apple's systems: the compiler can't see that only their own methods touch them.
package struct Unisolated<Value>: @unchecked Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }
}
