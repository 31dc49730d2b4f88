// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Time zone offsets as text.
package enum UTCOffset {
    /// Returns an offset in seconds as `+01:00`; offsets of the past may have seconds too.
    ///
    /// Offsets east of Greenwich are positive; `zero` is the text for no offset.
    package static func text(_ seconds: Int, zero: String = "+00:00") -> String {
        guard seconds != 0 else { return zero }
        func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        let size = abs(seconds)
        return (seconds < 0 ? "-" : "+") + digits(size / 3600) + ":" + digits(size / 60 % 60)
            + (size % 60 == 0 ? "" : ":" + digits(size % 60))
    }
}
