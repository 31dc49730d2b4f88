// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Triggers

/// Authorization options that an application has requested, and the first answer to each.
///
/// The person is not prompted: the first non-provisional request is granted. Options requested later are not granted
/// until the person allows them, and a later provisional request withdraws nothing (9, 17 and 23 of `un-behaviour.md`).
/// The settings in `config.toml` are not part of this type.
package struct Authorization: Hashable, Sendable {
    /// Answer to the first request for an option.
    package enum Answer: String, Hashable, Sendable, Codable {
        case granted
        /// Granted provisionally: delivered quietly, to the list only.
        case provisional
        /// Requested after other options had an answer; not granted until the person allows the option.
        case later
    }

    /// Answers by option; an option that was never requested is missing.
    package private(set) var answers: [AuthorizationOption: Answer] = [:]

    /// Creates an authorization without requests.
    package init() {}

    /// Migrates the record of an earlier Belfry version: the options of the last request, all of which were granted.
    ///
    /// Alerts, sounds and badges, which that version granted too, stay granted.
    package init(earlier options: [AuthorizationOption]) {
        let answer = options.contains(.provisional) ? Answer.provisional : .granted
        for option in options + [.alert, .sound, .badge] { answers[option] = answer }
    }

    /// Tells whether an option that determines the authorization status was requested.
    package var isDetermined: Bool { answers.contains { $0.key.determines } }

    /// Tells whether all authorization requests so far were provisional.
    package var isProvisional: Bool { answers[.provisional] == .provisional }

    /// Tells whether the application requested critical alerts, and not provisionally.
    package var asksForCritical: Bool { !isProvisional && answers[.criticalAlert] != nil }

    /// Adds an authorization request; the first answer to each option stays.
    package mutating func ask(_ options: Set<AuthorizationOption>) {
        guard options.contains(where: \.determines) else {
            for option in options where answers[option] == nil { answers[option] = .granted }
            return
        }
        let isFirst = !isDetermined
        if options.contains(.provisional) {
            let answer = isFirst || isProvisional ? Answer.provisional : .later
            for option in options where answers[option] == nil { answers[option] = answer }
            // A later provisional request doesn't downgrade an application that was granted alerts.
            if !isFirst, !isProvisional { answers[.provisional] = nil }
        } else if isFirst || isProvisional {
            answers[.provisional] = nil
            for option in options.union(answers.keys) { answers[option] = .granted }
        } else {
            for option in options where answers[option] == nil { answers[option] = .later }
        }
    }
}

extension Authorization: Codable {
    /// Decodes an object of options and answers, or the list of options that earlier Belfry versions wrote.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let options = try? container.decode([String].self) {
            try AuthorizationOption.validate(options)
            self.init(earlier: options.compactMap(AuthorizationOption.init))
            return
        }
        let words = try container.decode([String: Answer].self)
        try AuthorizationOption.validate(words.keys.sorted())
        self.init()
        for (word, answer) in words {
            if let option = AuthorizationOption(rawValue: word) { answers[option] = answer }
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Dictionary(uniqueKeysWithValues: answers.map { ($0.key.rawValue, $0.value) }))
    }
}

/// Options that an application may pass to `RequestAuthorization`.
package enum AuthorizationOption: String, CaseIterable, Hashable, Sendable, Codable {
    case badge, sound, alert, carPlay, criticalAlert, providesAppNotificationSettings, provisional, announcement
    case timeSensitive

    /// Tells whether a request for this option determines the application's status; a request for other options alone
    /// has no effect on the status.
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
