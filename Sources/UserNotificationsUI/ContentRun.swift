// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ExtensionWire
import NotificationModel
import UserNotifications

/// The run of a content extension: one event, and one answer.
@MainActor
final class ContentRun {
    private let delivery: ExtensionDelivery
    private let lines: ExtensionStreams
    private let context: NSExtensionContext
    private let drawing: any UNNotificationContentExtension

    /// Creates a run and the extension's context, and then calls `makeExtension`.
    init(
        _ delivery: ExtensionDelivery, _ lines: ExtensionStreams,
        _ makeExtension: @MainActor () -> any UNNotificationContentExtension
    ) {
        self.delivery = delivery
        self.lines = lines
        let content = delivery.content
        context = NSExtensionContext(
            title: content.title, subtitle: content.subtitle, body: content.body,
            state: delivery.state.flatMap { try? JSONEncoder().encode($0) })
        NSExtensionContext.current = context
        drawing = makeExtension()
    }

    /// Draws the notification, and ends the process.
    func show() -> Never {
        drawing.didReceive(delivery.notification)
        finish(nil)
    }

    /// Passes the action to the extension, which ends the process when it has handled the action.
    func handle(_ action: ExtensionAction) {
        drawing.didReceive(delivery.notification)
        drawing.didReceive(delivery.response(action)) { [self] option in
            // The extension may call the completion handler on any thread, and even before its `didReceive` returns.
            DispatchQueue.main.async {
                MainActor.assumeIsolated { () -> Void in self.finish(ExtensionReply.ResponseOption(option)) }
            }
        }
    }

    private func finish(_ response: ExtensionReply.ResponseOption?) -> Never {
        do {
            var picture: String?
            if let wanted = delivery.picture {
                let data = try drawing.picture(for: UNNotificationContentPicture(wanted))
                let folder = AttachmentFolder(path: delivery.attachmentsFolder)
                if !data.isEmpty { picture = try folder.write(data, fileExtension: data.pictureExtension) }
            }
            let reply = ExtensionReply(content: patch, picture: picture, response: response, state: try state())
            lines.finish(try reply.line())
        } catch {
            lines.fail("The notification can't be drawn: \(error.localizedDescription)")
        }
    }

    private var patch: ContentPatch {
        var changes: [String: JSONValue] = [:]
        let before = delivery.content
        for (key, old, new) in [
            ("title", before.title, context.title), ("subtitle", before.subtitle, context.subtitle),
            ("body", before.body, context.body),
        ] where old != new { changes[key] = .string(new) }
        return ContentPatch(changes)
    }

    /// Returns the extension's state for its next event; nil if the state is unchanged.
    ///
    /// - Throws: `DecodingError` if the extension's state is no JSON.
    private func state() throws -> JSONValue? {
        let new = try context.state.map { try JSONDecoder().decode(JSONValue.self, from: $0) } ?? .null
        return new == delivery.state ?? .null ? nil : new
    }
}

extension ExtensionReply.ResponseOption {
    init(_ option: UNNotificationContentExtensionResponseOption) {
        switch option {
        case .doNotDismiss: self = .doNotDismiss
        case .dismiss: self = .dismiss
        case .dismissAndForwardAction: self = .dismissAndForwardAction
        }
    }
}

extension UNNotificationContentPicture {
    init(_ picture: ExtensionPicture) {
        self.init(
            width: picture.width, height: picture.height, scale: picture.scale,
            colorScheme: picture.colorScheme == .dark ? .dark : .light)
    }
}

extension Data {
    /// The extension of a picture's file name, by the bytes with which the data begins.
    fileprivate var pictureExtension: String {
        let beginning = [UInt8](prefix(12))
        if beginning.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpg" }
        if beginning.starts(with: Array("GIF8".utf8)) { return "gif" }
        if beginning.starts(with: Array("RIFF".utf8)), beginning.suffix(4) == Array("WEBP".utf8)[...] { return "webp" }
        return "png"
    }
}
