// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Subprocess

/// How a program ended, and the beginning of what it said.
struct ProgramResult: Hashable, Sendable {
    let status: TerminationStatus
    /// Empty where nothing is kept.
    let output: [UInt8]
}
