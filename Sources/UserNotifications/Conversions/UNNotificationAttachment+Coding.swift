// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension UNNotificationAttachment.Fields {
    init(_ coder: NSCoder) {
        identifier = coder.string("identifier") ?? ""
        url = URL(fileURLWithPath: coder.string("path") ?? "/")
        type = coder.string("type") ?? ""
        isThumbnailHidden = coder.number("thumbnailHidden")?.boolValue ?? false
        let rectangle = coder.objects(NSNumber.self, "thumbnailClippingRect").map(\.doubleValue)
        thumbnailClippingRect = rectangle.isEmpty ? nil : rectangle
        thumbnailTime = coder.number("thumbnailTime")?.doubleValue
    }

    func encode(with coder: NSCoder) {
        coder.encode(identifier, "identifier")
        coder.encode(url.path, "path")
        coder.encode(type, "type")
        coder.encode(NSNumber(value: isThumbnailHidden), "thumbnailHidden")
        coder.encode((thumbnailClippingRect ?? []).map { NSNumber(value: $0) }, "thumbnailClippingRect")
        coder.encode(thumbnailTime.map { NSNumber(value: $0) }, "thumbnailTime")
    }
}
