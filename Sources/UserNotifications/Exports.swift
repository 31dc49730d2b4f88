// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Enumerations that are open, as Apple's are: C has them, Swift doesn't.
//
// Files that import only UserNotifications use Date, UUID, URL, DateComponents and NSObject: on Apple's systems
// the module brings Foundation along (un-behaviour 155).
@_exported public import CUserNotifications
@_exported public import Foundation
