// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ExtensionWire
import UserNotifications

extension UNNotificationContentExtension {
    /// Runs a content extension as a program: the agent writes one event to its standard input, and reads the picture's
    /// name and the changed texts from its standard output.
    ///
    /// Linux only. `main.swift` consists of two lines, the import and `ProgressRing.run { ProgressRing() }`. The method
    /// must be called on the main thread. It serves the main queue until the picture is drawn, and then ends the
    /// program. Text that the extension prints goes to standard error.
    ///
    /// - Parameter makeExtension: Creates the extension.
    public nonisolated static func run(_ makeExtension: @MainActor () -> Self) -> Never {
        let lines = ExtensionStreams()
        let event = lines.nextEvent()
        // In Swift 5 mode the code of main.swift belongs to no actor, although it runs on the main thread.
        MainActor.assumeIsolated { () -> Void in
            switch event {
            case .didReceive(let delivery): ContentRun(delivery, lines, makeExtension).show()
            case .action(let action, let delivery): ContentRun(delivery, lines, makeExtension).handle(action)
            case .timeWillExpire, nil:
                lines.fail("Standard input has no event. The agent starts this program, or `belfry extension run`.")
            }
        }
        while true { RunLoop.main.run() }
    }
}
