// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationModel

extension LocationService {
    /// Functions of the agent's other parts that the location service calls.
    package struct Dependencies: Sendable {
        /// Fires the requests that have become due.
        let ring: @Sendable () async -> Void
        /// Shows a notification of Belfry's own.
        let say: @Sendable (Request) async -> Void
        /// Returns an application's name as the person knows it.
        let name: @Sendable (_ app: String) -> String

        package init(
            ring: @escaping @Sendable () async -> Void, say: @escaping @Sendable (Request) async -> Void,
            name: @escaping @Sendable (_ app: String) -> String
        ) {
            (self.ring, self.say, self.name) = (ring, say, name)
        }
    }
}
