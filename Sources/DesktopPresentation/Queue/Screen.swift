// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// How full a server's screen is with what is ours.
struct Screen {
    private let count: Int
    private let counts: [String: Int]
    private let limits: ServerProfile.Limits

    /// `open` are the applications of those on the screen, `asked` those of such as are on their way unless their application
    /// says no.
    init(_ open: [String], asked: [String], _ limits: ServerProfile.Limits) {
        count = open.count + asked.count
        counts = (open + asked).reduce(into: [:]) { $0[$1, default: 0] += 1 }
        self.limits = limits
    }

    func hasRoom(for app: String) -> Bool {
        limits.total.map { count < $0 } ?? true
            && limits.perApplication.map { counts[app, default: 0] < $0 } ?? true
    }
}
