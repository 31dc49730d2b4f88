// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Subprocess

/// The exit status of a program, and the kept beginning of its output.
package struct ProgramResult: Hashable, Sendable {
    package let status: TerminationStatus
    /// Empty if no output is kept.
    package let output: [UInt8]
}
