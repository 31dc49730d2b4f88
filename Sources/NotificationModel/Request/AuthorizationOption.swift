// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Triggers

/// Options that an application may pass to `RequestAuthorization`.
package enum AuthorizationOption: String, CaseIterable, Hashable, Sendable, Codable {
    case badge, sound, alert, carPlay, criticalAlert, providesAppNotificationSettings, provisional, announcement
    case timeSensitive

    /// Tells whether a request for it determines the application's status; the other options have no effect alone.
    package var determines: Bool {
        switch self {
        case .badge, .sound, .alert, .criticalAlert, .provisional: true
        case .carPlay, .providesAppNotificationSettings, .announcement, .timeSensitive: false
        }
    }

    /// Refuses words that are not options.
    ///
    /// - Throws: ``Refusal`` that lists the options.
    package static func validate(_ words: [String]) throws(Refusal) {
        guard let unknown = words.first(where: { Self(rawValue: $0) == nil }) else { return }
        let names = allCases.map(\.rawValue).joined(separator: ", ")
        throw .invalidRequest("options has \"\(unknown)\"; there are \(names)")
    }
}
