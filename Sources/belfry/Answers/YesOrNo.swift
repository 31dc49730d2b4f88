// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// The two buttons of a question without buttons of its own.
enum YesOrNo {
    /// Identifiers, the same in all languages.
    static let yes = "yes"
    static let no = "no"

    /// The buttons in the language of `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` or `LANG`; English by default.
    static var buttons: [ActionArgument] {
        let words = Language.codes().lazy.compactMap { labels[$0] }.first ?? ("Yes", "No")
        return [ActionArgument(identifier: yes, title: words.yes), ActionArgument(identifier: no, title: words.no)]
    }

    private static let labels: [String: (yes: String, no: String)] = [
        "en": ("Yes", "No"), "de": ("Ja", "Nein"), "fr": ("Oui", "Non"), "es": ("Sí", "No"), "it": ("Sì", "No"),
        "pt": ("Sim", "Não"), "nl": ("Ja", "Nee"), "pl": ("Tak", "Nie"), "cs": ("Ano", "Ne"), "sv": ("Ja", "Nej"),
        "da": ("Ja", "Nej"), "nb": ("Ja", "Nei"), "fi": ("Kyllä", "Ei"), "ru": ("Да", "Нет"), "uk": ("Так", "Ні"),
        "tr": ("Evet", "Hayır"), "ja": ("はい", "いいえ"), "zh": ("是", "否"), "ko": ("예", "아니요"),
    ]
}
