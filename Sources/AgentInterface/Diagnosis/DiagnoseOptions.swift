// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// The options of `Diagnose`.
package struct DiagnoseOptions: Hashable, Sendable, Decodable {
    /// Lets SQLite check the whole store, which takes long for a large one.
    package var check = true

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case check
    }

    package init(check: Bool = true) { self.check = check }

    package init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(otherThan: CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        check = try container.decodeIfPresent(Bool.self, forKey: .check) ?? true
    }
}
