// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import NotificationModel
package import Triggers

/// Belfry's own words on notifications, in the person's language: lateness, digests and hidden text.
///
/// The phrases are a table, as a few sentences need no translation system. English is used for other languages.
package struct LateWords: Hashable, Sendable {
    private let phrases: Phrases

    /// `{t}` is a date, `{d}` a duration, `{n}` a number; `units` are the signs of day, hour and minute.
    struct Phrases: Hashable, Sendable {
        let due: String
        let digest: String
        let more: String
        let flood: String
        let units: [String]
        /// `{a}` is the button's label.
        let unlock: String
        /// The text in place of a hidden body.
        let notification: String
        /// The label of the default action, a click on the notification itself.
        let open: String
        /// `{t}` is a duration or a time.
        let snooze: String
    }

    /// Chooses the language by the environment.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        phrases = Language.codes(environment).lazy.compactMap { Self.languages[$0] }.first ?? Self.english
    }

    /// Formats `was due 09:00, 3 h late`; nil up to a minute plus the leeway.
    package func late(_ notification: Notification, in timeZone: Zone) -> String? {
        guard Double(notification.late) > FiringRule.tolerance + notification.request.policy.leeway else { return nil }
        let moment = Self.moment(notification.due, on: notification.date, in: timeZone)
        return phrases.due.replacing("{t}", with: moment).replacing("{d}", with: duration(notification.late))
    }

    package func digest(_ count: Int) -> String { phrases.digest.replacing("{n}", with: "\(count)") }

    package func flood(_ count: Int) -> String { phrases.flood.replacing("{n}", with: "\(count)") }

    package func more(_ count: Int) -> String { phrases.more.replacing("{n}", with: "\(count)") }

    /// Formats `Unlock to answer “Approve”`.
    package func unlock(_ label: String) -> String { phrases.unlock.replacing("{a}", with: label) }

    /// The text in place of a hidden body.
    package var notification: String { phrases.notification }

    /// The label of the default action, which some servers draw as a button (quirk 36).
    package var open: String { phrases.open }

    /// Formats `Snooze 5m`.
    package func snooze(_ words: String) -> String { phrases.snooze.replacing("{t}", with: words) }

    /// Formats `09:00`, with the date in front if it is not that of `day`.
    package static func moment(_ date: Date, on day: Date, in timeZone: Zone) -> String {
        let (reading, today) = (LocalTime(date, in: timeZone), LocalTime(day, in: timeZone))
        let text = reading.description
        let time = String(text.dropFirst(11).prefix(5))
        return reading.dayNumber == today.dayNumber ? time : "\(text.prefix(10)) \(time)"
    }

    /// Formats the two largest units, rounded down: `2 d 4 h`, `3 h`, `12 min`.
    private func duration(_ seconds: Int) -> String {
        let parts = zip([seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60], phrases.units)
        return parts.drop { $0.0 == 0 }.prefix(2).filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }

    private static let english = Phrases(
        due: "was due {t}, {d} late", digest: "{n} reminders while you were away", more: "and {n} more",
        flood: "{n} more notifications", units: ["d", "h", "min"],
        unlock: "Unlock to answer “{a}”", notification: "Notification",
        open: "Open", snooze: "Snooze {t}")

    private static let languages: [String: Phrases] = [
        "en": english,
        "de": .init(
            due: "war fällig: {t}, {d} zu spät", digest: "{n} Erinnerungen, während Sie weg waren",
            more: "und {n} weitere", flood: "{n} weitere Benachrichtigungen", units: ["T", "Std.", "Min."],
            unlock: "Zum Antworten „{a}“ entsperren", notification: "Mitteilung",
            open: "Öffnen", snooze: "Später: {t}"),
        "fr": .init(
            due: "prévu à {t}, en retard de {d}", digest: "{n} rappels pendant votre absence", more: "et {n} de plus",
            flood: "{n} autres notifications", units: ["j", "h", "min"],
            unlock: "Déverrouillez pour répondre « {a} »", notification: "Notification",
            open: "Ouvrir", snooze: "Plus tard : {t}"),
        "es": .init(
            due: "previsto: {t}, {d} de retraso", digest: "{n} recordatorios en su ausencia", more: "y {n} más",
            flood: "{n} notificaciones más", units: ["d", "h", "min"],
            unlock: "Desbloquee para responder «{a}»", notification: "Notificación",
            open: "Abrir", snooze: "Más tarde: {t}"),
        "it": .init(
            due: "previsto: {t}, in ritardo di {d}", digest: "{n} promemoria durante la sua assenza",
            more: "e altri {n}", flood: "Altre {n} notifiche", units: ["g", "h", "min"],
            unlock: "Sbloccare per rispondere «{a}»", notification: "Notifica",
            open: "Apri", snooze: "Più tardi: {t}"),
        "pt": .init(
            due: "previsto: {t}, {d} de atraso", digest: "{n} lembretes na sua ausência", more: "e mais {n}",
            flood: "Mais {n} notificações", units: ["d", "h", "min"],
            unlock: "Desbloqueie para responder “{a}”", notification: "Notificação",
            open: "Abrir", snooze: "Mais tarde: {t}"),
        "nl": .init(
            due: "gepland om {t}, {d} te laat", digest: "{n} herinneringen tijdens uw afwezigheid", more: "en nog {n}",
            flood: "Nog {n} meldingen", units: ["d", "u", "min"],
            unlock: "Ontgrendel om ‘{a}’ te antwoorden", notification: "Melding",
            open: "Openen", snooze: "Later: {t}"),
        "pl": .init(
            due: "termin: {t}, spóźnione o {d}", digest: "Przypomnienia z czasu nieobecności: {n}",
            more: "i jeszcze {n}", flood: "Kolejne powiadomienia: {n}", units: ["d", "godz.", "min"],
            unlock: "Odblokuj, aby odpowiedzieć „{a}”", notification: "Powiadomienie",
            open: "Otwórz", snooze: "Później: {t}"),
        "cs": .init(
            due: "termín: {t}, zpoždění {d}", digest: "Připomínky z doby nepřítomnosti: {n}", more: "a další: {n}",
            flood: "Další oznámení: {n}", units: ["d", "h", "min"],
            unlock: "Pro odpověď „{a}“ odemkněte", notification: "Oznámení",
            open: "Otevřít", snooze: "Později: {t}"),
        "sv": .init(
            due: "skulle visats {t}, {d} sen", digest: "{n} påminnelser medan du var borta", more: "och {n} till",
            flood: "{n} aviseringar till", units: ["d", "h", "min"],
            unlock: "Lås upp för att svara ”{a}”", notification: "Avisering",
            open: "Öppna", snooze: "Senare: {t}"),
        "da": .init(
            due: "skulle vises {t}, {d} forsinket", digest: "{n} påmindelser mens du var væk", more: "og {n} mere",
            flood: "{n} notifikationer mere", units: ["d", "t", "min"],
            unlock: "Lås op for at svare »{a}«", notification: "Meddelelse",
            open: "Åbn", snooze: "Senere: {t}"),
        "nb": .init(
            due: "skulle vises {t}, {d} forsinket", digest: "{n} påminnelser mens du var borte", more: "og {n} til",
            flood: "{n} varsler til", units: ["d", "t", "min"],
            unlock: "Lås opp for å svare «{a}»", notification: "Varsling",
            open: "Åpne", snooze: "Senere: {t}"),
        "fi": .init(
            due: "piti näyttää {t}, myöhässä {d}", digest: "{n} muistutusta poissaollessasi", more: "ja {n} muuta",
            flood: "{n} muuta ilmoitusta", units: ["pv", "h", "min"],
            unlock: "Vastaa ”{a}” avaamalla lukitus", notification: "Ilmoitus",
            open: "Avaa", snooze: "Myöhemmin: {t}"),
        "ru": .init(
            due: "срок: {t}, опоздание {d}", digest: "Напоминания за время отсутствия: {n}", more: "и ещё {n}",
            flood: "Ещё уведомления: {n}", units: ["д", "ч", "мин"],
            unlock: "Разблокируйте, чтобы ответить «{a}»", notification: "Уведомление",
            open: "Открыть", snooze: "Позже: {t}"),
        "uk": .init(
            due: "термін: {t}, запізнення {d}", digest: "Нагадування за час відсутності: {n}", more: "і ще {n}",
            flood: "Ще сповіщення: {n}", units: ["д", "год", "хв"],
            unlock: "Розблокуйте, щоб відповісти «{a}»", notification: "Сповіщення",
            open: "Відкрити", snooze: "Пізніше: {t}"),
        "tr": .init(
            due: "zamanı: {t}, {d} gecikti", digest: "Siz yokken {n} anımsatıcı", more: "ve {n} tane daha",
            flood: "{n} bildirim daha", units: ["g", "sa", "dk"],
            unlock: "“{a}” yanıtı için kilidi açın", notification: "Bildirim",
            open: "Aç", snooze: "Sonra: {t}"),
        "ja": .init(
            due: "予定: {t}、{d}遅れ", digest: "不在中の通知: {n}件", more: "ほか{n}件", flood: "ほか{n}件の通知", units: ["日", "時間", "分"],
            unlock: "ロックを解除すると「{a}」と返答します", notification: "通知",
            open: "開く", snooze: "あとで: {t}"),
        "zh": .init(
            due: "原定 {t}，延迟 {d}", digest: "您离开期间有 {n} 条提醒", more: "另有 {n} 条", flood: "另有 {n} 条通知",
            units: ["天", "小时", "分钟"],
            unlock: "解锁后回复“{a}”", notification: "通知",
            open: "打开", snooze: "稍后：{t}"),
        "ko": .init(
            due: "예정: {t}, {d} 늦음", digest: "부재 중 알림 {n}개", more: "외 {n}개", flood: "알림 {n}개 더",
            units: ["일", "시간", "분"],
            unlock: "잠금을 해제하면 “{a}”(으)로 응답합니다", notification: "알림",
            open: "열기", snooze: "나중에: {t}"),
    ]
}
