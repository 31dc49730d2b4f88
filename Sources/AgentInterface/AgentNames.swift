// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import InterfaceXML

/// Bus names, object paths and interfaces of the agent and of its callers.
package enum AgentNames {
    /// The agent's well-known name on the session bus.
    package static let busName = "org.belfry.Agent"
    package static let path: ObjectPath = "/org/belfry/Agent"
    package static let interface = "org.belfry.NotificationCenter1"
    /// The signal of ``interface`` about logged events.
    package static let event = "Event"
    /// The signal of ``interface`` about changes of the agent's status that are not logged.
    package static let statusChanged = "StatusChanged"
    /// The signal of ``interface`` to programs that follow the location.
    package static let locationEvent = "LocationEvent"
    /// Path at which an attached caller exports ``delegateInterface``.
    package static let delegatePath: ObjectPath = "/org/belfry/NotificationDelegate"
    package static let delegateInterface = "org.belfry.NotificationDelegate1"
    /// Interface of the agent's object when the agent runs with a test clock.
    package static let testClockInterface = "org.belfry.TestClock1"
    /// Application id that stands for all applications, in lists and watches.
    package static let allApplications = "*"
    /// Default application id of `belfry`.
    package static let commandLineApplication = "cli"
    /// Desktop file id for programs without a desktop file of their own.
    package static let desktopEntry = "org.belfry.Belfry"

    /// The XML of the agent's interface, the same as in `dbus/`.
    package static let centerXML = String(cString: belfry_notification_center_xml())
    /// The XML of the delegate's interface, which callers export, the same as in `dbus/`.
    package static let delegateXML = String(cString: belfry_notification_delegate_xml())
    /// The XML of the test clock's interface, the same as in `dbus/`.
    package static let testClockXML = String(cString: belfry_test_clock_xml())
}

/// The version of this build, as in `CHANGELOG.md`.
package enum AgentVersion {
    package static let current = "0.1.0"
}
