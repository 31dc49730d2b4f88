// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
import Translations

/// Findings about the language of the texts that Belfry itself puts on the screen.
package enum LanguageDiagnosis {
    /// Returns a finding that names the translation's language, or the lack of a translation; no finding in English.
    package static func findings(
        languages: [String] = MessageCatalog.languages(), folder: String = MessageCatalog.folder
    ) -> [Finding] {
        guard let first = languages.first, first.prefix(2) != "en" else { return [] }
        let found = MessageCatalog(languages: languages, folder: folder).language
        if found != "en" { return [Finding("agent.language", found)] }
        let reason = "\(folder) has no translation for \(first): Belfry's own texts are in English"
        return [Finding("agent.language", .note, reason)]
    }
}
