// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles

/// Time limit of a command of `on`.
enum CommandLimit {
    private static let standard = Duration.seconds(30)

    /// Half a minute, as documented; tests set another by ``AgentFiles/TestHook``.
    static let current = TestHook.commandLimit.value.flatMap { Int($0) }.map { .milliseconds($0) } ?? standard
}
