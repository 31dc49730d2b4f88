// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationModel

/// What an application may ask `RequestAuthorization` for.
package enum AuthorizationOption: String, CaseIterable, Sendable {
    case badge, sound, alert, carPlay, criticalAlert, providesAppNotificationSettings, provisional, announcement
    case timeSensitive

    /// Refuses words that are none of them.
    ///
    /// - Throws: ``NotificationModel/Refusal`` that lists them.
    package static func validate(_ words: [String]) throws(Refusal) {
        guard let unknown = words.first(where: { Self(rawValue: $0) == nil }) else { return }
        let names = allCases.map(\.rawValue).joined(separator: ", ")
        throw .invalidRequest("options has \"\(unknown)\"; there are \(names)")
    }
}
