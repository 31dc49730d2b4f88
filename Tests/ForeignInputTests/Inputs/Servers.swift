// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import DesktopPresentation
import NotificationModel

/// Descriptions of notification servers: no name, version or capability leads to a call that can't be sent.
enum Servers {
    static func read(_ bytes: [UInt8]) throws {
        let words = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        let profile = ServerProfile(of: Array(words.prefix(4)))
        let capabilities = ServerCapabilities(words.dropFirst(4), of: profile)
        var request = Request(identifier: "a", content: Content(title: words.last ?? "", body: words.first ?? ""))
        request.responsePlan.actions = words.prefix(3).enumerated().map { Action(identifier: "\($0)", title: $1) }
        _ = capabilities.degraded(request, category: nil)
        try Calls.check(request, capabilities)
    }
}
