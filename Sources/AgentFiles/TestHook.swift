// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A behaviour of the agent that only tests change: a step at which it dies, a smaller limit, another folder.
///
/// The programs that people install have no hooks: there each value is nil, and no variable of the environment is read.
/// `belfryd` installs them when it is built for debugging, or with `BELFRY_TEST_HOOKS`.
package enum TestHook: CaseIterable, Sendable {
    /// The step at which the agent kills itself, as ``CrashPoint`` describes.
    case crashAt
    /// The largest list that is one answer, in bytes.
    case listBytes
    /// The largest answer about added requests, in bytes.
    case answerBytes
    /// The time limit of a command, in milliseconds.
    case commandLimit
    /// The folder that stands for `/etc` when the machine's zone is read.
    case zoneFolder

    private static let values = Mutex<[TestHook: String]>([:])

    /// The value that the test gave; nil where it gave none, and in a build without hooks.
    package var value: String? { Self.values.withLock { $0[self] } }

    /// Sets the values of hooks; `belfryd` calls it before it reads any.
    package static func install(_ values: [TestHook: String]) { self.values.withLock { $0 = values } }
}
