// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// Programs for Apple's systems use it to clip thumbnails. Foundation on Linux lacks it.

extension CGRect {
    /// The dictionary for ``UNNotificationAttachmentOptionsThumbnailClippingRectKey``: X, Y, Width and Height.
    public var dictionaryRepresentation: NSDictionary {
        ["X": Double(minX), "Y": Double(minY), "Width": Double(width), "Height": Double(height)]
    }
}
