// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel

extension UNNotificationAttachment {
    /// Creates the attachment of one of the agent's requests.
    convenience init(_ attachment: Attachment) {
        let url = attachment.url.hasPrefix("file:") ? URL(string: attachment.url) : nil
        self.init(
            Fields(
                identifier: attachment.identifier, url: url ?? URL(fileURLWithPath: attachment.url),
                type: attachment.typeHint ?? "", isThumbnailHidden: attachment.isThumbnailHidden,
                thumbnailClippingRect: attachment.thumbnailClippingRect, thumbnailTime: attachment.thumbnailTime))
    }

    /// The attachment in the agent's type; the agent copies the file.
    var model: Attachment {
        Attachment(
            identifier: identifier, url: url.path, typeHint: type, isThumbnailHidden: fields.isThumbnailHidden,
            thumbnailClippingRect: fields.thumbnailClippingRect, thumbnailTime: fields.thumbnailTime)
    }
}
