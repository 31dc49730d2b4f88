// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Picture in the hint `image-data`: rows of RGB or RGBA bytes, 8 bits per sample.
package struct ImageData: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// Bytes from the start of one row to the start of the next.
    package let rowStride: Int
    package let hasAlpha: Bool
    /// The rows from the top; the last one may end after its last pixel.
    package let bytes: [UInt8]

    /// Creates a picture; nil unless the size is positive and matches the number of bytes.
    ///
    /// A sample must have 8 bits; there must be 4 channels with alpha and 3 without.
    package init?(
        width: Int32, height: Int32, rowStride: Int32, hasAlpha: Bool, bitsPerSample: Int32, channels: Int32,
        bytes: [UInt8]
    ) {
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
