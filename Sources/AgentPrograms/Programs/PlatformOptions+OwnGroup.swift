// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Subprocess

extension PlatformOptions {
    /// A process group of its own: a cancelled task ends the program and all that it has started.
    ///
    /// - Parameters:
    ///   - signal: What all of them are sent first.
    ///   - pause: How long they then have until they are killed.
    /// - Returns: What a program is started with.
    static func ownGroup(endedBy signal: Signal = .terminate, within pause: Duration) -> PlatformOptions {
        var options = PlatformOptions()
        options.processGroupID = 0
        options.teardownSequence = [.send(signal: signal, toProcessGroup: true, allowedDurationToNextStep: pause)]
        return options
    }
}
