// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The checkout that the tests were built from.
package enum Checkout {
    /// Its path, with a slash at the end.
    package static let root = String(#filePath.dropLast("Tests/TestSupport/Checkout.swift".count))
}
