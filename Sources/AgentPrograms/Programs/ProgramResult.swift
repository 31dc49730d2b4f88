// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Subprocess

/// How a program ended, and the beginning of what it said.
package struct ProgramResult: Hashable, Sendable {
    package let status: TerminationStatus
    /// Empty where nothing is kept.
    package let output: [UInt8]
}
