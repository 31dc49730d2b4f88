// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Sample files that tests attach.
enum Samples {
    /// A PNG of two by two pixels: red, green, blue, and transparent.
    static let png =
        Data(
            base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAE0lE"
                + "QVR42mP4z8DwHwyBNIhgAAA/0gX7f+ZqKwAAAABJRU5ErkJggg==") ?? Data()
}
