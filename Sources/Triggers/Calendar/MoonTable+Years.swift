// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension MoonTable {
    static let chinese = MoonTable(
        firstYear: 4537, firstDay: -25537,
        """
        096d8 095cf 14aef 0a4d5 1a4cf 1b2af 0d554 0ad4f 135af 095d2 095cf 149b6 149af 1a4af 1aa95 16aaf 0ad4f 12da2
        12b6f 09377 0936f 1496f 164b5 0d4af 0da8f 15b54 056cf 12aef 092f2 092ef 0c966 1a94f 1d4af 0da95 0b5af 056cf
        126e3 125cf 192d7 192af 1a94f 1b4a6 16aaf 0ad4f 155b4 04baf 125af 192b2 152af 16957 0d94f 16aaf 0ab55 09b4f
        14b6f 0a573 0a56f 152a8 1d2af 0d54f 15aa6 156af 096cf 14ae4 14aef 0a4cf 1d263 1b2af 0b557 0ad4f 12daf 095d5
        095af 149af 1a4d4 1a4af 1aa58 16a8f 16d4f 12da6 12b6f 0936f 14974 1496f 164ba 0d4af 0da8f 15b46 156cf 12aef
        092f5 092ef 0c96f 0d4a3 1d4af 0d658 0b58f 156cf 126d5 125cf 192cf 1a954 1a94f 1b4af 0b552 0ad4f 155b7 04baf
        125af 192b5 152af 1694f 16aa4 15aaf 0ab59 0974f 14b6f 0a576 0a56f 1526f 0e954 0d54f 15aaf 09b52 096cf 14ae6
        149cf 1a4cf 1d265 1aa6f 0b54f 0d6a3 12daf 095db 095af 149af 1a4b6 1a4af 1aa4f 1b545 16b4f 0adaf 095b2 0936f
        14977 1496f 154af 16a55 0da4f 15b4f 0ab63 126ef 092f8 092ef 0c96f 0d4a6 1d4af 0d64f 156c4 155cf 125cf 192e3
        192cf 1a957 1a94f 1b4af 0b555 0ad4f 14daf 0a5d4 0a5af 152b8 152af 1694f 16aa6 15aaf 0ab4f 14ba4 14b6f 0a56f
        15273 0d26f 0e537 0d54f 15aaf 09b55 096cf 14aef 0a4e4 1a2cf 1d268 1aa4f 1b54f 0d6a6 0adaf 095cf 149d4 149af
        1a2af 1b252 1aa4f 1ad27 16b4f 0abaf 095b5 0936f 1496f 1a4b4 154af 16a59 0da4f 15acf 0ab66 126ef 092ef 14974
        0a96f 0d4af 0da53 0b54f 156a7 155cf 0a5cf 192e5 152cf 1a94f 1d4a4 1b2af 0b55b 0ad4f 14daf 0a5d6 0a5af 151af
        1a955 1654f 16aaf 0ad52 0ab4f 14ba7 14b6f 0a56f 15175 0d16f 0e52f 16aa4 0d6af 05b4f 14b61 14aef 0a2e6 1a2cf
        1d16f 0d525 1b52f 0b6af 056d3 055cf 145d7 145af 1a2af 1a956 16a4f 1ad2f 0ada4 0abaf 055ba 08b6f 1456f 152b6
        152af 1694f 16b24 15acf 0ab6f 04b73 08aef 0c577 0a56f 0d2af 0d956 0b54f 156af 0a6d4 095cf 14aef 0a562 1a54f
        1d2a6 1aaaf 0b54f 156a5 12daf 095cf 14ab3 149af 1a4b7 1652f 16aaf 0ad55 05b4f 12baf 095b4 0936f 14979 0c96f
        0d52f 16aa6 0d6af 0574f 12b64 126ef 092ef 0c963 1c94f 1d4a7 1b52f 0b6af 056d5 055cf 125cf 192d4 192af 1a95b
        1694f 16d2f 0ada7 0abaf 04baf 125b5 1256f 152af 1a953 1694f 16aa8 15aaf 0ab6f 04b75 04aef 0a56f 152b4 0d2af
        0d94f 15aa1 156af 096d6 095cf 14aef 0a4e5 1a4cf 1d2af 0d553 0b54f 155a7 12baf 095cf 149d6 149af 1a4af 1b294
        16aaf 0ad4f 12da1 12b6f 09576 0936f 1496f 164b5 0d4af 15a8f 16b53 056cf 12b68 126ef 092ef 0c966 1c94f 1d4af
        0da94 0b5af 056cf 12ae2 125cf 192d6 192af 1a94f 1b4a5 16caf 0ad4f 155b3 04baf 125b7 1256f 152af 16956 0e94f
        16aaf 0ad54 09b6f 04b6f 12572 0a56f 152b6 0d2af 0d54f 15aa5 156af 096cf 14ae3 14aef 0a4e7 1a4cf 1b2af 0d556
        0ad4f 135af 095d4 095cf 149af 1a4d2 1a4af 1aa57 16a8f 16d4f 12da5 12b6f 0936f 14973 1496f 164b8 0d4af 0da8f
        15b56 056cf 12b6f 09374 092ef 0c96f 0d4a3 1d4af 0d697 0b58f 156cf 126e5 125cf 192cf 1c954 1a94f 1b4a8 16aaf
        0ad4f 155b6 04baf 125af 192b4 152af 1694f 16ca1 16aaf 0ab56 0974f 14b6f 0a575 0a56f 1526f 16954 0d54f 15aa8
        156af 096cf
        """)

    static let islamic = MoonTable(
        firstYear: 1318, firstDay: -25448,
        """
        0ae8f 12ecf 096ef 04aef 0a56f 0d2af 0d94f 15aaf 0ab6f 04baf 125af 192af 1a94f 1d4af 0ba4f 15aaf 0ab4f 1556f
        0a96f 0d4af 0ea4f 1752f 06e8f 136cf 0aacf 1554f 1aa4f 1b52f 0ba8f 15d4f 09baf 04dcf 125cf 154cf 1aa8f 1b54f
        0b6af 056cf 126ef 092ef 1496f 164af 16a8f 16d4f 0adaf 095af 14aaf 1a4af 1d24f 1d92f 0da8f 15d4f 0ad6f 0956f
        0d2af 1692f 1748f 1764f 0b6af 0574f 12b6f 0956f 0aaaf 0da4f 0db2f 05d8f 12dcf 095cf 14acf 1a54f 1b2af 0b54f
        156af 0976f 04b6f 1256f 152af 1694f 174af 0b54f 156af 0a6cf 152cf 1a94f 1d48f 1ea4f 0dd2f 06d8f 155af 0aaaf
        154af 16a4f 1752f 0b68f 1374f 09b6f 04baf 0a5af 154af 15a8f 15d4f 0adaf 04dcf 125ef 092ef 0a96f 0d4af 0da8f
        15b4f 12b6f 0936f 1496f 1a4af 1b24f 1b52f 0b68f 15acf 12acf 1956f 0d26f 0e92f 0ec8f 16d4f 0aeaf 056cf 12acf
        1554f 1aa8f 1b64f 0bb2f 05b4f 12baf 095af 14aaf 1554f 16aaf 0ad4f 12eaf 096cf 14aef 0a56f 0d26f 0e94f 16aaf
        0ad4f 14daf 0a5af 152af 1a92f 1b48f 1ba4f 0daaf 06b4f 1556f 0a96f 0d4af 0ea4f 0ed2f 06e8f 12ecf 096cf 14b4f
        1a96f 0b52f 0ba8f 15b4f 09baf 04bcf 125cf 152cf 1a94f 1b52f 0b68f 156cf 126ef 092ef 1496f 164af 16a4f 16d2f
        0ad4f 155af 12aaf 1a4af 1b24f 1d92f 0da8f 15d4f 0ad6f 055af 0aaaf 1552f 16a8f 1764f 0b6af 0574f 12b6f 0956f
        0aaaf 0d54f 15aaf 05d4f 12daf 095cf 149cf 1a4cf 1aaaf 0d54f 156af 09b4f 14b6f 0a56f 1516f 168af 1748f 1b54f
        0b6af 096cf 14acf 1a94f 1d48f 1da2f 0dd0f 15d4f 12daf 096af 152af 1694f 1752f 0b68f 0b74f 0576f 02baf 0a5af
        152af 1594f 16b2f 0adaf 04dcf 115ef 08aef 0a56f 0d4af 0da4f 15aaf 0ab6f 0536f 1456f 162af 1aa4f 1b52f 0ba4f
        15aaf 0ab4f 1556f 0aa6f 0d4af 0ea8f 16d4f 06eaf 056cf 0aacf 1554f 1aa8f 1b54f 0ba8f 15b4f 11baf 08baf 129af
        154cf 1aa8f 1ad4f 0aeaf 056cf 14aef 0a2ef 0d16f 0e4af 16a8f 16d4f 12daf 095af 14aaf 1a8af 1b44f 1b92f 0ba8f
        15b4f 12b6f 0956f 0d2af 0e92f 0ed0f 16e8f 0aeaf 0574f 12b6f 0956f 0b2af 0d64f 15b2f 05baf 02baf 095cf 14acf
        1a54f 1b2af 0b54f 156af 0a6cf 14aef 0a56f 152af 1694f 16caf 0b54f 155af 0aaaf 152af 1a94f 1d4af 0ba4f 0dd2f
        06d8f 155af 0aaaf 154af 16a4f 1752f 0b68f 1374f 0976f 04b6f 0a9af 0d52f 15a8f 15d4f 0adaf 04dcf 125cf 192cf
        1a96f 0d52f 0da8f 15acf 12b6f 0956f 1496f 164af 1724f 1752f 0b68f 156cf 12acf 1a54f 1d24f 1d92f 0dc8f 15d4f
        0aeaf 056af 12acf 1554f 16caf 0b64f 0b72f 0574f 12baf 095af 14aaf 1554f 16aaf 0ad4f 12daf 095cf 14aef 0a4ef
        0d2af 0d94f 15aaf 0ab4f 14d6f 0a56f 152af 1a92f 1b48f 1ba4f 0baaf 09b4f 1556f 0a96f 0d4af 0ea4f 0dd2f 06e8f
        12ecf 096cf 1534f 1a94f 1b52f 0b68f 1574f 09baf 04baf 125af 152af 1a94f 1ad2f 0b5af 056cf 126ef 092ef 0c96f
        0e4af 0ea4f 16d2f 0ad6f 055af 14aaf 164af 1b24f 1b92f 0ba8f 15b4f 0ab6f 0556f 0aaaf 0d52f 0ec8f 16e4f 0aeaf
        0574f 12aef 0956f 0aaaf 0d54f 15aaf 05b4f 12baf 095cf 149cf 1a4cf 1b2af 0b54f 156af 096cf 14aef 0a56f 1526f
        0e92f 1748f 1754f 136af 096af 152cf 1a94f 1b48f 1ba4f 0bd2f 05d8f 12daf 095af 152af 16a4f 16d2f 06e8f 12f4f
        0976f 04b6f 0a56f 152af 15a4f 15b4f 0adaf 04dcf 125cf 192cf 1a94f 1d4af 0da4f 15aaf 0ab6f 0536f
        """)

    static let islamicUmmAlQura = MoonTable(
        firstYear: 1318, firstDay: -25448,
        """
        16d4f 0b5af 095cf 149ef 0a2ef 0d16f 0d4af 15aaf 05acf 12b6f 093af 149af 1a4cf 1b2af 0b58f 136cf 0574f 14b6f
        0a56f 152af 0d94f 15d2f 05e8f 12ecf 056cf 12acf 1594f 1748f 17a4f 0bb2f 05b8f 12daf 0a9af 154af 16a4f 174af
        0b68f 136cf 0aaef 052ef 0a96f 0d46f 0ea4f 16caf 0ad4f 1556f 0a56f 192af 1a94f 1b4af 0b94f 15acf 12aef 0956f
        1296f 154af 16a4f 16d4f 0aeaf 04ecf 116ef 08b6f 0aaaf 0b52f 0b68f 13b4f 09baf 04dcf 126cf 1554f 1aa8f 1b64f
        0baaf 05b4f 12b6f 0956f 14aaf 1692f 16c8f 16e2f 0b68f 156af 14aaf 1a4af 1d24f 1d92f 0da8f 15d2f 12d6f 0956f
        1526f 1a92f 1b48f 1b64f 1572f 0974f 14b6f 0a56f 152af 1654f 16aaf 0ab8f 097af 047af 123af 152af 1694f 16b4f
        0adaf 056cf 1276f 0936f 0caaf 0d52f 0ea8f 16d4f 0ad8f 155af 0aaaf 1652f 1724f 1752f 0ba8f 15b4f 0ab4f 1556f
        0b2af 0e92f 0ec8f 1754f 0b6af 056cf 14acf 1c9af 164af 16a4f 16d4f 0b5af 055cf 125ef 092ef 0c96f 0d4af 0d58f
        15acf 0abaf 093af 149af 1a2cf 1b2af 0b54f 0b6af 05b4f 12b6f 095af 0b2af 0d94f 0dc8f 15d4f 09eaf 056cf 12acf
        1554f 16a8f 17a4f 0bb2f 05d4f 12daf 095af 152af 1694f 174af 0b64f 136af 09acf 152ef 0a8ef 0d26f 0e92f 16aaf
        0ad4f 14d6f 0a56f 1516f 1a8cf 1b46f 0b94f 15acf 09b6f 04d6f 1296f 154af 16a4f 16d2f 0aeaf 02ecf 116ef 04b6f
        0a56f 0acaf 0b68f 13b4f 09daf 02daf 116cf 154cf 1aa4f 1b52f 0ba8f 15b4f 12b6f 0956f 0ca6f 0e52f 0ec4f 1752f
        0b64f 156af 0aaaf 164af 1b24f 1d92f 0da4f 15d2f 0ad6f 0956f 14aaf 1a52f 1aa8f 1b54f 136af 0974f 1476f 0936f
        149af 1554f 15aaf 05b4f 12baf 08bcf 145cf 1934f 1aaaf 0d64f 0d72f 0974f 14baf 0a5af 152af 16a4f 1750f 1768f
        0b72f 05b4f 12b4f 1694f 1b48f 1da2f 0dd0f 16d4f 0adaf 0a6af 0d2af 1a94f 1b50f 1ba8f 0db4f 0ab6f 053af 0c56f
        162af 1694f 172af 0b54f 155cf 125cf 191ef 0a4ef 0d2af 0d54f 15acf 0abaf 053af 1554f 1554f 1556f 1554f 1554f
        1556f 1554f 1556f 1554f 1554f 1556f 1554f 1554f 1556f 1554f 1556f 1554f 1554f 1556f 1554f 1554f 1556f 1554f
        1554f 1556f 1554f 1556f 1554f 1554f 1556f 1554f 1554f 1556f 1554f 1554f 1556f 1554f 1556f 1554f 1554f 1556f
        1554f 1554f 1556f 1554f 1556f 1554f 1554f 1556f 1554f 1554f 1556f 1554f 1554f 1556f 1554f 1556f 1554f 1554f
        1556f 1554f 1554f 1556f 1554f 1554f 1556f 1554f 1556f 1554f 1554f 1556f 1554f 1554f 1556f 1554f 1556f 1554f
        1554f 1556f 1554f 1554f 1556f 1554f 1554f 1556f 1554f 1556f 1554f 1554f 1556f 1554f 1554f 1556f 1554f 1554f
        1556f 1554f 1556f 1554f 1554f 1556f 1554f 1554f 1556f 1554f 1556f 1554f 1554f 1556f 1554f 1554f 1556f 1554f
        1554f 1556f 1554f 1556f 1554f 1554f 1556f 1554f 1554f 1556f 1554f 1554f 1556f 1554f 1556f 1554f 1554f 1556f
        1554f 1554f 1556f 1554f 1556f 1554f 1554f 1556f 1554f 1554f 1556f 1554f 1554f 1556f 1554f 1556f 1554f 1554f
        1556f 1554f 1554f 1556f 1554f 1554f 1556f 1554f 1556f 1554f 1554f 1556f 1554f 1554f 1556f 1554f 1556f 1554f
        1554f 1556f 1554f 1554f 1556f 1554f 1554f 1556f 1554f 1556f 1554f 1554f 1556f 1554f 1554f 1556f 1554f 1554f
        1556f 1554f 1556f 1554f 1554f 1556f 1554f 1554f 1556f 1554f 1556f 1554f 1554f 1556f 1554f 1554f
        """)
}
