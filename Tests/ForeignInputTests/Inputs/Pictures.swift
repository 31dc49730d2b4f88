// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentMedia
@testable import AgentPrograms
import FoundationEssentials

@testable import NotificationServer

/// Pictures, decoded within this process: the separate decoder process protects from faults in gdk-pixbuf, which this
/// test does not look for.
enum Pictures {
    static func read(_ bytes: [UInt8]) throws {
        if let answer = PictureAnswer(bytes) {
            try Finding.unless(answer.bytes == bytes, "what the decoder says is read as something else")
        }
        _ = PictureCompleteness.isComplete(Data(bytes))
        try MemoryFile.with(bytes) { path in
            guard let header = PictureHeader(path: path) else {
                return try Finding.unless(!PictureHeader.problem(with: path).isEmpty, "no problem, and no picture")
            }
            try Finding.unless(header.width > 0 && header.height > 0, "\(header)")
            // Larger pictures take only more time.
            guard !header.isTooLarge, header.width * header.height <= 1 << 16 else { return }
            let crops = [PictureCrop.whole, PictureCrop([0.25, 0.5, 0.5, 0.125])]
            for (crop, frame) in zip(crops, [0, 2]) {
                guard let picture = Picture(path: path, crop: crop, frame: frame) else { continue }
                try Finding.unless(
                    (1...Picture.side).contains(picture.width) && (1...Picture.side).contains(picture.height)
                        && picture.pixels.count == Int(picture.width * picture.height) * 4, "\(header) became too large"
                )
                try Finding.unless(ImageData(picture.value) != nil, "a server would refuse \(header)")
            }
        }
    }
}
