// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DesktopPresentation
import NotificationStore

/// How full a server's screen is with what is ours.
struct Screen {
    private let count: Int
    private let counts: [String: Int]
    private let limits: ServerProfile.Limits

    /// `asked` are the applications of those that are on their way unless their application says no.
    init(_ open: some Collection<Showing>, asked: some Collection<String>, _ limits: ServerProfile.Limits) {
        count = open.count + asked.count
        counts = (open.map(\.occurrence.app) + asked).reduce(into: [:]) { $0[$1, default: 0] += 1 }
        self.limits = limits
    }

    func hasRoom(for app: String) -> Bool {
        limits.total.map { count < $0 } ?? true
            && limits.perApplication.map { counts[app, default: 0] < $0 } ?? true
    }
}
