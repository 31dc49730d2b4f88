// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Condition for the signals of a subscription; a property that is nil matches every signal.
package struct MatchRule: Hashable, Sendable {
    /// The sender's bus name.
    ///
    /// A well-known name means the current owner of that name.
    package var sender: String?
    /// The object that sends the signal.
    package var path: ObjectPath?
    /// The object that sends the signal, or an ancestor of that object.
    package var pathNamespace: ObjectPath?
    /// The signal's interface.
    package var interface: String?
    /// The signal's name.
    package var member: String?
    /// The signal's first argument, which must be a string.
    package var argument0: String?
    /// The beginning, in whole elements, of the bus name that is the signal's first argument.
    package var argument0Namespace: String?

    package init(
        sender: String? = nil, path: ObjectPath? = nil, pathNamespace: ObjectPath? = nil, interface: String? = nil,
        member: String? = nil, argument0: String? = nil, argument0Namespace: String? = nil
    ) {
        (self.sender, self.path, self.pathNamespace) = (sender, path, pathNamespace)
        (self.interface, self.member, self.argument0) = (interface, member, argument0)
        self.argument0Namespace = argument0Namespace
    }

    /// Returns the rule in the bus's notation.
    ///
    /// - Throws: ``BusError`` if the rule contains an invalid name.
    func text() throws(BusError) -> String {
        if let sender, !NameSyntax.isBusName(sender) { throw Self.refused(sender) }
        if let interface, !NameSyntax.isInterface(interface) { throw Self.refused(interface) }
        if let member, !NameSyntax.isMember(member) { throw Self.refused(member) }
        if let name = argument0Namespace, !NameSyntax.isWellKnownName(name) { throw Self.refused(name) }
        guard path == nil || pathNamespace == nil else {
            throw .invalidArguments("A match rule has either a path or a path namespace.")
        }
        var text = "type='signal'"
        if let sender { text += ",sender='\(sender)'" }
        if let path { text += ",path='\(path)'" }
        if let pathNamespace { text += ",path_namespace='\(pathNamespace)'" }
        if let interface { text += ",interface='\(interface)'" }
        if let member { text += ",member='\(member)'" }
        // Only the quote is special in a quoted value. It is written outside of the quotes, after a backslash.
        if let argument0 { text += ",arg0='\(argument0.replacing("'", with: #"'\''"#))'" }
        if let argument0Namespace { text += ",arg0namespace='\(argument0Namespace)'" }
        return text
    }

    private static func refused(_ name: String) -> BusError {
        .invalidArguments("\"\(name)\" cannot be in a match rule.")
    }

    /// Returns whether a signal matches the rule, apart from the sender.
    func matches(_ signal: Message) -> Bool {
        if let path, signal.path != path { return false }
        if let pathNamespace, signal.path?.isAt(orBelow: pathNamespace) != true { return false }
        if let interface, signal.interface != interface { return false }
        if let member, signal.member != member { return false }
        if let argument0 {
            guard case .string(argument0)? = signal.arguments.first else { return false }
        }
        if let argument0Namespace {
            guard let name = signal.arguments.first?.string, name.hasPrefix(argument0Namespace),
                name.count == argument0Namespace.count || name.dropFirst(argument0Namespace.count).first == "."
            else { return false }
        }
        return true
    }
}
