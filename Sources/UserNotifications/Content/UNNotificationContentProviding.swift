// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Protocol of the objects that may provide a content on Apple's systems; Linux has none.
public protocol UNNotificationContentProviding: NSObjectProtocol {}
