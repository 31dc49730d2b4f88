// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import AgentMaintenance
@testable import AgentRules
@testable import AgentSchedule
@testable import DesktopPresentation
import FoundationEssentials
import Glibc
import NotificationModel
import NotificationStore
import TestSupport
import Testing
@testable import Translations
import Triggers

/// All of Belfry's own texts on a notification are in the person's language, on a machine without any locale.
@Suite struct TranslationsTests {
    private func catalog(_ environment: [String: String]) throws -> MessageCatalog {
        MessageCatalog(
            languages: MessageCatalog.languages(environment), folder: try CompiledTranslations.folder.get())
    }

    private func news(_ locale: String) throws -> Content {
        var report = RescueReport(cause: .damaged)
        (report.pending, report.asidePath) = (3, "/x/aside")
        report.backupDate = Date(timeIntervalSince1970: 1_795_262_400)
        return StoreNotification(report: report, timeZone: .gmt, catalog: try catalog(["LC_ALL": locale])).request
            .content
    }

    @Test func `a pipe in the place of an application's catalogue is no catalogue, and nobody waits for it`() throws {
        let folder = try temporaryFolder("catalogue")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/de/LC_MESSAGES"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(mkfifo(path + "/org.example.App.mo", 0o600) == 0)
        #expect(MessageCatalog(language: "de", domain: "org.example.App", folder: folder) == nil)
    }

    /// Only digests were translated; the text about a recovered store, and "Open", were in English.
    @Test(
        arguments: [
            "cs", "da", "de", "es", "fi", "fr", "it", "ja", "ko", "nb", "nl", "pl", "pt", "ru", "sv", "tr", "uk", "zh",
        ])
    func `each language has its catalogue`(code: String) throws {
        let catalog = try catalog(["LANG": "\(code)_XX.UTF-8"])
        #expect(catalog.language == code)
        let phrases = NotificationPhrases(catalog)
        #expect(phrases.snooze("5m").contains("5m") && phrases.open != "Open")
        for count in 0...120 {
            #expect(phrases.digest(count).contains("\(count)") && !phrases.digest(count).contains("away"))
        }
    }

    @Test func `the text about a recovery is in the language of the environment`() throws {
        #expect(try news("de_DE.UTF-8").title == "Ihre Erinnerungen waren auf der Platte beschädigt")
        #expect(try news("de_DE.UTF-8").body.contains("Sicherung vom 2026-11-21 12:00"))
        #expect(try news("nn_NO.UTF-8").title == news("nb_NO").title)
        for language in ["C.UTF-8", "tlh_QO", "", "../../de"] {
            #expect(
                try news(language).body
                    == "What could be read was kept. The lost part was restored from the backup of 2026-11-21 12:00: "
                    + "newer reminders may be missing, and some may be shown again. Waiting now: 3. "
                    + "The old file is kept as /x/aside.")
        }
    }

    @Test func `buttons of Belfry's own are in that language, too`() throws {
        var request = Request(identifier: "tea", content: Content(title: "Tee"))
        request.responsePlan.snooze = ["5m"]
        let buttons = Buttons(
            request: request, category: nil, occurrence: 7, repliesInline: false,
            words: NotificationPhrases(try catalog(["LANG": "de_AT.UTF-8"])))

        #expect(buttons.actions == ["s:7:0", "Später: 5m", "default", "Öffnen"])
    }

    @Test(
        arguments: [
            ("pl", 1, "1 przypomnienie z czasu nieobecności"), ("pl", 2, "2 przypomnienia z czasu nieobecności"),
            ("pl", 12, "12 przypomnień z czasu nieobecności"), ("pl", 22, "22 przypomnienia z czasu nieobecności"),
            ("fr", 0, "0 rappel pendant votre absence"), ("fr", 2, "2 rappels pendant votre absence"),
            ("ru", 21, "21 напоминание за время отсутствия"), ("ru", 11, "11 напоминаний за время отсутствия"),
            ("ja", 1, "不在中の通知: 1件"), ("C", 1, "1 reminder while you were away"),
        ])
    func `a plural has the form of its language`(locale: String, count: Int, text: String) throws {
        #expect(NotificationPhrases(try catalog(["LANG": locale])).digest(count) == text)
    }

    @Test(
        arguments: [
            (["LANG": "pt_BR.UTF-8"], ["pt_BR", "pt"]), (["LC_ALL": "C", "LANG": "de_DE", "LANGUAGE": "fr"], []),
            (["LANG": "C.UTF-8", "LANGUAGE": "fr"], []), ([:], []), (["LC_ALL": "", "LC_MESSAGES": "sv"], ["sv"]),
            (["LANG": "de_DE@euro", "LANGUAGE": "fr:en_GB"], ["fr", "en_GB", "en", "de_DE", "de"]),
            (["LANG": "no_NO"], ["no_NO", "no", "nb"]),
        ])
    func `the languages are those of gettext`(environment: [String: String], languages: [String]) {
        #expect(MessageCatalog.languages(environment) == languages)
    }

    @Test func `a person who prefers English gets no other language`() throws {
        #expect(try catalog(["LANG": "de_DE.UTF-8", "LANGUAGE": "en_GB:de"]).language == "en")
        #expect(try catalog(["LANG": "de_DE.UTF-8", "LANGUAGE": "tlh:de"]).language == "de")
    }

    @Test(
        arguments: [
            ("n==1 ? 0 : n==2 ? 1 : 2", [2, 0, 1, 2]), ("(n > 1)", [0, 0, 1, 1]), ("!n", [1, 0, 0, 0]),
            ("n+1*2-n%2", [2, 2, 4, 4]), ("n>=1&&n<=2||n==0", [1, 1, 1, 0]), ("0", [0, 0, 0, 0]),
        ])
    func `a plural expression is evaluated as in C`(rule: String, forms: [Int]) throws {
        let rule = try #require(PluralRule(header: "Plural-Forms: nplurals=3; plural=\(rule);\n"))
        #expect((0...3).map(rule.form(of:)) == forms)
    }

    @Test(arguments: ["", "n ?", "(n", "n n", "m", "n ? 1", "*"])
    func `an invalid plural expression has no form`(rule: String) {
        #expect(PluralRule(header: "plural=\(rule);")?.form(of: 1) == nil)
    }

    /// A number of many digits took the square of their number.
    @Test(arguments: ["(", "1"])
    func `a plural expression of 4 MB, as an application may have, is refused at once`(character: String) {
        let rule = String(repeating: character, count: 4_000_000)
        #expect(PluralRule(header: "plural=\(rule);")?.form(of: 1) == nil)
    }

    /// An application's catalogue of 4 MB could keep the agent busy for hours, and fill the memory.
    @Test func `a catalogue whose texts overlap is refused`() {
        let number = { (value: Int) in (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
        func catalog(_ count: Int, size: Int) -> Data {
            let texts = (0..<count).flatMap { _ in number(size) + number(28) }
            let head = number(0x9504_12de) + number(0) + number(count) + number(28) + number(28) + number(0) + number(0)
            return Data(head + texts + Array(repeating: UInt8(ascii: "x"), count: size))
        }
        #expect(MessageCatalog(catalog(1, size: 10)) != nil)
        #expect(MessageCatalog(catalog(200_000, size: 2_000_000)) == nil)
    }

    @Test func `a division by zero does not end the agent`() {
        #expect(PluralRule(header: "plural=n/0;")?.form(of: 7) == 7)
        #expect(PluralRule(header: "plural=n%0;")?.form(of: 7) == 7)
    }

    @Test func `a damaged catalogue is refused or read, and never ends the agent`() throws {
        let path = try CompiledTranslations.folder.get() + "/de/LC_MESSAGES/belfry.mo"
        let whole = try #require(FileManager.default.contents(atPath: path))
        #expect(MessageCatalog(whole)?.text("Open") == "Öffnen")
        for length in 0..<whole.count where MessageCatalog(whole.prefix(length)) != nil {
            // The file ends with the hash table, or with the zero behind the last text.
            #expect(length >= whole.count - 1, "\(length)")
        }
        var random = SeededGenerator()
        for _ in 0..<2000 {
            var bytes = whole
            bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            let catalog = MessageCatalog(bytes)
            #expect(catalog?.text("and {count} more", "and {count} more", 3) != "")
        }
    }

    @Test func `a missing translation is reported`() throws {
        let folder = try CompiledTranslations.folder.get()
        #expect(LanguageDiagnosis.findings(languages: ["en_GB", "en"], folder: folder) == [])
        #expect(LanguageDiagnosis.findings(languages: [], folder: folder) == [])
        #expect(LanguageDiagnosis.findings(languages: ["de"], folder: folder) == [Finding("agent.language", "de")])
        let missing = try #require(LanguageDiagnosis.findings(languages: ["de"], folder: "/nowhere").first)
        #expect(missing.state == .note)
        #expect(missing.value == "/nowhere has no translation for de: Belfry's own texts are in English")
    }
}
