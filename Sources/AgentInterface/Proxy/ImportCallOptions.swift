// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// The options of `Import`.
package struct ImportCallOptions: Hashable, Sendable {
    /// Imported entries replace existing ones.
    package var replaces = false
    /// Entries that were imported before are imported again.
    package var again = false
    /// Reports the result without changing anything.
    package var isTrial = false
}

extension ImportCallOptions: Decodable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case replaces = "replace"
        case again
        case isTrial = "dryRun"
    }

    package init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(otherThan: CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        replaces = try container.decodeIfPresent(Bool.self, forKey: .replaces) ?? false
        again = try container.decodeIfPresent(Bool.self, forKey: .again) ?? false
        isTrial = try container.decodeIfPresent(Bool.self, forKey: .isTrial) ?? false
    }
}
