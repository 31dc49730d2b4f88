// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Carries a delegate to the thread on which it is called.
// Delegates are not Sendable, as on Apple's systems; `@unchecked` is safe, because only their own methods use them.
package struct Unisolated<Value>: @unchecked Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }
}
