// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// `Letterbox register` registers for remote notifications, prints the subscription for the provider, and ends. Without
/// an argument, the program takes what has come. The agent starts it so for a push and for an answer.
@main
struct Letterbox {
    static func main() async throws {
        let center = UNUserNotificationCenter.current()
        switch Array(CommandLine.arguments.dropFirst()) {
        case ["register"]: try await register(center)
        case []: await take(center)
        default:
            print("usage: Letterbox [register]")
            exit(64)
        }
    }

    private static func register(_ center: UNUserNotificationCenter) async throws {
        guard try await center.requestAuthorization(options: [.alert, .sound, .badge]) else {
            print("You don't let Letterbox notify.")
            exit(1)
        }
        let open = UNNotificationAction(identifier: "open", title: "Read", options: [])
        center.setNotificationCategories([
            UNNotificationCategory(identifier: "letter", actions: [open], intentIdentifiers: [], options: [])
        ])
        let registration = try await center.registerForRemoteNotifications()
        print(String(decoding: registration.subscription, as: UTF8.self))
    }

    /// Takes pushes and answers until nothing has come for three seconds.
    private static func take(_ center: UNUserNotificationCenter) async {
        let (events, continuation) = AsyncStream.makeStream(of: Void.self)
        let receiver = Receiver { continuation.yield() }
        center.delegate = receiver
        center.remoteNotificationDelegate = receiver
        var end = finish(continuation)
        for await _ in events {
            end.cancel()
            end = finish(continuation)
        }
        withExtendedLifetime(receiver) {}
    }

    private static func finish(_ events: AsyncStream<Void>.Continuation) -> Task<Void, any Error> {
        Task {
            try await Task.sleep(for: .seconds(3))
            events.finish()
        }
    }
}
