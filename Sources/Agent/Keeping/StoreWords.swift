// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// What the person is told of a store that had to be rescued, or can't be written, in their language; English where it is
/// none of these.
struct StoreWords: Hashable, Sendable {
    /// Titles, by what had happened.
    let damaged: String
    let missing: String
    let deleted: String
    /// What is due can't be fired, and why; only while that is so.
    let stuck: String
    let unwritable: String
    /// Sentences. `{t}` is a moment, `{n}` a number, `{p}` a path.
    let whole: String
    let rewritten: String
    let kept: String
    let backup: String
    let noBackup: String
    let waiting: String
    let aside: String

    /// The words for an environment.
    static func of(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> StoreWords {
        Language.codes(environment).lazy.compactMap { languages[$0] }.first ?? english
    }

    private static let english = StoreWords(
        damaged: "Your reminders were damaged on disk",
        missing: "The file with your reminders was missing",
        deleted: "The file with your reminders was deleted",
        stuck: "Reminders are held up",
        unwritable:
            "The file that they are in can’t be written, maybe because the disk is full. They come as soon as it can.",
        whole: "All of it could be read.",
        rewritten: "It was written anew; nothing is lost.",
        kept: "What could be read was kept.",
        backup:
            "The rest came from the backup of {t}: what is newer may be missing, and something may come a second time.",
        noBackup: "There is no backup: something may be missing.",
        waiting: "Waiting now: {n}.",
        aside: "The file that was there is kept as {p}.")

    /// By their codes, as those of ``LateWords``.
    static let languages: [String: StoreWords] = [
        "en": english,
        "de": .init(
            damaged: "Ihre Erinnerungen waren auf der Platte beschädigt",
            missing: "Die Datei mit Ihren Erinnerungen fehlte",
            deleted: "Die Datei mit Ihren Erinnerungen wurde gelöscht",
            stuck: "Erinnerungen werden aufgehalten",
            unwritable:
                "Ihre Datei lässt sich nicht schreiben, vielleicht weil die Platte voll ist. Sie kommen, sobald das wieder geht.",
            whole: "Alles war noch lesbar.",
            rewritten: "Sie wurde neu geschrieben; nichts ist verloren.",
            kept: "Was lesbar war, ist erhalten.",
            backup:
                "Der Rest stammt aus der Sicherung vom {t}: Neueres kann fehlen, und manches kann noch einmal kommen.",
            noBackup: "Es gibt keine Sicherung: etwas kann fehlen.",
            waiting: "Es warten jetzt: {n}.",
            aside: "Die frühere Datei liegt unter {p}."),
        "fr": .init(
            damaged: "Vos rappels étaient endommagés sur le disque",
            missing: "Le fichier de vos rappels avait disparu",
            deleted: "Le fichier de vos rappels a été supprimé",
            stuck: "Des rappels sont retenus",
            unwritable:
                "Leur fichier ne peut pas être écrit, peut-être parce que le disque est plein. Ils viendront dès que ce sera possible.",
            whole: "Tout a pu être lu.",
            rewritten: "Il a été réécrit ; rien n’est perdu.",
            kept: "Ce qui était lisible a été conservé.",
            backup:
                "Le reste vient de la sauvegarde du {t} : ce qui est plus récent peut manquer, et certains rappels peuvent revenir.",
            noBackup: "Il n’y a pas de sauvegarde : il peut manquer quelque chose.",
            waiting: "En attente : {n}.",
            aside: "L’ancien fichier est conservé sous {p}."),
        "es": .init(
            damaged: "Sus recordatorios estaban dañados en el disco",
            missing: "Faltaba el archivo de sus recordatorios",
            deleted: "Se borró el archivo de sus recordatorios",
            stuck: "Hay recordatorios retenidos",
            unwritable:
                "No se puede escribir su archivo, quizá porque el disco está lleno. Llegarán en cuanto se pueda.",
            whole: "Se pudo leer todo.",
            rewritten: "Se ha vuelto a escribir; no se ha perdido nada.",
            kept: "Se ha conservado lo que se podía leer.",
            backup:
                "El resto viene de la copia de seguridad del {t}: puede faltar lo más reciente y algo puede repetirse.",
            noBackup: "No hay copia de seguridad: puede faltar algo.",
            waiting: "En espera: {n}.",
            aside: "El archivo anterior se conserva en {p}."),
        "it": .init(
            damaged: "I promemoria erano danneggiati sul disco",
            missing: "Mancava il file dei promemoria",
            deleted: "Il file dei promemoria è stato eliminato",
            stuck: "Alcuni promemoria sono bloccati",
            unwritable:
                "Non è possibile scrivere il loro file, forse perché il disco è pieno. Arriveranno appena sarà possibile.",
            whole: "È stato possibile leggere tutto.",
            rewritten: "È stato riscritto; nulla è andato perso.",
            kept: "Ciò che era leggibile è stato conservato.",
            backup:
                "Il resto viene dalla copia di sicurezza del {t}: le cose più recenti possono mancare e qualcosa può ripetersi.",
            noBackup: "Non c’è una copia di sicurezza: può mancare qualcosa.",
            waiting: "In attesa: {n}.",
            aside: "Il file precedente è conservato in {p}."),
        "pt": .init(
            damaged: "Os seus lembretes estavam danificados no disco",
            missing: "Faltava o ficheiro dos seus lembretes",
            deleted: "O ficheiro dos seus lembretes foi apagado",
            stuck: "Há lembretes retidos",
            unwritable:
                "Não é possível escrever o ficheiro deles, talvez porque o disco está cheio. Chegarão assim que for possível.",
            whole: "Foi possível ler tudo.",
            rewritten: "Foi escrito de novo; nada se perdeu.",
            kept: "O que se podia ler foi mantido.",
            backup: "O resto vem da cópia de segurança de {t}: o mais recente pode faltar e algo pode repetir-se.",
            noBackup: "Não há cópia de segurança: pode faltar algo.",
            waiting: "Em espera: {n}.",
            aside: "O ficheiro anterior está guardado em {p}."),
        "nl": .init(
            damaged: "Uw herinneringen waren beschadigd op de schijf",
            missing: "Het bestand met uw herinneringen ontbrak",
            deleted: "Het bestand met uw herinneringen is verwijderd",
            stuck: "Herinneringen worden opgehouden",
            unwritable:
                "Hun bestand kan niet worden geschreven, misschien omdat de schijf vol is. Ze komen zodra dat weer kan.",
            whole: "Alles kon worden gelezen.",
            rewritten: "Het is opnieuw geschreven; er is niets verloren.",
            kept: "Wat leesbaar was, is bewaard.",
            backup:
                "De rest komt uit de reservekopie van {t}: wat nieuwer is kan ontbreken, en iets kan nog eens komen.",
            noBackup: "Er is geen reservekopie: er kan iets ontbreken.",
            waiting: "Nu wachtend: {n}.",
            aside: "Het vorige bestand staat in {p}."),
        "pl": .init(
            damaged: "Przypomnienia na dysku były uszkodzone",
            missing: "Brakowało pliku z przypomnieniami",
            deleted: "Plik z przypomnieniami został usunięty",
            stuck: "Przypomnienia są wstrzymane",
            unwritable:
                "Nie można zapisać ich pliku, być może dysk jest pełny. Pojawią się, gdy tylko będzie to możliwe.",
            whole: "Udało się odczytać wszystko.",
            rewritten: "Zapisano go na nowo; nic nie przepadło.",
            kept: "Zachowano to, co dało się odczytać.",
            backup: "Reszta pochodzi z kopii zapasowej z {t}: nowszych może brakować, a coś może się powtórzyć.",
            noBackup: "Nie ma kopii zapasowej: czegoś może brakować.",
            waiting: "Oczekuje: {n}.",
            aside: "Poprzedni plik zachowano jako {p}."),
        "cs": .init(
            damaged: "Vaše připomínky byly na disku poškozené",
            missing: "Soubor s připomínkami chyběl",
            deleted: "Soubor s připomínkami byl smazán",
            stuck: "Připomínky se zdržely",
            unwritable: "Jejich soubor nelze zapsat, možná je plný disk. Přijdou, jakmile to půjde.",
            whole: "Vše se podařilo přečíst.",
            rewritten: "Byl zapsán znovu; nic se neztratilo.",
            kept: "Co šlo přečíst, zůstalo zachováno.",
            backup: "Zbytek je ze zálohy z {t}: novější může chybět a něco může přijít znovu.",
            noBackup: "Záloha není: něco může chybět.",
            waiting: "Nyní čeká: {n}.",
            aside: "Původní soubor je uložen jako {p}."),
        "sv": .init(
            damaged: "Dina påminnelser var skadade på disken",
            missing: "Filen med dina påminnelser saknades",
            deleted: "Filen med dina påminnelser togs bort",
            stuck: "Påminnelser hålls upp",
            unwritable: "Deras fil kan inte skrivas, kanske för att disken är full. De kommer så snart det går.",
            whole: "Allt gick att läsa.",
            rewritten: "Den har skrivits på nytt; inget är förlorat.",
            kept: "Det som gick att läsa finns kvar.",
            backup:
                "Resten kommer från säkerhetskopian från {t}: det som är nyare kan saknas, och något kan komma en gång till.",
            noBackup: "Det finns ingen säkerhetskopia: något kan saknas.",
            waiting: "Väntar nu: {n}.",
            aside: "Den tidigare filen finns som {p}."),
        "da": .init(
            damaged: "Dine påmindelser var beskadiget på disken",
            missing: "Filen med dine påmindelser manglede",
            deleted: "Filen med dine påmindelser blev slettet",
            stuck: "Påmindelser holdes tilbage",
            unwritable:
                "Deres fil kan ikke skrives, måske fordi disken er fuld. De kommer, så snart det kan lade sig gøre.",
            whole: "Alt kunne læses.",
            rewritten: "Den er skrevet på ny; intet er tabt.",
            kept: "Det, der kunne læses, er bevaret.",
            backup: "Resten er fra sikkerhedskopien fra {t}: det nyere kan mangle, og noget kan komme igen.",
            noBackup: "Der er ingen sikkerhedskopi: noget kan mangle.",
            waiting: "Venter nu: {n}.",
            aside: "Den tidligere fil ligger som {p}."),
        "nb": .init(
            damaged: "Påminnelsene dine var skadet på disken",
            missing: "Filen med påminnelsene dine manglet",
            deleted: "Filen med påminnelsene dine ble slettet",
            stuck: "Påminnelser holdes tilbake",
            unwritable: "Filen deres kan ikke skrives, kanskje fordi disken er full. De kommer så snart det går.",
            whole: "Alt kunne leses.",
            rewritten: "Den er skrevet på nytt; ingenting er tapt.",
            kept: "Det som kunne leses, er beholdt.",
            backup: "Resten er fra sikkerhetskopien fra {t}: det som er nyere kan mangle, og noe kan komme igjen.",
            noBackup: "Det finnes ingen sikkerhetskopi: noe kan mangle.",
            waiting: "Venter nå: {n}.",
            aside: "Den forrige filen ligger som {p}."),
        "fi": .init(
            damaged: "Muistutuksesi olivat vioittuneet levyllä",
            missing: "Muistutustesi tiedosto puuttui",
            deleted: "Muistutustesi tiedosto poistettiin",
            stuck: "Muistutuksia on jäänyt odottamaan",
            unwritable: "Niiden tiedostoon ei voi kirjoittaa, ehkä levy on täynnä. Ne tulevat heti, kun se onnistuu.",
            whole: "Kaikki voitiin lukea.",
            rewritten: "Se kirjoitettiin uudelleen; mitään ei kadonnut.",
            kept: "Luettavissa ollut säilyi.",
            backup: "Loput ovat varmuuskopiosta {t}: uudempaa voi puuttua, ja jotain voi tulla toistamiseen.",
            noBackup: "Varmuuskopiota ei ole: jotain voi puuttua.",
            waiting: "Odottaa nyt: {n}.",
            aside: "Aiempi tiedosto on tallessa nimellä {p}."),
        "ru": .init(
            damaged: "Напоминания на диске были повреждены",
            missing: "Файл с напоминаниями отсутствовал",
            deleted: "Файл с напоминаниями был удалён",
            stuck: "Напоминания задерживаются",
            unwritable:
                "Их файл не удаётся записать: возможно, диск заполнен. Они придут, как только это станет возможно.",
            whole: "Удалось прочитать всё.",
            rewritten: "Он записан заново; ничего не потеряно.",
            kept: "Сохранено то, что удалось прочитать.",
            backup:
                "Остальное взято из резервной копии от {t}: более новое может отсутствовать, а что-то может прийти повторно.",
            noBackup: "Резервной копии нет: что-то может отсутствовать.",
            waiting: "Сейчас ожидает: {n}.",
            aside: "Прежний файл сохранён как {p}."),
        "uk": .init(
            damaged: "Нагадування на диску були пошкоджені",
            missing: "Файлу з нагадуваннями не було",
            deleted: "Файл із нагадуваннями видалено",
            stuck: "Нагадування затримуються",
            unwritable:
                "Їхній файл не вдається записати: можливо, диск заповнений. Вони надійдуть, щойно це стане можливим.",
            whole: "Вдалося прочитати все.",
            rewritten: "Його записано наново; нічого не втрачено.",
            kept: "Збережено те, що вдалося прочитати.",
            backup: "Решту взято з резервної копії від {t}: новішого може бракувати, а щось може надійти вдруге.",
            noBackup: "Резервної копії немає: чогось може бракувати.",
            waiting: "Зараз очікує: {n}.",
            aside: "Попередній файл збережено як {p}."),
        "tr": .init(
            damaged: "Anımsatıcılarınız diskte hasar görmüştü",
            missing: "Anımsatıcılarınızın dosyası yoktu",
            deleted: "Anımsatıcılarınızın dosyası silindi",
            stuck: "Anımsatıcılar bekletiliyor",
            unwritable: "Dosyalarına yazılamıyor; disk dolu olabilir. Yazılabildiği anda gelecekler.",
            whole: "Hepsi okunabildi.",
            rewritten: "Yeniden yazıldı; hiçbir şey kaybolmadı.",
            kept: "Okunabilenler korundu.",
            backup: "Kalanı {t} tarihli yedekten geldi: daha yenileri eksik olabilir, bazıları yeniden gelebilir.",
            noBackup: "Yedek yok: bir şeyler eksik olabilir.",
            waiting: "Şu an bekleyen: {n}.",
            aside: "Önceki dosya {p} olarak saklandı."),
        "ja": .init(
            damaged: "ディスク上の通知が破損していました",
            missing: "通知のファイルが見つかりませんでした",
            deleted: "通知のファイルが削除されました",
            stuck: "通知が滞っています",
            unwritable: "通知のファイルに書き込めません。ディスクがいっぱいかもしれません。書き込めるようになり次第届きます。",
            whole: "すべて読み取れました。",
            rewritten: "書き直しました。失われたものはありません。",
            kept: "読み取れたものは残っています。",
            backup: "残りは{t}のバックアップから復元しました。新しいものが欠けていたり、もう一度届いたりすることがあります。",
            noBackup: "バックアップはありません。欠けているものがあるかもしれません。",
            waiting: "待機中: {n}件。",
            aside: "以前のファイルは{p}にあります。"),
        "zh": .init(
            damaged: "磁盘上的提醒已损坏",
            missing: "提醒文件丢失",
            deleted: "提醒文件被删除",
            stuck: "提醒被延误",
            unwritable: "无法写入提醒文件，磁盘可能已满。一旦可以写入，提醒就会出现。",
            whole: "全部内容均可读取。",
            rewritten: "已重新写入，没有丢失。",
            kept: "可读取的内容已保留。",
            backup: "其余内容来自 {t} 的备份：较新的可能缺失，有些可能重复出现。",
            noBackup: "没有备份：可能有缺失。",
            waiting: "当前等待：{n}。",
            aside: "原文件保存为 {p}。"),
        "ko": .init(
            damaged: "디스크의 알림이 손상되었습니다",
            missing: "알림 파일이 없었습니다",
            deleted: "알림 파일이 삭제되었습니다",
            stuck: "알림이 지연되고 있습니다",
            unwritable: "알림 파일에 쓸 수 없습니다. 디스크가 가득 찼을 수 있습니다. 쓸 수 있게 되는 대로 표시됩니다.",
            whole: "모두 읽을 수 있었습니다.",
            rewritten: "다시 기록했으며 잃은 것은 없습니다.",
            kept: "읽을 수 있는 것은 보존했습니다.",
            backup: "나머지는 {t} 백업에서 가져왔습니다. 최근 것이 빠졌거나 일부가 다시 올 수 있습니다.",
            noBackup: "백업이 없습니다. 일부가 빠졌을 수 있습니다.",
            waiting: "대기 중: {n}개.",
            aside: "이전 파일은 {p}에 있습니다."),
    ]
}
