// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Triggers

/// A line of an import that is refused: nothing was imported.
package struct RefusedLine: Error, Hashable {
    /// Which line, from 1.
    package let line: Int
    package let refusal: Refusal

    package init(line: Int, refusal: Refusal) {
        self.line = line
        self.refusal = refusal
    }
}
