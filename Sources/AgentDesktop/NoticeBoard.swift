// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentLog
import AgentMachine
import AgentRules
import DBus
import DesktopPresentation
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore

/// Carries out the notices of the presentation queue: effects that cause no event in return.
struct NoticeBoard {
    func tell(_ notice: PresentationNotice, on desktop: isolated Desktop) {
        switch notice {
        case .number(let id, let number): desktop.tellNumber(number, of: id)
        case .badge(let notification): applyBadge(of: notification, on: desktop)
        case .sound(let plan, let occurrence): PresentationSounds().play(plan, of: occurrence, on: desktop)
        case .progress(let occurrence): showProgress(of: occurrence, on: desktop)
        case .progressEnded(let id): desktop.launcher.assumeIsolated { $0.endProgress(of: id) }
        case .settings(let notification):
            // This runs in a separate task, because the application may take long to open its settings.
            desktop.start { desktop in
                let dependencies = desktop.dependencies
                let settings = await dependencies.permission(notification.app).settings
                if settings.providesAppNotificationSettings { _ = await dependencies.openSettings(notification) }
            }
        case .promptEnded(let id): desktop.prompts.removeValue(forKey: id)?.cancel()
        case .startServer: desktop.link?.assumeIsolated { $0.startServerIfActivatable() }
        case .serverLost: desktop.start { await replaceServer(of: $0) }
        case .capabilitiesDoubtful: desktop.lookup.capabilitiesRead = -ConnectedServer.longestFreshness
        case .log(let line): log(line, on: desktop)
        }
    }

    /// Asks the bus to start another server if occurrences wait for one, unless servers exit one after another.
    private func replaceServer(of desktop: isolated Desktop) async {
        await AdoptionReader.remember(presenter: nil, on: desktop)
        guard desktop.server == nil, !desktop.queue.isStopping,
            !desktop.queue.isServerLoop(at: desktop.clock.sinceBoot),
            (try? await desktop.store.presenting(limit: 1).isEmpty) == false
        else { return }
        await desktop.link?.startServerIfActivatable()
    }

    private func log(_ line: PresentationNotice.Log, on desktop: isolated Desktop) {
        let logger = desktop.logger
        switch line {
        case .notTaken(let id, let error):
            guard desktop.writing.refusals.isDue(at: desktop.clock.sinceBoot) else { return }
            logger.warning(
                "The server did not accept a notification",
                metadata: [
                    LogKey.error: "\(ErrorSummary(BusError(name: error, message: "")))", LogKey.occurrence: "\(id)",
                    LogKey.count: "\(desktop.writing.refusals.count)",
                ])
        case .taken:
            guard let count = desktop.writing.refusals.end() else { return }
            logger.notice("The server accepts notifications again", metadata: [LogKey.count: "\(count)"])
        case .refused(let id, let error):
            logger.error(
                "The server refuses a notification in every form",
                metadata: [
                    LogKey.occurrence: "\(id)",
                    LogKey.error: "\(ErrorSummary(BusError(name: error, message: "")))",
                ])
        case .tooMany(let app, let count):
            logger.warning(
                "Too many notifications of an application are on the screen: the oldest are closed",
                metadata: [LogKey.app: "\(app)", LogKey.count: "\(count)"])
        case .tooManyPrompts(let count):
            logger.warning("Too many prompts are open", metadata: [LogKey.count: "\(count)"])
        case .strayPress(let id):
            logger.info(
                "A press on a notification with an unknown number counts as an answer",
                metadata: [LogKey.occurrence: "\(id)"])
        }
    }

    // MARK: - Icons

    /// Sends the badge of a notification to docks, and stores it.
    func applyBadge(of notification: NotificationModel.Notification, on desktop: isolated Desktop) {
        guard let count = notification.request.content.badge else { return }
        desktop.showBadge(count, of: notification.app)
        desktop.start { try? await $0.store.setBadge(count, app: notification.app) }
    }

    /// Sends the progress of a notification on the screen to docks.
    private func showProgress(of occurrence: Occurrence, on desktop: isolated Desktop) {
        guard let percent = occurrence.notification.request.display.percentDone else { return }
        let desktopEntry = desktop.dependencies.application(occurrence.app).desktopEntry
        desktop.launcher.assumeIsolated { $0.setProgress(percent, of: occurrence.id, on: desktopEntry) }
    }
}
