// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentLog
import AgentMachine
import AgentMedia
import AgentRules
import DesktopPresentation
import EventLoop
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore

/// Answers the inquiries of the presentation queue; each answer is an event for the queue.
struct PresentationReader {
    func read(_ inquiry: PresentationInquiry, on desktop: isolated Desktop) async {
        switch inquiry {
        case .backlog(let limit): await readBacklog(limit, desktop)
        case .completeServer:
            if let server = desktop.server { await desktop.link?.complete(server) }
            desktop.feed(.serverCompleted)
        case .examination(let occurrence, let ticket):
            let permission = await desktop.dependencies.permission(occurrence.app)
            let wantsToBeAsked = await desktop.dependencies.wantsToBeAsked(occurrence.app)
            let result = Examination(
                notifications: permission.notifications, alert: permission.alert, wantsToBeAsked: wantsToBeAsked)
            desktop.feed(.examined(occurrence.id, ticket: ticket, result))
        case .application(let occurrence, let ticket):
            let options = await desktop.dependencies.willPresent(occurrence.notification)
            let mayAlert = await desktop.dependencies.permission(occurrence.app).alert
            desktop.feed(.applicationAnswered(occurrence.id, ticket: ticket, options: options, mayAlert: mayAlert))
        case .preparation(let request):
            let preparation = await prepare(request, desktop)
            desktop.feed(.prepared(request.occurrence.id, ticket: request.ticket, preparation))
        case .previews(let id, let app, let ticket):
            desktop.feed(.previewsRead(id, ticket: ticket, await desktop.dependencies.previews(app)))
        case .adoption(let server): await AdoptionReader(server: server).read(on: desktop)
        case .lost: await AdoptionReader.readLost(on: desktop)
        case .lookup(let lookup, let place): await AdoptionReader.lookUp(lookup, at: place, on: desktop)
        // ``Desktop`` starts prompts itself, and keeps the task of each so that it can be cancelled.
        case .prompt: break
        }
    }

    private func readBacklog(_ limit: Int, _ desktop: isolated Desktop) async {
        do {
            let rows = try await desktop.store.presenting(limit: limit)
            if let count = desktop.writing.readFailures.end() {
                desktop.logger.notice("The waiting queue can be read again", metadata: [LogKey.count: "\(count)"])
            }
            desktop.feed(.backlogRead(rows))
        } catch {
            if desktop.writing.readFailures.isDue(at: desktop.clock.sinceBoot) {
                desktop.logger.error(
                    "Could not read the queue of notifications",
                    metadata: [
                        LogKey.error: "\(ErrorSummary(error))",
                        LogKey.count: "\(desktop.writing.readFailures.count)",
                    ])
            }
            desktop.feed(.backlogFailed)
        }
    }

    // MARK: - Parts of a call

    private func prepare(_ request: PreparationRequest, _ desktop: isolated Desktop) async -> Preparation? {
        let (store, dependencies) = (desktop.store, desktop.dependencies)
        var occurrence = request.occurrence
        switch request.check {
        case .none: break
        case .isDelivered:
            do {
                if try await store.occurrence(occurrence.id) == nil { return nil }
            } catch {
                // If the store can't be read, showing the notification twice is better than not at all.
            }
        case .isUnpresented:
            // An occurrence that was answered, removed, replaced or nagged while it waited is not presented.
            guard let row = try? await store.occurrence(occurrence.id), row.state == .unpresented else { return nil }
            occurrence = row
        }
        let permission = await dependencies.permission(occurrence.app)
        let previews = await dependencies.previews(occurrence.app)
        occurrence = await drawn(occurrence, request.ticket, previews, desktop)
        let notification = await permitted(occurrence.notification, permission, request.options)
        let category = try? await store.category(notification.request.content.categoryIdentifier, app: notification.app)
        let picture = await picture(of: notification.request)
        guard let capabilities = await desktop.currentServer()?.capabilities else { return nil }
        let application = dependencies.application(notification.app)
        let hearsDefault = await dependencies.hearsDefault(notification, application.isInstalled)
        let isSilenced = !permission.sound || request.options?.contains("sound") == false
        let sound = await PresentationSounds().plan(
            notification, isSilenced: isSilenced || request.isUpdate, on: desktop.server, capabilities, of: desktop)
        return Preparation(
            occurrence: occurrence, notification: notification, category: category ?? nil, picture: picture,
            previews: previews, capabilities: capabilities, sound: sound, hearsDefault: hearsDefault,
            late: desktop.words.late(notification, in: desktop.clock.timeZone), applicationName: application.name,
            desktopEntry: application.desktopEntry, icon: application.icon,
            breaksThrough: permission.levels.breaksThrough,
            providesSettings: permission.settings.providesAppNotificationSettings)
    }

    /// Lets the application's content extension draw an occurrence without a finished drawing. While the notification's
    /// texts are hidden, nothing is drawn, because the picture would be hidden, too.
    private func drawn(
        _ occurrence: Occurrence, _ ticket: UInt64, _ previews: Previews, _ desktop: isolated Desktop
    ) async -> Occurrence {
        guard occurrence.drawing?.isUnfinished ?? true, !desktop.queue.hidesWords(previews),
            let content = desktop.dependencies.content,
            await content.draws(occurrence.notification.request, of: occurrence.app)
        else { return occurrence }
        desktop.feed(.preparationWaits(ticket: ticket))
        return occurrence.drawn(await content.draw(occurrence).drawing)
    }

    /// Returns the notification without the parts that the person or the running application does not want.
    private func permitted(
        _ notification: NotificationModel.Notification, _ permission: Permission, _ options: Set<String>?
    ) async -> NotificationModel.Notification {
        var result = notification
        let content = notification.request.drawing?.applied(to: notification.request.content)
        result.request.content = permission.levels.permitted(content ?? notification.request.content)
        if !permission.badge || options?.contains("badge") == false { result.request.content.badge = nil }
        // Files are checked again, because a path that was a file when the request was added may be a pipe now.
        if ShownFiles.areNamed(in: result.request) {
            result.request = await offLoop { [request = result.request] in ShownFiles.checked(request).request }
        }
        return result
    }

    /// Decodes the notification's picture outside of the loop; nil if there is no picture to show.
    private func picture(of request: Request) async -> Picture? {
        let shown = request.content.attachments.first { $0.kind == .picture && !$0.isThumbnailHidden }
        guard let attachment = request.drawing?.picture.map({ Attachment(url: $0) }) ?? shown else { return nil }
        return await withTaskExecutorPreference(EventLoop.worker) { await Self.load(attachment) }
    }

    @concurrent
    private static func load(_ attachment: Attachment) async -> Picture? {
        await PictureDecoder.own().picture(attachment)
    }
}
