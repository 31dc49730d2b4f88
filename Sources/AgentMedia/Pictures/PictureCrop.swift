// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The part of a picture to show, in fractions of its sides from the upper left corner.
struct PictureCrop: Hashable, Sendable {
    let x: Double
    let y: Double
    let width: Double
    let height: Double

    /// The whole picture.
    static let whole = PictureCrop(x: 0, y: 0, width: 1, height: 1)

    private init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// Takes an attachment's crop, cut to the picture; the whole picture if it is missing or empty.
    init(_ rectangle: [Double]?) {
        guard let rectangle, rectangle.count == 4, rectangle[2] > 0, rectangle[3] > 0, rectangle[0] < 1,
            rectangle[1] < 1
        else {
            self = .whole
            return
        }
        x = rectangle[0]
        y = rectangle[1]
        width = min(rectangle[2], 1 - x)
        height = min(rectangle[3], 1 - y)
    }

    /// Returns the crop in pixels of a picture of this size, at least one each way.
    func pixels(of size: (width: Int32, height: Int32)) -> (x: Int32, y: Int32, width: Int32, height: Int32) {
        func span(_ start: Double, _ length: Double, _ side: Int32) -> (Int32, Int32) {
            let begin = min(Int32((start * Double(side)).rounded()), side - 1)
            return (begin, min(max(Int32((length * Double(side)).rounded()), 1), side - begin))
        }
        let (left, wide) = span(x, width, size.width)
        let (top, high) = span(y, height, size.height)
        return (left, top, wide, high)
    }
}
