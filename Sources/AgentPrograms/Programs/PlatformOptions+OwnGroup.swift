// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Subprocess

extension PlatformOptions {
    /// Puts the program in its own process group: cancelling the task ends the program and its children.
    ///
    /// - Parameters:
    ///   - signal: The first signal sent to the group.
    ///   - pause: The time until the group is killed.
    /// - Returns: The options to start the program with.
    static func ownGroup(endedBy signal: Signal = .terminate, within pause: Duration) -> PlatformOptions {
        var options = PlatformOptions()
        options.processGroupID = 0
        options.teardownSequence = [.send(signal: signal, toProcessGroup: true, allowedDurationToNextStep: pause)]
        return options
    }
}
