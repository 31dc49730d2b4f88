// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A message, before it is sent or after it was received.
///
/// The static functions below and the bus create messages. Sending a message with an invalid name or value fails.
package struct Message: Hashable, Sendable {
    /// Purpose of a message, with the number of its `DBUS_MESSAGE_TYPE_…` in libdbus.
    package enum Kind: Int32, Sendable {
        case methodCall = 1, methodReturn, error, signal
    }

    package let kind: Kind
    /// The sender's unique name, verified by the bus; nil before the message is sent.
    package internal(set) var sender: String?
    /// The receiver; nil for a broadcast signal.
    package let destination: String?
    /// The object that is called or sends the signal.
    package let path: ObjectPath?
    /// The method's or signal's interface; optional for calls.
    package let interface: String?
    /// The method's or signal's name.
    package let member: String?
    /// The error's name, for errors only.
    package let errorName: String?
    /// The sender's number for this message; 0 until the message is sent.
    package internal(set) var serial: UInt32 = 0
    /// The serial of the call that this message answers, for replies and errors only.
    package let replySerial: UInt32?
    package let arguments: [Value]
    /// The types of the arguments, in D-Bus notation.
    package let signature: String
    /// Tells whether the bus may start the called service.
    package internal(set) var autoStart = true
    /// Tells whether the caller of a method waits for an answer; without meaning in other messages.
    package internal(set) var expectsReply = true
    /// Approximate bytes of the message in memory; 0 unless the message was received.
    package internal(set) var cost = 0

    init(
        kind: Kind, destination: String? = nil, path: ObjectPath? = nil, interface: String? = nil,
        member: String? = nil, errorName: String? = nil, replySerial: UInt32? = nil, arguments: [Value],
        signature: String? = nil
    ) {
        (self.kind, self.destination, self.path) = (kind, destination, path)
        (self.interface, self.member, self.errorName) = (interface, member, errorName)
        (self.replySerial, self.arguments) = (replySerial, arguments)
        self.signature = signature ?? arguments.map(\.type.description).joined()
    }

    /// Creates a method call.
    ///
    /// The bus starts the service if it is not running, unless `autoStart` is false.
    package static func methodCall(
        destination: String, path: ObjectPath, interface: String?, member: String, arguments: [Value] = [],
        autoStart: Bool = true
    ) -> Message {
        var message = Message(
            kind: .methodCall, destination: destination, path: path, interface: interface, member: member,
            arguments: arguments)
        message.autoStart = autoStart
        return message
    }

    /// Creates a signal to all subscribers.
    ///
    /// With a destination, the bus delivers the signal to that connection only, even without a subscription.
    package static func signal(
        path: ObjectPath, interface: String, member: String, arguments: [Value] = [], destination: String? = nil
    ) -> Message {
        Message(
            kind: .signal, destination: destination, path: path, interface: interface, member: member,
            arguments: arguments)
    }

    static func methodReturn(to call: Message, _ arguments: [Value]) -> Message {
        Message(kind: .methodReturn, destination: call.sender, replySerial: call.serial, arguments: arguments)
    }

    static func error(to call: Message, _ error: BusError) -> Message {
        let sentence = error.message.containsNUL ? error.message.replacing("\0", with: "\u{FFFD}") : error.message
        return Message(
            kind: .error, destination: call.sender,
            errorName: NameSyntax.isErrorName(error.name) ? error.name : BusError.prefix + "Failed",
            replySerial: call.serial, arguments: [.string(sentence)])
    }

    func withoutArguments() -> Message {
        var envelope = Message(
            kind: kind, destination: destination, path: path, interface: interface, member: member,
            errorName: errorName, replySerial: replySerial, arguments: [])
        envelope.sender = sender
        envelope.serial = serial
        envelope.expectsReply = expectsReply
        return envelope
    }

    /// The error in this message; nil for other kinds.
    package var error: BusError? {
        guard kind == .error, let errorName else { return nil }
        return BusError(name: errorName, message: arguments.first?.string ?? "")
    }
}
