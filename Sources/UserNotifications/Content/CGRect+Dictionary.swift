// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// Programs for Apple's systems clip thumbnails by it. Foundation on Linux doesn't have it.

extension CGRect {
    /// The rectangle for ``UNNotificationAttachmentOptionsThumbnailClippingRectKey``: X, Y, Width and Height.
    public var dictionaryRepresentation: NSDictionary {
        ["X": Double(minX), "Y": Double(minY), "Width": Double(width), "Height": Double(height)]
    }
}
