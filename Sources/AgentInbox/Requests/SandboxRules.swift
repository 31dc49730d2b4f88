// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentMedia
import DBus
import NotificationModel
import Triggers

/// Rules against requests with which a sandboxed program would reach out of its sandbox.
enum SandboxRules {
    /// Schemes of URLs that only open a page or a new mail, which a sandbox lets its program do.
    private static let schemes: Set = ["http", "https", "mailto"]

    /// Refuses commands, paths, other applications, and URLs that may lead to any of these.
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
        case .url(let url) where attaches(url):
            throw refusal("open", caller, "a mail with an attached file")
        case .url, nil: break
        }
        if !plan.environment.isEmpty { throw refusal("environment", caller, "an environment") }
        if request.policy.isWaking {
            throw .accessDenied("wake: \(caller.app) is sandboxed and may not wake the machine.")
        }
        if let icon = request.display.icon, icon.contains("/") { throw refusal("icon", caller, "a path") }
        if request.content.soundFile != nil { throw refusal("sound", caller, "a path") }
        if !request.content.attachments.isEmpty { throw refusal("attachments", caller, "a path") }
    }

    /// Returns the person's calendar as the caller may use it: times of sunrise and sunset would tell a sandboxed
    /// program where the person is.
    static func calendar(for caller: Caller, of person: PersonalCalendar = .current) -> PersonalCalendar {
        var calendar = person
        if caller.isSandboxed { calendar.place = nil }
        return calendar
    }

    /// Whether a mail program that opens the URL may attach one of the person's files.
    private static func attaches(_ url: String) -> Bool {
        guard url.lowercased().hasPrefix("mailto:") else { return false }
        // No address needs the word "attach". A URL that can't be decoded counts as attaching a file, because a mail
        // program may understand it.
        guard let plain = try? LocalFile.decoded(url[...]) else { return true }
        return plain.lowercased().contains("attach")
    }

    /// Returns the request without the parts that imitate another application, and the documented keys of these parts.
    ///
    /// A name, an icon of another application or of the system, and hints that set a name or icon or reach another
    /// application's notifications are removed. A request of a host program stays as it is.
    static func withoutDisguise(
        _ request: Request, from caller: Caller, isInstalled: (String) -> Bool
    ) -> (request: Request, degraded: [String]) {
        guard caller.isSandboxed else { return (request, []) }
        var result = request
        var degraded: [String] = []
        if request.display.applicationName != nil {
            result.display.applicationName = nil
            degraded.append("applicationName")
        }
        if let icon = request.display.icon, !isOwn(icon, caller.app) {
            result.display.icon = nil
            if !icon.isEmpty { degraded.append("icon") }
        }
        // A request that is shown as given lacks the application's name and icon. The server's number of the
        // notification that it replaces may be another application's.
        if request.display.isAsGiven {
            result.display.isAsGiven = false
            degraded.append("asGiven")
        }
        result.display.replacesNumber = 0
        if request.display.isMarkup {
            result.content.body = BodyMarkup(request.content.body).confined(toSchemes: schemes)
        }
        // An application without a desktop file is shown with its id as the icon's name, and not with Belfry's icon.
        if result.display.icon == nil, !isInstalled(caller.app) { result.display.icon = caller.app }
        result.display.hints = request.display.hints.filter { name, value in
            switch name {
            case "image-path": if case .string(let icon) = value { isOwn(icon, caller.app) } else { false }
            case "x-kde-origin-name", "x-dunst-stack-tag": false
            default: true
            }
        }
        let hints = Set(request.display.hints.keys).subtracting(result.display.hints.keys)
        for name in hints { result.display.hintTypes[name] = nil }
        return (result, degraded + hints.sorted().map { "hint:\($0)" })
    }

    /// Whether the icon is the application's own: Flatpak and snapd export icons only under the application's name.
    private static func isOwn(_ icon: String, _ app: String) -> Bool {
        let snap = app.firstIndex(of: "_").map { "snap.\(app[..<$0])." }
        return icon == app || icon.hasPrefix("\(app).") || icon.hasPrefix("\(app)-") || snap.map(icon.hasPrefix) == true
    }

    private static func refusal(_ key: String, _ caller: Caller, _ what: String) -> BusError {
        BusError.accessDenied("\(key): \(caller.app) is sandboxed and may not send \(what).")
    }
}
