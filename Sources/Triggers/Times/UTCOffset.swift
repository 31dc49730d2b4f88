// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// How far a zone's clock is from UTC, as text.
package enum UTCOffset {
    /// An offset in seconds as `+01:00`; it ends with seconds only where a zone of long ago has them.
    ///
    /// East of Greenwich `seconds` are positive; `zero` stands for none.
    package static func text(_ seconds: Int, zero: String = "+00:00") -> String {
        guard seconds != 0 else { return zero }
        func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        let size = abs(seconds)
        return (seconds < 0 ? "-" : "+") + digits(size / 3600) + ":" + digits(size / 60 % 60)
            + (size % 60 == 0 ? "" : ":" + digits(size % 60))
    }
}
