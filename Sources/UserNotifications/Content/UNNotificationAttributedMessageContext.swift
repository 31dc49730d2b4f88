// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A message with attributed text. Linux can't create one, because it is made from an `INSendMessageIntent`.
///
/// It is Sendable because it has no state.
nonisolated open class UNNotificationAttributedMessageContext: NSObject, UNNotificationContentProviding,
    @unchecked Sendable
{
    private override init() { super.init() }
}
