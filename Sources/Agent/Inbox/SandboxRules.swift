// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import NotificationModel

/// What a sandboxed program may not hand over: it would reach out of its sandbox with it.
enum SandboxRules {
    /// URLs that do no more than open a page or a letter, which a sandbox lets its program do.
    private static let schemes: Set = ["http", "https", "mailto"]

    /// Refuses commands, paths, other applications, and URLs that may be either.
    ///
    /// - Throws: `AccessDenied` that names the key. A host program is refused nothing.
    static func check(_ request: Request, from caller: Caller) throws(BusError) {
        guard caller.isSandboxed else { return }
        let plan = request.responsePlan
        if !plan.commands.isEmpty { throw refusal("on", caller, "a command") }
        switch plan.opening {
        case .application: throw refusal("activate", caller, "another application")
        case .url where !schemes.contains(plan.opening?.scheme ?? ""):
            throw refusal("open", caller, "a URL other than http:, https: and mailto: ones")
        case .url, nil: break
        }
        if let icon = request.presentation.icon, icon.contains("/") { throw refusal("icon", caller, "a path") }
        if request.content.soundFile != nil { throw refusal("sound", caller, "a path") }
        if !request.content.attachments.isEmpty { throw refusal("attachments", caller, "a path") }
    }

    private static func refusal(_ key: String, _ caller: Caller, _ what: String) -> BusError {
        BusError.accessDenied("\(key): \(caller.app) is sandboxed and may not hand over \(what).")
    }
}
