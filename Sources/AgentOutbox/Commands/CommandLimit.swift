// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

#if DEBUG
import Glibc
#endif

/// How long a command of `on` may run.
enum CommandLimit {
    private static let standard = Duration.seconds(30)

    /// Half a minute, as the contract says; of a debug build `BELFRYD_COMMAND_LIMIT` milliseconds, for tests.
    static let current: Duration = {
        #if DEBUG
        if let text = getenv("BELFRYD_COMMAND_LIMIT"), let limit = Int(String(cString: text)) {
            return .milliseconds(limit)
        }
        #endif
        return standard
    }()
}
