// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Former names of zones, for systems without files for them (Debian has them in `tzdata-legacy`).
///
/// Stored requests may have any of these names: the links of the tz database 2025b and the three-letter names
/// of ICU, which earlier versions of Belfry used.
enum ZoneAliases {
    /// Returns the current name of a zone for a former name; nil for other names.
    static func newerName(of name: String) -> String? {
        for entry in names.split(whereSeparator: { $0 == ";" || $0 == "\n" }) {
            let words = entry.split(separator: " ")
            if words.dropFirst().contains(Substring(name)) { return words.first.map { String($0.dropLast()) } }
        }
        return nil
    }

    /// Current names, each with its former names after the colon.
    private static let names = """
        Africa/Abidjan: Africa/Timbuktu Iceland; Africa/Cairo: ART Egypt; Africa/Maputo: CAT;
        Africa/Nairobi: Africa/Asmera EAT; Africa/Tripoli: Libya; America/Adak: America/Atka US/Aleutian;
        America/Anchorage: AST US/Alaska; America/Argentina/Buenos_Aires: AGT America/Buenos_Aires;
        America/Argentina/Catamarca: America/Argentina/ComodRivadavia America/Catamarca;
        America/Argentina/Cordoba: America/Cordoba America/Rosario; America/Argentina/Jujuy: America/Jujuy;
        America/Argentina/Mendoza: America/Mendoza; America/Chicago: CST CST6CDT US/Central;
        America/Denver: America/Shiprock MST7MDT Navajo US/Mountain; America/Detroit: US/Michigan;
        America/Edmonton: America/Yellowknife Canada/Mountain; America/Halifax: Canada/Atlantic; America/Havana: Cuba;
        America/Indiana/Indianapolis: America/Fort_Wayne America/Indianapolis IET US/East-Indiana;
        America/Indiana/Knox: America/Knox_IN US/Indiana-Starke; America/Iqaluit: America/Pangnirtung;
        America/Jamaica: Jamaica; America/Kentucky/Louisville: America/Louisville;
        America/Los_Angeles: PST PST8PDT US/Pacific; America/Manaus: Brazil/West; America/Mazatlan: Mexico/BajaSur;
        America/Mexico_City: Mexico/General; America/New_York: EST5EDT US/Eastern; America/Noronha: Brazil/DeNoronha;
        America/Nuuk: America/Godthab; America/Panama: America/Coral_Harbour EST; America/Phoenix: MST PNT US/Arizona;
        America/Puerto_Rico: America/Kralendijk America/Lower_Princes America/Marigot America/St_Barthelemy America/Virgin PRT;
        America/Regina: Canada/Saskatchewan; America/Rio_Branco: America/Porto_Acre Brazil/Acre;
        America/Santiago: Chile/Continental; America/Sao_Paulo: BET Brazil/East;
        America/St_Johns: CNT Canada/Newfoundland;
        America/Tijuana: America/Ensenada America/Santa_Isabel Mexico/BajaNorte;
        America/Toronto: America/Montreal America/Nipigon America/Thunder_Bay Canada/Eastern;
        America/Vancouver: Canada/Pacific; America/Whitehorse: Canada/Yukon;
        America/Winnipeg: America/Rainy_River Canada/Central; Asia/Ashgabat: Asia/Ashkhabad;
        Asia/Dhaka: Asia/Dacca BST; Asia/Ho_Chi_Minh: Asia/Saigon VST; Asia/Hong_Kong: Hongkong;
        Asia/Jerusalem: Asia/Tel_Aviv Israel; Asia/Karachi: PLT; Asia/Kathmandu: Asia/Katmandu;
        Asia/Kolkata: Asia/Calcutta IST; Asia/Macau: Asia/Macao; Asia/Makassar: Asia/Ujung_Pandang;
        Asia/Nicosia: Europe/Nicosia; Asia/Seoul: ROK;
        Asia/Shanghai: Asia/Chongqing Asia/Chungking Asia/Harbin CTT PRC; Asia/Singapore: Singapore; Asia/Taipei: ROC;
        Asia/Tehran: Iran; Asia/Thimphu: Asia/Thimbu; Asia/Tokyo: JST Japan;
        Asia/Ulaanbaatar: Asia/Choibalsan Asia/Ulan_Bator; Asia/Urumqi: Asia/Kashgar; Asia/Yangon: Asia/Rangoon;
        Asia/Yerevan: NET; Atlantic/Faroe: Atlantic/Faeroe; Australia/Adelaide: Australia/South;
        Australia/Brisbane: Australia/Queensland; Australia/Broken_Hill: Australia/Yancowinna;
        Australia/Darwin: ACT Australia/North; Australia/Hobart: Australia/Currie Australia/Tasmania;
        Australia/Lord_Howe: Australia/LHI; Australia/Melbourne: Australia/Victoria; Australia/Perth: Australia/West;
        Australia/Sydney: AET Australia/ACT Australia/Canberra Australia/NSW;
        Etc/GMT: Etc/GMT+0 Etc/GMT-0 Etc/GMT0 Etc/Greenwich GMT GMT+0 GMT-0 GMT0 Greenwich;
        Etc/UTC: Etc/UCT Etc/Universal Etc/Zulu UCT UTC Universal Zulu; Europe/Athens: EET;
        Europe/Belgrade: Europe/Podgorica; Europe/Berlin: Arctic/Longyearbyen Atlantic/Jan_Mayen;
        Europe/Brussels: CET MET; Europe/Chisinau: Europe/Tiraspol; Europe/Dublin: Eire;
        Europe/Helsinki: Europe/Mariehamn; Europe/Istanbul: Asia/Istanbul Turkey;
        Europe/Kyiv: Europe/Kiev Europe/Uzhgorod Europe/Zaporozhye; Europe/Lisbon: Portugal WET;
        Europe/London: Europe/Belfast GB GB-Eire; Europe/Moscow: W-SU; Europe/Paris: ECT;
        Europe/Prague: Europe/Bratislava; Europe/Rome: Europe/San_Marino Europe/Vatican; Europe/Warsaw: Poland;
        Europe/Zurich: Europe/Busingen; Pacific/Apia: MIT; Pacific/Auckland: Antarctica/South_Pole NST NZ;
        Pacific/Chatham: NZ-CHAT; Pacific/Easter: Chile/EasterIsland; Pacific/Guadalcanal: Pacific/Ponape SST;
        Pacific/Honolulu: HST Pacific/Johnston US/Hawaii; Pacific/Kanton: Pacific/Enderbury;
        Pacific/Kwajalein: Kwajalein; Pacific/Pago_Pago: Pacific/Samoa US/Samoa;
        Pacific/Port_Moresby: Pacific/Truk Pacific/Yap
        """
}
