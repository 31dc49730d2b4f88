// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentMedia
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
        if case .url(let url) = plan.opening, Self.attaches(url) {
            throw refusal("open", caller, "a letter with a file")
        }
        if !plan.environment.isEmpty { throw refusal("environment", caller, "an environment") }
        if request.policy.isWaking {
            throw .accessDenied("wake: \(caller.app) is sandboxed and may not wake the machine.")
        }
        if let icon = request.presentation.icon, icon.contains("/") { throw refusal("icon", caller, "a path") }
        if request.content.soundFile != nil { throw refusal("sound", caller, "a path") }
        if !request.content.attachments.isEmpty { throw refusal("attachments", caller, "a path") }
    }

    /// Whether a mail program that opens a URL may take a file of the person's along.
    private static func attaches(_ url: String) -> Bool {
        guard url.lowercased().hasPrefix("mailto:") else { return false }
        // Encoded or not, no address needs the word; what can't be decoded is some program's to understand.
        guard let plain = try? LocalFile.decoded(url[...]) else { return true }
        return plain.lowercased().contains("attach")
    }

    /// The request without what a server would show as another's, and what of it that is, in words of the contract.
    ///
    /// A name, an icon of another application or of the system, and hints that stand for either or reach another's
    /// notifications. A host program keeps all of it.
    static func withoutDisguise(
        _ request: Request, from caller: Caller, isInstalled: (String) -> Bool
    ) -> (request: Request, degraded: [String]) {
        guard caller.isSandboxed else { return (request, []) }
        var result = request
        var degraded: [String] = []
        if request.presentation.applicationName != nil {
            result.presentation.applicationName = nil
            degraded.append("applicationName")
        }
        if let icon = request.presentation.icon, !isOwn(icon, caller.app) {
            result.presentation.icon = nil
            if !icon.isEmpty { degraded.append("icon") }
        }
        // Shown as given it would have neither its name nor its icon, and what has a number may be another's.
        if request.presentation.isAsGiven {
            result.presentation.isAsGiven = false
            degraded.append("asGiven")
        }
        result.presentation.replacesNumber = 0
        if request.presentation.isMarkup {
            result.content.body = BodyMarkup(request.content.body).confined(toSchemes: schemes)
        }
        // Who has no desktop file is shown by its id, and not with Belfry's own face.
        if result.presentation.icon == nil, !isInstalled(caller.app) { result.presentation.icon = caller.app }
        result.presentation.hints = request.presentation.hints.filter { name, value in
            switch name {
            case "image-path": if case .string(let icon) = value { isOwn(icon, caller.app) } else { false }
            case "x-kde-origin-name", "x-dunst-stack-tag": false
            default: true
            }
        }
        let hints = Set(request.presentation.hints.keys).subtracting(result.presentation.hints.keys)
        for name in hints { result.presentation.hintTypes[name] = nil }
        return (result, degraded + hints.sorted().map { "hint:\($0)" })
    }

    /// Whether an icon's name is one that the application brings along: Flatpak and snapd let them out under its own name only.
    private static func isOwn(_ icon: String, _ app: String) -> Bool {
        let snap = app.firstIndex(of: "_").map { "snap.\(app[..<$0])." }
        return icon == app || icon.hasPrefix("\(app).") || icon.hasPrefix("\(app)-")
            || snap.map(icon.hasPrefix) == true
    }

    private static func refusal(_ key: String, _ caller: Caller, _ what: String) -> BusError {
        BusError.accessDenied("\(key): \(caller.app) is sandboxed and may not hand over \(what).")
    }
}
