// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A message with attributed text. It is made of an `INSendMessageIntent`, so that Linux has no way to make one.
///
/// Sendable: it has no state.
nonisolated open class UNNotificationAttributedMessageContext: NSObject, UNNotificationContentProviding,
    @unchecked Sendable
{
    private override init() { super.init() }
}
