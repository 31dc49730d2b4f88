// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import UserNotificationsUI

/// A content extension as other people write one: a download that can be paused.
final class ProgressRing: NSObject, UNNotificationContentExtension {
    private struct State: Codable {
        var isPaused = false
        var events = 0
    }

    private var state = State()
    private var progress = 0.0

    func didReceive(_ notification: UNNotification) {
        print("drawing", terminator: "")
        let content = notification.request.content
        progress = (content.userInfo["progress"] as? NSNumber)?.doubleValue ?? 0
        state = extensionContext?.state.flatMap { try? JSONDecoder().decode(State.self, from: $0) } ?? State()
        state.events += 1
        update()
    }

    func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void
    ) {
        switch response.actionIdentifier {
        case "PAUSE":
            state.isPaused.toggle()
            update()
            completion(.doNotDismiss)
        case "NOTE":
            extensionContext?.body = (response as? UNTextInputNotificationResponse)?.userText ?? "nothing"
            completion(.doNotDismiss)
        case "HIDE": completion(.dismiss)
        default: completion(.dismissAndForwardAction)
        }
    }

    func picture(for picture: UNNotificationContentPicture) throws -> Data {
        guard progress <= 1 else { throw CocoaError(.coderInvalidValue) }
        // A picture in the simplest format that a test can read; a real one would be a PNG.
        let size = "\(picture.width)x\(picture.height)@\(picture.scale)"
        return Data("GIF89a \(size) \(picture.colorScheme) \(progress)".utf8)
    }

    private func update() {
        extensionContext?.subtitle = state.isPaused ? "paused" : "\(Int(progress * 100)) %"
        extensionContext?.state = try? JSONEncoder().encode(state)
    }
}
