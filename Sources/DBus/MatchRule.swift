// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Which signals a subscription wants; a part that is nil matches everything.
package struct MatchRule: Hashable, Sendable {
    /// Who must send it.
    ///
    /// A unique name, or a well-known one, which stands for its owner of the moment.
    package var sender: String?
    /// The object that must send it.
    package var path: ObjectPath?
    /// This object or one below it must send it.
    package var pathNamespace: ObjectPath?
    /// The interface that the signal must belong to.
    package var interface: String?
    /// The signal's name.
    package var member: String?
    /// What the first argument must be, a string.
    package var argument0: String?

    /// A rule of these parts.
    package init(
        sender: String? = nil, path: ObjectPath? = nil, pathNamespace: ObjectPath? = nil, interface: String? = nil,
        member: String? = nil, argument0: String? = nil
    ) {
        self.sender = sender
        self.path = path
        self.pathNamespace = pathNamespace
        self.interface = interface
        self.member = member
        self.argument0 = argument0
    }

    /// The rule as the bus wants it.
    ///
    /// - Throws: ``BusError`` when a name in it is not one.
    func text() throws(BusError) -> String {
        if let sender, !NameSyntax.isBusName(sender) { throw Self.refused(sender) }
        if let interface, !NameSyntax.isInterface(interface) { throw Self.refused(interface) }
        if let member, !NameSyntax.isMember(member) { throw Self.refused(member) }
        guard path == nil || pathNamespace == nil else {
            throw .invalidArguments("A match rule has either a path or a path namespace.")
        }
        var text = "type='signal'"
        if let sender { text += ",sender='\(sender)'" }
        if let path { text += ",path='\(path)'" }
        if let pathNamespace { text += ",path_namespace='\(pathNamespace)'" }
        if let interface { text += ",interface='\(interface)'" }
        if let member { text += ",member='\(member)'" }
        // Inside quotes everything is itself but the quote, which is written outside of them.
        if let argument0 { text += ",arg0='\(argument0.replacing("'", with: #"'\''"#))'" }
        return text
    }

    private static func refused(_ name: String) -> BusError {
        .invalidArguments("\"\(name)\" cannot be in a match rule.")
    }

    /// Whether a signal fits everything but the sender.
    func matches(_ signal: Message) -> Bool {
        if let path, signal.path != path { return false }
        if let pathNamespace, signal.path?.isAt(orBelow: pathNamespace) != true { return false }
        if let interface, signal.interface != interface { return false }
        if let member, signal.member != member { return false }
        if let argument0 {
            guard case .string(argument0)? = signal.arguments.first else { return false }
        }
        return true
    }
}
