// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The way in which one run of an extension's process ended.
package struct ExtensionOutcome: Hashable, Sendable {
    package enum End: Hashable, Sendable {
        case exited(Int32)
        case signaled(Int32)
        /// The time limit of the run passed.
        case timedOut
        /// The extension wrote more than ``ExtensionWire/ExtensionWire/outputLimit`` bytes.
        case wroteTooMuch
        /// The task of the run was cancelled.
        case cancelled
        /// The process could not be started; the text is the reason, as the end of a sentence.
        case notStarted(String)
        /// The process that guards the extension ended before the extension; all of the run is discarded.
        case lost
    }

    package let end: End
    /// Whether the extension was told, before the run ended, that its time expires.
    package let wasWarned: Bool
    /// The beginning of the extension's standard error.
    package let errors: String
    package let elapsed: Duration

    package init(end: End, wasWarned: Bool, errors: String, elapsed: Duration) {
        (self.end, self.wasWarned, self.errors) = (end, wasWarned, errors)
        self.elapsed = elapsed
    }

    /// Whether the last readable line of the output counts, judged only by how the run ended.
    ///
    /// It counts after exit status 0 and after the time limit, and after any status if the extension was warned.
    package var keepsOutput: Bool {
        switch end {
        case .exited(0), .timedOut: true
        case .exited, .signaled: wasWarned
        case .wroteTooMuch, .cancelled, .notStarted, .lost: false
        }
    }
}
