// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

#if DEBUG
import Glibc
#endif

/// Time limit of a command of `on`.
enum CommandLimit {
    private static let standard = Duration.seconds(30)

    /// Half a minute, as documented; a debug build takes milliseconds from `BELFRYD_COMMAND_LIMIT`, for tests.
    static let current: Duration = {
        #if DEBUG
        if let text = getenv("BELFRYD_COMMAND_LIMIT"), let limit = Int(String(cString: text)) {
            return .milliseconds(limit)
        }
        #endif
        return standard
    }()
}
