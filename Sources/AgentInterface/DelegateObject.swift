// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// The object that a caller exports in order to be an application's delegate.
///
/// The reply to `DidReceive` acknowledges the response, so `didReceive` must return only when the response is handled.
package struct DelegateObject: ExportedObject {
    package let interfaces: [Interface]
    private let reply: @Sendable (DelegateMethod, [String: Value]) async throws -> [Value]

    /// - Parameters:
    ///   - didReceive: Gets each response; if the closure throws an error, the agent keeps the response.
    ///   - received: Called after each response on the loop, immediately before the acknowledgement is sent.
    ///   - willPresent: Decides how a notification is presented; called only if `Attach` had the option `willPresent`.
    ///   - openSettings: Shows the application's own notification settings.
    ///   - askText: Asks the person for text and returns it, or nil if the person entered none; called only if the
    ///     caller attached with the option `prompts`.
    ///   - remote: Handles the methods about remote notifications and returns the result of a silent push, 0 (new data),
    ///     1 (no data) or 2 (failed); called only if the caller attached with the option `remote`.
    /// - Throws: ``DBus/BusError`` if the interface's XML is invalid, which a test rules out.
    package init(
        didReceive: @escaping @Sendable ([String: Value]) async throws -> Void,
        received: @escaping @Sendable () -> Void = {},
        willPresent: @escaping @Sendable ([String: Value]) async throws -> [String] = { _ in
            ["banner", "list", "sound"]
        },
        openSettings: @escaping @Sendable ([String: Value]) async throws -> Void = { _ in
            throw BusError.failed("This application has no notification settings of its own.")
        },
        askText: @escaping @Sendable ([String: Value]) async throws -> String? = { _ in nil },
        remote: @escaping @Sendable (DelegateMethod, [String: Value]) async throws -> UInt32 = { method, _ in
            throw BusError.unknownMethod(method.rawValue)
        }
    ) throws {
        interfaces = [try Interface(xml: AgentNames.delegateXML)]
        reply = { method, dictionary in
            switch method {
            case .didReceive:
                defer { received() }
                try await didReceive(dictionary)
                return []
            case .willPresent:
                return [.strings(try await willPresent(dictionary))]
            case .openSettings:
                try await openSettings(dictionary)
                return []
            case .askText:
                let text = try await askText(dictionary)
                return [.boolean(text != nil), .string(text ?? "")]
            case .didRegister, .didFailToRegister:
                _ = try await remote(method, dictionary)
                return []
            case .didReceiveRemote:
                return [.uint32(try await remote(method, dictionary))]
            }
        }
    }

    package func answer(_ call: MethodCall) async throws -> [Value] {
        // A call may take long, so it must not block later calls. The agent itself keeps the responses in order.
        call.letNextCallsPass()
        guard let method = DelegateMethod(rawValue: call.member) else { throw BusError.unknownMethod(call.member) }
        return try await reply(method, call.arguments.first?.properties ?? [:])
    }
}
