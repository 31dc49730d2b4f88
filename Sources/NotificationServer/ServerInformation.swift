// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Data of `GetServerInformation`.
package struct ServerInformation: Hashable, Sendable {
    package var name: String
    package var vendor: String
    package var version: String
    /// The version of the specification, such as "1.3".
    package var specification: String

    package init(name: String, vendor: String, version: String, specification: String = "1.3") {
        self.name = name
        self.vendor = vendor
        self.version = version
        self.specification = specification
    }
}
