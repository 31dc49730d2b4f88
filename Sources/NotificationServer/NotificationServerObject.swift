// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import InterfaceXML

/// The D-Bus object of a notification server: decodes a method's arguments, calls the server and encodes the reply.
package struct NotificationServerObject: ExportedObject {
    package let interfaces: [Interface]
    private let server: NotificationServer

    /// Creates the object; it throws only if the compiled-in interface is invalid, which a test excludes.
    package init(_ server: NotificationServer) throws {
        self.server = server
        interfaces = [try Self.interface()]
    }

    /// Returns the compiled-in interface `org.freedesktop.Notifications`.
    package static func interface() throws -> Interface { try compiledIn.get() }

    /// The compiled-in interface, parsed once.
    private static let compiledIn = Result {
        try Interface(xml: String(cString: belfry_notification_server_xml()))
    }

    package func answer(_ call: MethodCall) async throws -> [Value] {
        switch call.member {
        case "Notify":
            let received = try ReceivedNotification(arguments: call.arguments, sender: call.sender)
            return [.uint32(await server.notify(received))]
        case "CloseNotification":
            guard case .uint32(let id)? = call.arguments.first else {
                throw BusError.invalidArguments("CloseNotification takes (u).")
            }
            // The specification requires an error with an empty message for an unknown number.
            guard await server.close(id, because: .closedByCall) else {
                throw BusError(name: "\(NotificationServer.interfaceName).Error.NoSuchNotification", message: "")
            }
            return []
        case "GetCapabilities":
            return [.strings(await server.configuration.capabilities)]
        case "GetServerInformation":
            let information = await server.configuration.information
            return [
                .string(information.name), .string(information.vendor), .string(information.version),
                .string(information.specification),
            ]
        default:
            throw BusError.unknownMethod(call.member)
        }
    }
}
