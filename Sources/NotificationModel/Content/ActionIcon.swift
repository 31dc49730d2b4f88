// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// The icon of an action (`UNNotificationActionIcon`).
///
/// In messages it is a dictionary with one of the keys `templateImageName` and `systemImageName`.
package enum ActionIcon: Hashable, Sendable {
    /// A picture that belongs to the application.
    case template(String)
    /// A name from the icon naming specification, or one of Apple's symbols.
    case system(String)
}

extension ActionIcon: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case templateImageName, systemImageName
    }

    package init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(otherThan: CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let name = try container.decodeIfPresent(String.self, forKey: .templateImageName) {
            self = .template(name)
        } else {
            self = .system(try container.decode(String.self, forKey: .systemImageName))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .template(let name): try container.encode(name, forKey: .templateImageName)
        case .system(let name): try container.encode(name, forKey: .systemImageName)
        }
    }
}
