// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles
import AgentLog
import AgentMachine
import AgentMedia
import EventLoop
import ExtensionWire
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore
import Synchronization

/// The run of a content extension: the event, the process, and the extension's answer.
extension ContentExtensions {
    /// Runs the extension for an event, and returns its answer; nil if the run fails or was cancelled.
    func answer(to event: RunEvent, _ program: ExtensionProgram, _ turn: UInt64) async -> ContentAnswer? {
        guard let home = try? await offLoop({ [folder] in try folder.make() }) else {
            conclude(event, .failure(.notStarted("the folder for its files can't be made")), .zero)
            return nil
        }
        let result: Result<ContentAnswer, RunFailure>?
        var elapsed = Duration.zero
        do {
            let answer = Mutex(RunAnswer(of: .content))
            let call = try RunCall(program, event.line(for: program, in: home), in: home) { line, _ in
                _ = answer.withLock { $0.take(line) }
            }
            CrashPoint.reached(.duringExtension)
            let outcome = await outcome(of: call, turn)
            elapsed = outcome.elapsed
            log.errors(outcome, of: program.app)
            switch answer.withLock({ $0 }).verdict(after: outcome) {
            case .success(let reply)?: result = await checked(reply, event, filesIn: home)
            // If the extension has no answer to an action, the response is forwarded, which is no failure.
            case .failure(.noAnswer)? where event.action != nil:
                result = .success(ContentAnswer(drawing: event.drawing))
            case .failure(let failure)?: result = .failure(failure)
            case nil: result = nil
            }
        } catch {
            result = .failure(.notStarted("\(ErrorSummary(error))"))
        }
        await offLoop { [folder] in folder.remove(home) }
        if let result { conclude(event, result, elapsed) }
        return try? result?.get()
    }

    /// Makes the drawing of an extension's answer; copies the picture into the store's folder, and protects the copy.
    private func checked(
        _ reply: ExtensionReply, _ event: RunEvent, filesIn home: String
    ) async -> Result<ContentAnswer, RunFailure> {
        guard let (made, remarks) = reply.drawing(after: event.drawing, of: event.content) else {
            return .failure(.emptied)
        }
        var (drawing, keys) = (made, remarks.map(\.key))
        if let name = reply.picture {
            let (app, identifier) = (event.occurrence.app, event.occurrence.identifier)
            let copy = await copy("\(home)/\(name)", of: app, identifier)
            if copy == nil { keys.append("picture") }
            drawing.picture = copy ?? drawing.picture
        }
        return .success(ContentAnswer(drawing: drawing, option: reply.response, remarks: keys))
    }

    /// Copies a picture, and returns the path of the copy; nil if the picture can't be shown.
    private func copy(_ path: String, of app: String, _ identifier: String) async -> String? {
        guard await offLoop({ AttachmentStore.isPlainPicture(path) }) else { return nil }
        var request = Request(identifier: identifier, content: Content())
        request.content.attachments = [Attachment(url: path)]
        do {
            let kept = try await dependencies.keepFiles(request, app)
            guard let picture = kept.request.content.attachments.first?.url else { return nil }
            protect(PictureCopy(home: kept.home, request: kept.request, app: app), picture)
            return picture
        } catch {
            log.failure("Could not keep the picture of a content extension", error)
            return nil
        }
    }
}

/// An event for a content extension.
struct RunEvent: Sendable {
    let occurrence: Occurrence
    let picture: ExtensionPicture
    /// The action that the person chose; nil if the notification is shown for the first time.
    let action: ExtensionAction?

    /// The drawing that the notification has now.
    var drawing: Drawing { occurrence.drawing ?? Drawing() }
    var content: Content { occurrence.notification.request.content }

    /// Returns the event for the extension, with the content as the person sees it.
    func line(for program: ExtensionProgram, in home: String) -> ExtensionEvent {
        let notification = occurrence.notification
        var delivery = ExtensionDelivery(of: notification.request, at: notification.date, to: program, in: home)
        delivery.content = drawing.applied(to: content)
        delivery.picture = picture
        delivery.state = drawing.state.flatMap { try? JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
        return action.map { .action($0, delivery) } ?? .didReceive(delivery)
    }
}

/// The answer of a content extension: the new drawing and, for an action, the extension's decision about the response.
struct ContentAnswer: Sendable {
    var drawing: Drawing
    var option: ExtensionReply.ResponseOption?
    /// The keys of the extension's changes that were not made, or only in part.
    var remarks: [String] = []
}
