// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The person's languages, from the environment.
package enum Language {
    /// Returns two-letter codes in order of preference: the languages of `LANGUAGE`, as gettext reads it, then the
    /// locale of the first variable that is set among `LC_ALL`, `LC_MESSAGES` and `LANG`. Norwegian is `nb`.
    package static func codes(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> [String] {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        let isPlain = locale == "C" || locale.hasPrefix("C.") || locale == "POSIX"
        let preferred = isPlain ? [] : (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
        let codes = (preferred + [locale]).map { String($0.prefix { $0.isLetter }).lowercased() }
        return codes.map { $0 == "no" || $0 == "nn" ? "nb" : $0 }
    }
}
