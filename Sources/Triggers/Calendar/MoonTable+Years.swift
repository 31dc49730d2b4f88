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
        574 976 4b7 257 52b 695 6ca ad5 55b 25d 92d c95 d4a ea5 5d2 ad5 55a aab 54b 6a5 752 ba9 374 9b6 556 aaa d52
        da9 5d4 aea 4dd 26e 92e aa6 d54 daa 5b5 2b6 937 497 a4b b25 b54 b6a 56d 4ad a55 d25 e92 ec9 6d4 aea 56b 4ab
        695 b49 ba4 bb2 5b5 2ba 95b 4ab 555 6d2 6d9 2ec 96e 4ae a56 d2a d95 5aa ab5 4bb 25b 92b a95 b4a ba5 5aa ab5
        536 a96 d4a ea4 f52 6e9 36c aad 555 aa5 b52 ba9 5b4 9ba 4db 25d 52d aa5 ad4 aea 56d 26e 92f 497 54b 6a5 6d4
        ada 95b 49b a4b d25 d92 da9 5b4 ad6 956 cab 693 749 764 b6a 575 2b6 956 aaa d54 db2 5d9 2da 95d 4ad a55 aaa
        b55 56a 975 4b6 a57 52b 693 74a b55 56a a6d 52d a95 d49 da4 dd2 6d5 35a aab 54b 6a5 752 769 374 976 4b6 a5a
        d4b 5a9 5d4 ada 4dd 25e 92e a96 d4a da9 5b4 ab6 937 497 a4b b25 b52 b69 56a aad 955 d25 d92 ec9 6d4 aea 56b
        2ad 555 aa9 b54 bb2 5b5 2ba 95b 4ab 555 6aa ad5 2ea 96d 4ae a4e d26 d55 6aa ab5 4da a5b 52b a8b b45 ba4 daa
        5b5 4b6 a56 d4a ea4 ed1 6e8 aea 96d 4b5 a95 b4a ba9 5b4 5ba 2bb 15d 52d a95 aca b59 56d 26e 8af 457 52b 6a5
        6d2 ad5 55b 29b a2b b15 d52 da9 5d2 ad5 55a aab 553 6a5 754 b6a 375 2b6 556 aaa d54 daa 5d4 ada 8dd 45d 94d
        aa6 d54 d6a 575 2b6 a57 517 68b 725 b54 b6a 96d 4ad a55 d45 da2 dc9 5d4 ada 95b 4ab 695 749 768 b74 575 2ba
        95b 4ab 595 6b2 ad9 2dd 15d 4ae a56 d2a d95 5aa ab5 536 a57 52b a95 b4a b65 5aa aad 555 a95 d4a ea5 5d2 6e9
        36c aad 555 aa5 b52 ba9 5b4 9ba 4bb 25b 54d 6a9 ad4 aea 56d 26e 92e c96 d4b 6a9 6d4 ad6 95b 4ab a4b b25 b92
        ba9 5b4 ab6 956 d2a e92 ec9 6e4 aea 575 2b5 956 aaa b65 5b2 5b9 2ba 95d 4ad a55 aaa b55 56a 96d 4ae a57 527
        695 6ca ad5 55a a6b 52b a95 d49 da4 dd2 5d5 4da aab 54b 6a5 752 6e9 374 976 4b6 a9a d4a da9 5b4 aba 4dd 25d
        92d a95 d4a d69 5ad 2b6 937 497 64b 725 752 b69 56b 2ad a55 b25 d92 dc9 5d4 ada 55b 2ab 555 6a9 764 b72 575
        2ba 957 4ab 555 6aa ad5 2da 95d 4ae a4e d26 d95 5aa ab5 4b6 a57 52b a93 749 ba4 baa 9b5 4b5 a96 d4a da4 dd2
        5e9 2ec 96d 4ad a95 b52 b69 374 97a 4bb 25b 52b a95 ad2 ada 56d 26e 92e c96 d4a ea5 6d2 ad5 55b 29b
        """)

    static let islamicUmmAlQura = MoonTable(
        firstYear: 1318, firstDay: -25448,
        """
        b6a 5ad 4ae a4f 517 68b 6a5 ad5 2d6 95b 49d a4d d26 d95 5ac 9b6 2ba a5b 52b a95 6ca ae9 2f4 976 2b6 956 aca
        ba4 bd2 5d9 2dc 96d 54d aa5 b52 ba5 5b4 9b6 557 297 54b 6a3 752 b65 56a aab 52b c95 d4a da5 5ca ad6 957 4ab
        94b aa5 b52 b6a 575 276 8b7 45b 555 5a9 5b4 9da 4dd 26e 936 aaa d54 db2 5d5 2da 95b 4ab a55 b49 b64 b71 5b4
        ab5 a55 d25 e92 ec9 6d4 ae9 96b 4ab a93 d49 da4 db2 ab9 4ba a5b 52b a95 b2a b55 55c 4bd 23d 91d a95 b4a b5a
        56d 2b6 93b 49b 655 6a9 754 b6a 56c aad 555 b29 b92 ba9 5d4 ada 55a aab 595 749 764 baa 5b5 2b6 a56 e4d b25
        b52 b6a 5ad 2ae 92f 497 64b 6a5 6ac ad6 55d 49d a4d d16 d95 5aa 5b5 2da 95b 4ad 595 6ca 6e4 aea 4f5 2b6 956
        aaa b54 bd2 5d9 2ea 96d 4ad a95 b4a ba5 5b2 9b5 4d6 a97 547 693 749 b55 56a a6b 52b a8b d46 da3 5ca ad6 4db
        26b 94b aa5 b52 b69 575 176 8b7 25b 52b 565 5b4 9da 4ed 16d 8b6 aa6 d52 da9 5d4 ada 95b 4ab 653 729 762 ba9
        5b2 ab5 555 b25 d92 ec9 6d2 ae9 56b 4ab a55 d29 d54 daa 9b5 4ba a3b 49b a4d aaa ad5 2da 95d 45e a2e c9a d55
        6b2 6b9 4ba a5d 52d a95 b52 ba8 bb4 5b9 2da 95a b4a da4 ed1 6e8 b6a 56d 535 695 d4a da8 dd4 6da 55b 29d 62b
        b15 b4a b95 5aa aae 92e c8f 527 695 6aa ad6 55d 29d aaa aaa aab aaa aaa aab aaa aab aaa aaa aab aaa aaa aab
        aaa aab aaa aaa aab aaa aaa aab aaa aaa aab aaa aab aaa aaa aab aaa aaa aab aaa aaa aab aaa aab aaa aaa aab
        aaa aaa aab aaa aab aaa aaa aab aaa aaa aab aaa aaa aab aaa aab aaa aaa aab aaa aaa aab aaa aaa aab aaa aab
        aaa aaa aab aaa aaa aab aaa aab aaa aaa aab aaa aaa aab aaa aaa aab aaa aab aaa aaa aab aaa aaa aab aaa aaa
        aab aaa aab aaa aaa aab aaa aaa aab aaa aab aaa aaa aab aaa aaa aab aaa aaa aab aaa aab aaa aaa aab aaa aaa
        aab aaa aaa aab aaa aab aaa aaa aab aaa aaa aab aaa aab aaa aaa aab aaa aaa aab aaa aaa aab aaa aab aaa aaa
        aab aaa aaa aab aaa aaa aab aaa aab aaa aaa aab aaa aaa aab aaa aab aaa aaa aab aaa aaa aab aaa aaa aab aaa
        aab aaa aaa aab aaa aaa aab aaa aaa aab aaa aab aaa aaa aab aaa aaa aab aaa aab aaa aaa aab aaa aaa
        """)
}
