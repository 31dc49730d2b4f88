// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import EventLoop
import FoundationEssentials
import NotificationModel
import RemotePayload
import Translations

/// The translations of an application's alerts: a gettext catalogue, or Apple's `Localizable.strings`.
///
/// The domain is `X-Belfry-Gettext-Domain` of the desktop file, else the application id. Catalogues are in
/// `/usr/share/locale` and beside the folder `applications` of the desktop file. `X-Belfry-Localizations` names a
/// folder with `fr.lproj/Localizable.strings` and the like; this folder is searched first.
struct RemoteStrings {
    private var tables: [[String: String]] = []
    private var catalogs: [MessageCatalog] = []

    /// Reads the application's translations into the person's languages. Blocks; call it off the event loop.
    init(app: String, languages: [String]) {
        let languages = languages.contains("en") ? languages : languages + ["en"]
        if let folder = InstalledApplication.value("X-Belfry-Localizations", of: app), folder.hasPrefix("/") {
            for language in languages.flatMap(Self.tableNames) + ["Base"] {
                let path = "\(folder)/\(language).lproj/Localizable.strings"
                guard let data = Self.data(of: path), let file = StringsFile(data) else { continue }
                tables.append(file.texts)
            }
        }
        let domain = InstalledApplication.value("X-Belfry-Gettext-Domain", of: app) ?? app
        guard !domain.isEmpty, !domain.contains("/") else { return }
        var folders = ["/usr/share/locale"]
        let parts = InstalledApplication.path(of: app)?.split(separator: "/", omittingEmptySubsequences: false) ?? []
        if let end = parts.lastIndex(of: "applications") {
            folders.insert((parts[..<end] + ["locale"]).joined(separator: "/"), at: 0)
        }
        for folder in folders {
            for language in languages {
                guard let catalog = MessageCatalog(language: language, domain: domain, folder: folder) else { continue }
                catalogs.append(catalog)
            }
        }
    }

    /// Returns the translation of a key; nil if there is none.
    func translation(of key: String) -> String? {
        for table in tables { if let text = table[key] { return text } }
        for catalog in catalogs { if let text = catalog.translation(of: key) { return text } }
        return nil
    }

    /// Returns the folder names that Apple's systems use for a language, such as `pt-BR`, or `zh-Hans` for `zh_CN`.
    private static func tableNames(_ language: String) -> [String] {
        let names = [language.replacing("_", with: "-"), language]
        switch names[0] {
        case "zh-CN", "zh-SG": return ["zh-Hans"] + names
        case "zh-TW", "zh-HK", "zh-MO": return ["zh-Hant"] + names
        default: return names
        }
    }

    private static func data(of path: String) -> Data? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            attributes[.type] as? FileAttributeType == .typeRegular,
            let size = attributes[.size] as? Int, size <= StringsFile.maximumSize
        else { return nil }
        return FileManager.default.contents(atPath: path)
    }
}

extension RemotePayload {
    /// Returns the content in the person's language, with the translations of an application.
    func content(translatedFor app: String) async -> Content {
        guard needsTranslation else { return content }
        return await offLoop {
            let strings = RemoteStrings(app: app, languages: MessageCatalog.languages())
            return content(translatedBy: strings.translation)
        }
    }
}
