// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib

/// Width of texts in terminal cells.
package enum TextWidth {
    /// Returns the sum over the visible characters.
    package static func of(_ text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + of($1) }
    }

    /// Returns 0 for marks without their own width, 2 for East Asian wide characters and emoji, else 1.
    package static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        // An emoji sequence has a presentation selector, is a pair of regional letters, or a joined family.
        if scalars.contains(where: { $0.value == 0xFE0F }) && first.properties.isEmoji { return 2 }
        if (0x1F1E6...0x1F1FF).contains(first.value) { return scalars.count > 1 ? 2 : 1 }
        return scalars.lazy.map(of).max() ?? 0
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.properties.generalCategory == .control || g_unichar_iszerowidth(scalar.value) != 0 { return 0 }
        return g_unichar_iswide(scalar.value) != 0 ? 2 : 1
    }
}
