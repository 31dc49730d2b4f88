// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// The names by which the agent and its callers find each other.
package enum AgentNames {
    /// The agent's well-known name on the session bus.
    package static let busName = "org.belfry.Agent"
    package static let path: ObjectPath = "/org/belfry/Agent"
    package static let interface = "org.belfry.NotificationCenter1"
    /// The one signal of ``interface``.
    package static let event = "Event"
    /// Where a caller that attached exports ``delegateInterface``.
    package static let delegatePath: ObjectPath = "/org/belfry/NotificationDelegate"
    package static let delegateInterface = "org.belfry.NotificationDelegate1"
    /// Of the agent's object, where it runs with a test clock.
    package static let testClockInterface = "org.belfry.TestClock1"
    /// Stands for every application, in lists and watches.
    package static let allApplications = "*"
    /// The application id of `belfry`, where nothing else is said.
    package static let commandLineApplication = "cli"
    /// The desktop file that stands for programs which have none.
    package static let desktopEntry = "org.belfry.Belfry"

    /// The agent's interface as in `dbus/`.
    package static let centerXML = String(
        decoding: PackageResources.org_belfry_NotificationCenter1_xml, as: UTF8.self)
    /// The caller's interface as in `dbus/`.
    package static let delegateXML = String(
        decoding: PackageResources.org_belfry_NotificationDelegate1_xml, as: UTF8.self)
    /// The test clock's interface as in `dbus/`.
    package static let testClockXML = String(decoding: PackageResources.org_belfry_TestClock1_xml, as: UTF8.self)
}
