// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// What a notification server says it can do, and what it can't do of a request.
struct ServerCapabilities: Hashable, Sendable {
    let names: Set<String>

    init(_ names: some Sequence<String>) { self.names = Set(names) }

    var hasMarkup: Bool { names.contains("body-markup") }
    var repliesInline: Bool { names.contains("inline-reply") }
    var playsSounds: Bool { names.contains("sound") }

    /// What of `request` this server leaves out, in words of the contract.
    func degraded(_ request: Request, category: NotificationModel.Category?) -> [String] {
        let actions = request.responsePlan.actions + (category?.actions ?? [])
        var missing: [String] = []
        if !names.contains("actions"), !actions.isEmpty || !request.responsePlan.snooze.isEmpty {
            missing.append("actions")
        }
        if !names.contains("body"), !(request.content.subtitle + request.content.body).isEmpty {
            missing.append("body")
        }
        if !repliesInline, actions.contains(where: { $0.textInput != nil }) { missing.append("reply") }
        if actions.count(where: { $0.textInput != nil }) > 1 { missing.append("secondReply") }
        if actions.contains(where: { $0.icon != nil }) { missing.append("actionIcons") }
        if actions.contains(where: { $0.options.contains(.authenticationRequired) }) {
            missing.append("authenticationRequired")
        }
        let pictures = request.content.attachments.filter { $0.kind == .picture }
        if pictures.count > 1 || pictures.count < request.content.attachments.count { missing.append("attachments") }
        if names.isDisjoint(with: ["icon-static", "icon-multi", "body-images"]), !pictures.isEmpty {
            missing.append("image")
        }
        return missing
    }
}
