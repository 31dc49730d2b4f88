// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Belfry's own texts in one language: a catalogue that gettext's `msgfmt` made of `packaging/po`.
///
/// This type reads the catalogue itself, because `dgettext` returns English unless the machine has generated the
/// locale: a container or a minimal system with `LANG=de_DE.UTF-8` has not. A text without a translation is English.
package struct MessageCatalog: Sendable {
    /// The language's code and country, such as `pt_BR`; "en" without a catalogue.
    package private(set) var language = "en"
    /// The translated plural forms of each message, by its English singular.
    private var messages: [String: [String]] = [:]
    private var plurals: PluralRule?

    package static let english = MessageCatalog()

    /// The catalogue of this process's environment, which is read at the first use.
    package static let own = MessageCatalog(languages: languages())

    private init() {}

    /// Reads the catalogue of the first language that has a catalogue; if no language has one, messages stay English.
    package init(languages: [String], folder: String = MessageCatalog.folder) {
        // The messages in the code are in English, so no catalogue is read for `en`.
        for language in languages.prefix(while: { $0 != "en" }) {
            let path = "\(folder)/\(language)/LC_MESSAGES/belfry.mo"
            guard let data = FileManager.default.contents(atPath: path), let catalog = Self(data) else { continue }
            self = catalog
            self.language = language
            return
        }
    }

    /// Reads an application's catalogue of a language; nil if there is none, or if it is damaged or over 4 MiB.
    package init?(language: String, domain: String, folder: String) {
        let path = "\(folder)/\(language)/LC_MESSAGES/\(domain).mo"
        // A pipe in place of the catalogue would block the process for ever.
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            attributes[.type] as? FileAttributeType == .typeRegular,
            let size = attributes[.size] as? Int, size <= 4 << 20,
            let data = FileManager.default.contents(atPath: path), let catalog = Self(data)
        else { return nil }
        self = catalog
        self.language = language
    }

    /// Decodes a catalogue, whose format is in the manual of gettext; nil if it is damaged.
    init?(_ data: Data) {
        let bytes = [UInt8](data)
        // The texts of a forged catalogue could overlap, and together be thousands of times as long as the file.
        var room = bytes.count
        func number(at offset: Int) -> Int? {
            guard offset + 4 <= bytes.count else { return nil }
            return bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        func texts(at offset: Int) -> [String]? {
            guard let length = number(at: offset), let start = number(at: offset + 4), start + length <= bytes.count,
                length <= room
            else { return nil }
            room -= length
            return String(validating: bytes[start..<start + length], as: UTF8.self)?
                .split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
        }
        guard number(at: 0) == 0x9504_12de, let count = number(at: 8), let english = number(at: 12),
            let translated = number(at: 16), count <= bytes.count
        else { return nil }
        for index in 0..<count {
            guard let message = texts(at: english + 8 * index)?.first, let forms = texts(at: translated + 8 * index)
            else { return nil }
            messages[message] = forms
        }
        // The translation of the empty text is the catalogue's header.
        plurals = messages.removeValue(forKey: "")?.first.flatMap(PluralRule.init(header:))
    }

    /// Returns the translation of a message; nil if there is none.
    package func translation(of message: String) -> String? {
        messages[message]?.first.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the translation of a message, or the message itself if there is none.
    package func text(_ message: String) -> String { messages[message]?.first ?? message }

    /// Returns a message for a number, which replaces `{count}`; `one` and `other` are its English singular and plural.
    package func text(_ one: String, _ other: String, _ count: Int) -> String {
        let form = plurals?.form(of: count).flatMap { form in
            messages[one].flatMap { $0.indices.contains(form) ? $0[form] : nil }
        }
        return (form ?? (count == 1 ? one : other)).replacing("{count}", with: "\(count)")
    }

    /// The folder `share/locale` of the installation, or of the build, that this program belongs to.
    package static let folder: String = {
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return (program.map { $0.prefix(upTo: $0.lastIndex(of: "/") ?? $0.startIndex) } ?? "") + "/../share/locale"
    }()

    /// Returns the locale of an environment for messages, such as `de_DE.UTF-8`; `C` without one.
    ///
    /// It is the value of the first variable that is set among `LC_ALL`, `LC_MESSAGES` and `LANG`, as gettext reads them.
    package static func locale(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
        ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    }

    /// Returns the languages of an environment in order of preference, such as `pt_BR` and then `pt`.
    ///
    /// These are the languages of `LANGUAGE`, then that of the ``locale(_:)``. The language `nb` follows `no` and `nn`.
    package static func languages(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> [String] {
        let locale = locale(environment)
        guard locale != "C", !locale.hasPrefix("C."), locale != "POSIX" else { return [] }
        let preferred = (environment["LANGUAGE"] ?? "").split(separator: ":") + [locale[...]]
        return preferred.flatMap { name in
            let country = String(name.prefix { $0.isLetter || $0 == "_" })
            let language = country.prefix { $0 != "_" }.lowercased()
            let norwegian = ["no", "nn"].contains(language) ? ["nb"] : []
            return (country == language ? [] : [country]) + [language] + norwegian
        }
    }
}
