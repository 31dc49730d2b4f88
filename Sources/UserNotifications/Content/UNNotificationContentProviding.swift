// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Marks the objects of Apple's systems that may decorate a content; there are none on Linux.
public protocol UNNotificationContentProviding: NSObjectProtocol {}
