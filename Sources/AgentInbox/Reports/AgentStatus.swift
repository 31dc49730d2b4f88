// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentDesktop
import AgentFiles
import AgentInterface
import AgentMachine
import AgentRules
import DBus
import DesktopPresentation
import EventLoop
import FoundationEssentials
import NotificationStore
import SettingsFile
import TimeExpressions
import Triggers

/// `Status`: the numbers of stored requests and notifications, the configuration, and the notification server.
struct AgentStatus: Sendable {
    let store: NotificationStore
    let clock: any WallClock
    let paths: AgentPaths
    let authorizations: Authorizations
    let desktop: Desktop
    let holds: HoldReport
    let days: CalendarReport

    /// Returns the status; a sandboxed program learns nothing of other applications, nor of the person's paths.
    func status(for caller: Caller) async throws -> [String: Value] {
        guard caller.isSandboxed else { return try await status() }
        let seen = [AgentNames.allApplications, caller.app]
        let keys: Set = ["version", "zone", "zoneData", "server", "trouble", "quiet"]
        var own = try await status().filter { keys.contains($0.key) }
        let pauses = await holds.pauses().filter { seen.contains($0["app"]?.string ?? "") }
        if !pauses.isEmpty { own["paused"] = .dictionaries(pauses) }
        if let count = try await store.waitingResponses().first(where: { $0.app == caller.app })?.count {
            own["responsesOf"] = .properties([caller.app: .int64(Int64(count))])
        }
        return own
    }

    private func status() async throws -> [String: Value] {
        let counts = try await store.counts()
        var status: [String: Value] = [
            "version": .string(AgentVersion.current),
            "processID": .uint32(UInt32(ProcessInfo.processInfo.processIdentifier)),
            "store": .string(paths.store), "storeBytes": .uint64(UInt64(max(0, store.fileSize))),
            "pending": .int64(Int64(counts.pending)), "delivered": .int64(Int64(counts.delivered)),
            "unshown": .int64(Int64(counts.presenting)), "responses": .int64(Int64(counts.outbox)),
            "unreadable": .int64(Int64(counts.unreadable)),
            "zone": .string(clock.timeZone.identifier), "zoneData": .string(ZoneData.version()),
            "configuration": .string(paths.configuration),
        ]
        if let fault = await configurationFault() { status["configurationError"] = .string(fault) }
        let pauses = await holds.pauses()
        if !pauses.isEmpty { status["paused"] = .dictionaries(pauses) }
        if let quiet = await holds.quietHours() { status["quiet"] = .properties(quiet) }
        if let calendar = await days.properties() { status["calendar"] = .properties(calendar) }
        let unfetched = try await store.waitingResponses()
        if !unfetched.isEmpty {
            status["responsesOf"] = .properties(
                Dictionary(unfetched.map { ($0.app, .int64(Int64($0.count))) }) { one, _ in one })
        }
        if counts.waiting > 0 { status["held"] = .int64(Int64(counts.waiting)) }
        if let due = try await store.nextDue() {
            status["nextDue"] = .string(DateText.describe(due, now: clock.now, in: clock.timeZone))
        }
        let server = await desktop.currentServer()
        if let trouble = await desktop.trouble() {
            status["trouble"] = .properties(trouble.properties(in: clock.timeZone))
        }
        if let server {
            let words = server.information
            status["server"] = .properties([
                "name": .string(words.first ?? ""), "vendor": .string(words.dropFirst().first ?? ""),
                "version": .string(words.dropFirst(2).first ?? ""),
                "capabilities": .strings(server.capabilities.names.sorted()),
                "pictures": .boolean(server.capabilities.showsPictures),
            ])
            if let isOn = await desktop.doNotDisturb().isOn { status["doNotDisturb"] = .boolean(isOn) }
        }
        return status
    }

    /// Returns the mistake in a `config.toml` that has changed since the agent read it; nil if there is none.
    private func configurationFault() async -> String? {
        let configuration = await authorizations.configuration
        return await offLoop { [configuration, paths] in
            guard let read = configuration.file, read != FileMark(paths.configuration) else { return nil }
            do {
                _ = try Configuration(contentsOf: paths.configuration)
                return nil
            } catch {
                let reason = (error as? ConfigurationError)?.reason ?? "\(error)"
                return reason.split(separator: "\n").joined(separator: " ")
            }
        }
    }
}
