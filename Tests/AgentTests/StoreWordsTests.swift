// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentRules
@testable import AgentSchedule
@testable import DesktopPresentation
import FoundationEssentials
import NotificationModel
import NotificationStore
import Testing
import Triggers

/// All of Belfry's own texts on a notification are in the person's language.
@Suite struct StoreWordsTests {
    /// Only digests were translated; the text about a recovered store, and "Open", were in English.
    @Test func `each language has all its phrases, with their placeholders`() {
        for (code, words) in StoreWords.languages {
            let titles = Set([words.damaged, words.missing, words.deleted, words.whole, words.rewritten, words.kept])
                .union([words.stuck, words.unwritable, words.nothing])
            #expect(titles.count == 9 && !titles.contains(""), "\(code)")
            #expect(words.backup.contains("{t}") && words.waiting.contains("{n}"), "\(code)")
            #expect(words.aside.contains("{p}") && !words.noBackup.isEmpty, "\(code)")
            let late = LateWords(environment: ["LANG": "\(code)_XX.UTF-8"])
            #expect(late.snooze("5m").contains("5m") && !late.open.isEmpty, "\(code)")
            if code != "en" { #expect(late.open != "Open", "\(code)") }
        }
    }

    @Test func `the text about a recovery is in the language of the environment`() {
        var report = RescueReport(cause: .damaged)
        (report.pending, report.asidePath) = (3, "/x/aside")
        report.backupDate = Date(timeIntervalSince1970: 1_795_262_400)
        func news(_ language: String) -> Content {
            StoreNews(report: report, timeZone: .gmt, words: .of(["LC_ALL": language])).request.content
        }

        #expect(news("de_DE.UTF-8").title == "Ihre Erinnerungen waren auf der Platte beschädigt")
        #expect(news("de_DE.UTF-8").body.contains("Sicherung vom 2026-11-21 12:00"))
        #expect(news("nn_NO.UTF-8").title == news("nb_NO").title)
        for language in ["C.UTF-8", "tlh_QO", ""] {
            #expect(
                news(language).body
                    == "What could be read was kept. The rest came from the backup of 2026-11-21 12:00: "
                    + "what is newer may be missing, and something may come a second time. Waiting now: 3. "
                    + "The file that was there is kept as /x/aside.")
        }
    }

    @Test func `buttons of Belfry's own are in that language, too`() {
        var request = Request(identifier: "tea", content: Content(title: "Tee"))
        request.responsePlan.snooze = ["5m"]
        let buttons = Buttons(
            request: request, category: nil, occurrence: 7, repliesInline: false,
            words: LateWords(environment: ["LANG": "de_AT.UTF-8"]))

        #expect(buttons.actions == ["s:7:0", "Später: 5m", "default", "Öffnen"])
    }
}
