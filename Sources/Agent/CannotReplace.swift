// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The error if the running agent can't be replaced.
package struct CannotReplace: Error, CustomStringConvertible {
    /// The reason, as a part of a sentence.
    let reason: String
    package var description: String { "can't replace the running belfryd: \(reason)" }
}
