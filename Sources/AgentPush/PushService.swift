// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
package import AgentMachine
package import DBus
package import FoundationEssentials
package import Logging
package import NotificationModel
package import NotificationStore

/// Remote notifications: the agent as UnifiedPush's connector for all applications.
package struct PushService: Sendable {
    package let registrar: PushRegistrar
    package let wakes: PushWakes
    package let pings: PingLedger
    private let object: ConnectorObject

    /// Functions of other modules that the push service calls.
    package struct Dependencies: Sendable {
        /// Stores and presents a push; throws only if the distributor must send the message again.
        package let deliver: @Sendable (RemotePush) async throws -> PushOutcome
        /// Calls a method of a running application that attached for remote notifications; returns whether the
        /// application replied, even with an error.
        package let call: @Sendable (_ app: String, DelegateMethod, [String: Value]) async -> Bool
        package let isAttached: @Sendable (_ app: String) async -> Bool
        /// See ``WakeReceivers/startPause``.
        package let startPause: @Sendable (_ app: String) async -> TimeInterval?
        package let start: @Sendable (_ app: String) async -> Void
        /// Shows a notification of Belfry's own once: a later notification with the same name is not shown.
        package let sayOnce: @Sendable (Request, _ name: String) async -> Void

        package init(
            deliver: @escaping @Sendable (RemotePush) async throws -> PushOutcome,
            call: @escaping @Sendable (_ app: String, DelegateMethod, [String: Value]) async -> Bool,
            isAttached: @escaping @Sendable (_ app: String) async -> Bool,
            startPause: @escaping @Sendable (_ app: String) async -> TimeInterval?,
            start: @escaping @Sendable (_ app: String) async -> Void,
            sayOnce: @escaping @Sendable (Request, _ name: String) async -> Void
        ) {
            (self.deliver, self.call, self.isAttached) = (deliver, call, isAttached)
            (self.startPause, self.start, self.sayOnce) = (startPause, start, sayOnce)
        }
    }

    /// - Parameters:
    ///   - connection: The agent's connection.
    ///   - store: The store of registrations and pushes.
    ///   - clock: The clock of budgets and retries.
    ///   - logger: The agent's logger.
    ///   - distributor: `push.distributor` of `config.toml`; nil without one.
    ///   - dependencies: Functions of other modules that the push service calls.
    /// - Throws: ``DBus/BusError`` if an interface's XML is invalid, which a test rules out.
    package init(
        connection: Connection, store: NotificationStore, clock: any WallClock, logger: Logger, distributor: String?,
        dependencies: Dependencies
    ) throws {
        registrar = PushRegistrar(
            connection: connection, store: store, clock: clock, logger: logger, distributor: distributor,
            environment: ProcessInfo.processInfo.environment
        ) { app, registration in
            let method: DelegateMethod = registration.state == .registered ? .didRegister : .didFailToRegister
            return await dependencies.call(app, method, RegistrationReport.properties(of: registration))
        } askPerson: { distributor in
            await dependencies.sayOnce(SetupNotification.request(distributor), SetupNotification.name(distributor))
        }
        wakes = PushWakes(
            store: store, clock: clock, loop: connection.loop, logger: logger,
            receivers: WakeReceivers(
                isAttached: dependencies.isAttached, startPause: dependencies.startPause, start: dependencies.start
            ) { app, wake in
                guard let userInfo = try? DictionaryCoding.properties(of: wake.userInfo) else { return true }
                return await dependencies.call(
                    app, .didReceiveRemote, ["app": .string(app), "userInfo": .properties(userInfo)])
            })
        pings = PingLedger(on: connection.loop)
        let (wakes, registrar) = (wakes, registrar)
        let receiver = PushReceiver(
            connection: connection, store: store, clock: clock, logger: logger, pings: pings,
            retired: { await registrar.work() }
        ) { push in
            let outcome = try await dependencies.deliver(push)
            if push.wake != nil, case .taken = outcome { await wakes.arrived(for: push.app) }
            return outcome
        }
        object = try ConnectorObject(receiver, registrar)
    }

    /// Returns the documented interfaces of the connector's object.
    ///
    /// - Throws: ``DBus/BusError`` if an interface's XML is invalid, which a test rules out.
    package static func interfaces() throws -> [Interface] { try Interface.all(in: PushNames.connectorXML) }

    /// The object that distributors call; the agent exports the object before it requests its own bus name.
    package var connector: any ExportedObject { object }

    /// Loads the registrations; must be called before the first call of an application.
    package func prepare() async { await registrar.prepare() }

    package func start() async {
        await registrar.start()
        await wakes.start()
    }

    /// Ignores replies of distributors from now on, because the next agent process is about to ask them.
    package func prepareToStop() async { await registrar.prepareToStop() }

    package func stop() async {
        await pings.stop()
        await registrar.stop()
        await wakes.stop()
    }

    /// Delivers registration states and pushes that wait for an application that has attached for remote notifications.
    package func attached(_ app: String) async {
        // Both deliveries run at once, so that a method that hangs in the application does not delay the other method.
        async let told: Void = registrar.attached(app)
        await wakes.attached(app)
        await told
    }
}
