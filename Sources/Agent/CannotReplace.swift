// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The agent that runs is still there: this one can't take its place.
package struct CannotReplace: Error, CustomStringConvertible {
    /// Why, as a part of a sentence.
    let reason: String
    package var description: String { "the belfryd that runs can't be replaced: \(reason)" }
}
