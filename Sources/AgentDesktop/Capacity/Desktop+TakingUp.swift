// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationStore

/// What has come into the store by another way than the schedule's.
extension Desktop {
    /// Shows what waits to be shown, and what was on another machine's screen, as the person's policy says.
    package func takeUp() async {
        backlog += 1
        if let server {
            adoptions += 1
            await bringBack(to: server)
            adoptions -= 1
        } else {
            await link?.startServerIfActivatable()
        }
        pump()
    }
}
