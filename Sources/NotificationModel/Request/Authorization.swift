// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What an application has asked to be allowed, and the first answer to each option.
///
/// Nobody is prompted: the first request that is no trial is granted. What is asked for after that waits for the
/// person's settings, and a later trial takes nothing away (un-behaviour 9, 17, 23). What the person says in
/// `config.toml` is no part of it.
package struct Authorization: Hashable, Sendable {
    /// What was answered when an option was asked for first.
    package enum Answer: String, Hashable, Sendable, Codable {
        /// Granted.
        case granted
        /// Granted on trial: quietly, to the list only.
        case provisional
        /// Asked for when others had their answer already: not granted before the person says so.
        case later
    }

    /// By option; what was never asked for is missing.
    package private(set) var answers: [AuthorizationOption: Answer] = [:]

    /// Nothing asked for.
    package init() {}

    /// What an earlier version has kept: the options of the last request, on which everything was granted.
    ///
    /// What was granted stays so: alerts, sounds and badges beside what is listed.
    package init(earlier options: [AuthorizationOption]) {
        let answer = options.contains(.provisional) ? Answer.provisional : .granted
        for option in options + [.alert, .sound, .badge] { answers[option] = answer }
    }

    /// Whether something was asked for that has an answer.
    package var isDetermined: Bool { answers.contains { $0.key.determines } }

    /// Whether all that was asked for is on trial.
    package var isProvisional: Bool { answers[.provisional] == .provisional }

    /// Whether it asked to be critical, and not on trial.
    package var asksForCritical: Bool { !isProvisional && answers[.criticalAlert] != nil }

    /// Takes one request; the first answer to each option stays.
    package mutating func ask(_ options: Set<AuthorizationOption>) {
        guard options.contains(where: \.determines) else {
            for option in options where answers[option] == nil { answers[option] = .granted }
            return
        }
        let isFirst = !isDetermined
        if options.contains(.provisional) {
            let answer = isFirst || isProvisional ? Answer.provisional : .later
            for option in options where answers[option] == nil { answers[option] = answer }
            // Whoever has asked for alerts is not put on trial by a later request.
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
    /// Reads an object of options and answers, or the list of options that earlier versions wrote.
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
