// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import ExtensionWire
import NotificationModel
import Synchronization

/// The run of a service extension: one notification, and one answer.
final class ServiceRun: Sendable {
    private let delivery: ExtensionDelivery
    private let lines: ExtensionStreams
    private let isAnswered = Mutex(false)

    init(_ delivery: ExtensionDelivery, _ lines: ExtensionStreams) {
        self.delivery = delivery
        self.lines = lines
    }

    /// Calls the extension on two new threads, and serves the main queue until the extension's answer ends the process.
    func run(_ service: UNNotificationServiceExtension) -> Never {
        let service = Unisolated(service)
        let received = DispatchGroup()
        received.enter()
        Thread.detachNewThread { [self] in
            service.value.didReceive(delivery.notificationRequest) { [self] in answer($0) }
            received.leave()
        }
        Thread.detachNewThread { [self] in
            while let event = lines.nextEvent() {
                guard event == .timeWillExpire else { continue }
                // Extensions store the handler in `didReceive`. A short time limit may end before that method does, so
                // this thread waits for its return, at most 1 s.
                _ = received.wait(timeout: .now() + .seconds(1))
                service.value.serviceExtensionTimeWillExpire()
            }
        }
        while true { RunLoop.main.run() }
    }

    /// Answers with the extension's changes to the content, and ends the process; only the first call counts.
    ///
    /// A content that can't be sent ends the process without an answer, so that the original content is shown.
    private func answer(_ content: UNNotificationContent) {
        let isFirst = isAnswered.withLock { isAnswered in
            defer { isAnswered = true }
            return !isAnswered
        }
        guard isFirst else { return }
        do {
            // The original content is converted in the same way as the changed one, so that the two differ by the
            // extension's changes only.
            let original = try UNNotificationContent(delivery.content).model()
            var changed = try content.model()
            let folder = AttachmentFolder(path: delivery.attachmentsFolder)
            changed.attachments = folder.place(changed.attachments, besides: original.attachments) {
                lines.complain($0)
            }
            let patch = try ContentPatch(from: original, to: changed, attachmentsFolder: delivery.attachmentsFolder)
            lines.finish(try ExtensionReply(content: patch).line())
        } catch {
            lines.fail("The content can't be sent: \(error.localizedDescription)")
        }
    }
}
