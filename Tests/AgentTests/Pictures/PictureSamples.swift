// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A sample picture in each format: sixteen by eight pixels, the left half red and the right half blue.
enum PictureSamples {
    struct Sample: Sendable, CustomStringConvertible {
        let name: String
        let bytes: Data
        var description: String { name }
    }

    static let all = [
        Sample(name: "png", bytes: data(png)), Sample(name: "jpeg", bytes: data(jpeg)),
        Sample(name: "webp", bytes: data(webp)), Sample(name: "gif", bytes: data(gif)),
        Sample(name: "svg", bytes: Data(drawing(16, 8).utf8)),
    ]

    /// The same pictures with headers that claim 16,384 to 100,000 pixels in each direction.
    static let bombs = [
        Sample(
            name: "png",
            // The checksum fits the changed header.
            bytes: changed(
                changed(data(png), at: 16, [0, 1, 0x86, 0xa0, 0, 1, 0x86, 0xa0]), at: 29, [0xa8, 0x52, 0x0b, 0xc8])),
        Sample(name: "jpeg", bytes: changed(data(jpeg), at: 163, [0xff, 0xdc, 0xff, 0xdc])),
        Sample(name: "webp", bytes: changed(data(webp), at: 21, [0xff, 0xff, 0xff, 0x0f])),
        Sample(name: "gif", bytes: changed(data(gif), at: 6, [0x60, 0xea, 0x60, 0xea])),
        Sample(name: "svg", bytes: Data(drawing(100_000, 100_000).utf8)),
    ]

    /// A photograph whose header says orientation 6: the camera was held upright.
    static let jpegOnItsSide: Data = {
        var head = Data([0xff, 0xe1, 0, 34])
        head.append(contentsOf: "Exif\0\0MM\0*".utf8)
        head.append(contentsOf: [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0])
        let bytes = data(jpeg)
        return bytes.prefix(2) + head + bytes.dropFirst(2)
    }()

    /// Two by two pixels, three frames: red, green and blue.
    static let animated = data(frames)

    static func drawing(_ width: Int, _ height: Int) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)">
        <rect width="50%" height="100%" fill="#f00"/><rect x="50%" width="50%" height="100%" fill="#00f"/></svg>
        """
    }

    private static func data(_ text: String) -> Data { Data(base64Encoded: text) ?? Data() }

    private static func changed(_ data: Data, at place: Int, _ bytes: [UInt8]) -> Data {
        data.prefix(place) + Data(bytes) + data.dropFirst(place + bytes.count)
    }

    private static let png =
        "iVBORw0KGgoAAAANSUhEUgAAABAAAAAICAYAAADwdn+XAAAAGElEQVR42mP4z8DwHx8mIP2fYdSA4WAAAI2m/wGGEUTDAAAA"
        + "AElFTkSuQmCC"
    private static let jpeg =
        "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQ"
        + "ERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU"
        + "FBQUFBQUFBQUFBQUFBT/wAARCAAIABADASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAA"
        + "AgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6"
        + "Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXG"
        + "x8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREA"
        + "AgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5"
        + "OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPE"
        + "xcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwD50rwKiiv3D6Mv/M4/7gf+5j+jfpDf8yr/"
        + "ALjf+4j/2Q=="
    private static let webp =
        "UklGRiYAAABXRUJQVlA4TBkAAAAvD8ABAA8Q87//8x8OxILJ/KU7U4jof+QAAA=="
    private static let gif =
        "R0lGODlhEAAIAJEAAP8AAAD/AAAA/wAAACwAAAAAEAAIAAACYQRBEARBEBRFURRFUQRBEARBEBRFURRFUQRBEARBEBRFURRF"
        + "UQRBEARBEBRFURRFUQRBEARBEBRFURRFUQRBEARBEBRFURRFUQRBEARBEBRFURRFUQRBEARBEBRFURRFUQUAOw=="
    private static let frames =
        "R0lGODlhAgACAJEAAP8AAAD/AAAA/wAAACH/C05FVFNDQVBFMi4wAwEAAAAh+QQACgAAACwAAAAAAgACAAACBARBEAUAIfkE"
        + "AAoAAAAsAAAAAAIAAgAAAgQMwzAFACH5BAAKAAAALAAAAAACAAIAAAIEFEVRBQA7"
    static let packedDrawing =
        "H4sICEoCAmsAA2Euc3ZnAH3NywpAUBCA4b2nOI29GZQkx8vgXOq4xGQ8vkuUlfX/1V+vm1X7EMZVg2OeK0QRSSRPpsViRkR4"
        + "ClDiO3Ya0gKU6711rKGEpl76lt9WfpMyPgQNsSECfNx+hz9NZC59LZvoAF6gJHqbAAAA"
}
