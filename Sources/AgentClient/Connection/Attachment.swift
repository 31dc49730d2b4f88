// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
package import DBus

extension CenterClient {
    /// A program's lasting relation to the agent, which the client restores after each start of an agent.
    package struct Attachment: Sendable {
        /// The application id; empty for the program's own id.
        let app: String
        /// The method that attaches the program, and its options.
        let method: AgentMethod
        let options: [String: Value]
        /// The method with which the program is detached, and its arguments after the application id.
        let detaching: (method: AgentMethod, arguments: [Value])
        /// The program's object that the agent calls; nil for a program that only hears signals.
        let object: DelegateObject?
        let hearing: Hearing?

        /// Handlers of a program that hears signals; they are called on the client's thread.
        struct Hearing: Sendable {
            /// The signal's name in the agent's interface.
            let signal: String
            let handler: @Sendable ([Value]) -> Void
            let answered: Reply
        }

        /// Creates the attachment of an application's delegate, as `Attach` registers it with the agent.
        ///
        /// `isRemote` is true if the delegate takes remote notifications.
        package init(app: String, object: DelegateObject, isRemote: Bool = false) {
            self.app = app
            self.object = object
            var options: [String: Value] = ["willPresent": .boolean(true)]
            // An old agent version refuses the key `remote`, so it is sent for a delegate of remote notifications only.
            if isRemote { options["remote"] = .boolean(true) }
            (method, self.options, detaching, hearing) = (.attach, options, (.detach, []), nil)
        }

        /// Creates the attachment of a program that follows the location, as `MonitorLocation` registers it.
        ///
        /// - Parameters:
        ///   - app: The application id; empty for the program's own id.
        ///   - options: The options of the method.
        ///   - event: Called with the arguments of each `LocationEvent`.
        ///   - answered: Called with each agent's answer to the method, and with the error if the agent refuses or is
        ///     absent. If the agent is absent, the call is retried until an agent is there.
        package init(
            app: String, followingLocation options: [String: Value], event: @escaping @Sendable ([Value]) -> Void,
            answered: @escaping Reply
        ) {
            self.app = app
            self.options = options
            (method, detaching, object) = (.monitorLocation, (.monitorLocation, [.properties([:])]), nil)
            hearing = Hearing(signal: AgentNames.locationEvent, handler: event, answered: answered)
        }

        /// The call that attaches the program.
        var call: Message { method.call([.string(app), .properties(options)]) }

        /// The call that detaches the program.
        var detachment: Message { detaching.method.call([.string(app)] + detaching.arguments, autoStart: false) }
    }
}
