// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Key for the file's uniform type, a string such as `public.png`; by default it follows from the file's name.
public let UNNotificationAttachmentOptionsTypeHintKey: String = "UNNotificationAttachmentOptionsTypeHintKey"

/// Key for a Boolean number; true keeps the picture but doesn't show it. The default is false.
public let UNNotificationAttachmentOptionsThumbnailHiddenKey: String =
    "UNNotificationAttachmentOptionsThumbnailHiddenKey"

/// Key for the part of the picture to show: a dictionary of `X`, `Y`, `Width` and `Height`, each 0.0 to 1.0.
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey: String =
    "UNNotificationAttachmentOptionsThumbnailClippingRectKey"

/// Key for a number: the frame of an animated picture, or the second of a movie, to show.
public let UNNotificationAttachmentOptionsThumbnailTimeKey: String = "UNNotificationAttachmentOptionsThumbnailTimeKey"
