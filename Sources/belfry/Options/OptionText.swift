// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The parts between commas, trimmed and without empty ones.
    var commaSeparated: [String] {
        split(separator: ",").map { $0.drop(while: \.isWhitespace) }
            .map { part in
                var part = part
                while part.last?.isWhitespace == true { part.removeLast() }
                return String(part)
            }
            .filter { !$0.isEmpty }
    }

    /// The parts before and after the first equals sign; nil without one, or if the first part is empty.
    var splitAtEqualsSign: (name: String, value: String)? {
        guard let sign = firstIndex(of: "="), sign != startIndex else { return nil }
        return (String(self[..<sign]), String(self[index(after: sign)...]))
    }
}
