// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// Picture in the hint `image-data`: rows of RGB or RGBA bytes, 8 bits per sample.
package struct ImageData: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// Bytes from the start of one row to the start of the next.
    package let rowStride: Int
    package let hasAlpha: Bool
    /// The rows from the top; the last one may end after its last pixel.
    package let bytes: [UInt8]

    /// Reads a picture; nil unless it is an `(iiibiiay)` whose size is positive and matches the number of bytes.
    ///
    /// A sample must have 8 bits; there must be 4 channels with alpha and 3 without.
    package init?(_ value: Value) {
        guard case .structure(let fields) = value, fields.count == 7,
            case .int32(let width) = fields[0], case .int32(let height) = fields[1],
            case .int32(let rowStride) = fields[2], case .boolean(let hasAlpha) = fields[3],
            case .int32(let bitsPerSample) = fields[4], case .int32(let channels) = fields[5],
            let bytes = fields[6].bytes
        else { return nil }
        // The product of two Int32 values fits an Int, so no product below overflows.
        let row = Int(width) * Int(channels)
        guard width > 0, height > 0, bitsPerSample == 8, channels == (hasAlpha ? 4 : 3), Int(rowStride) >= row,
            bytes.count >= (Int(height) - 1) * Int(rowStride) + row, bytes.count <= Int(height) * Int(rowStride)
        else { return nil }
        self.width = Int(width)
        self.height = Int(height)
        self.rowStride = Int(rowStride)
        self.hasAlpha = hasAlpha
        self.bytes = bytes
    }
}
