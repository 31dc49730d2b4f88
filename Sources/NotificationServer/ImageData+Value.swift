// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

extension ImageData {
    /// Reads a picture; nil unless it is an `(iiibiiay)` whose bytes match its size.
    package init?(_ value: Value) {
        guard case .structure(let fields) = value, fields.count == 7,
            case .int32(let width) = fields[0], case .int32(let height) = fields[1],
            case .int32(let rowStride) = fields[2], case .boolean(let hasAlpha) = fields[3],
            case .int32(let bitsPerSample) = fields[4], case .int32(let channels) = fields[5],
            let bytes = fields[6].bytes
        else { return nil }
        self.init(
            width: width, height: height, rowStride: rowStride, hasAlpha: hasAlpha, bitsPerSample: bitsPerSample,
            channels: channels, bytes: bytes)
    }
}
