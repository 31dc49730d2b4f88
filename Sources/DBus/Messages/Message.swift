// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A message, before it is sent or after it was received.
///
/// Messages are made by the functions below and by the bus; a wrong name or value is refused when the message is sent.
package struct Message: Hashable, Sendable {
    /// What a message is for.
    package enum Kind: Hashable, Sendable {
        case methodCall, methodReturn, error, signal
    }

    /// What the message is for.
    package let kind: Kind
    /// The sender's unique name, which the bus vouches for.
    ///
    /// nil in a message that was not received.
    package internal(set) var sender: String?
    /// Whom it is for; nil for a signal to everybody.
    package let destination: String?
    /// The object that is called, or that sends the signal.
    package let path: ObjectPath?
    /// The method's or signal's interface; a call need not have one.
    package let interface: String?
    /// The method's or signal's name.
    package let member: String?
    /// The error's name; errors only.
    package let errorName: String?
    /// The sender's number for this message; 0 until it is sent.
    package internal(set) var serial: UInt32 = 0
    /// The number of the call that this answers; replies and errors only.
    package let replySerial: UInt32?
    /// What the message carries.
    package let arguments: [Value]
    /// The types of the arguments, as the bus writes them.
    package let signature: String
    /// Whether a call may start the service that it is for.
    package internal(set) var autoStart = true
    /// Whether the caller waits for an answer; calls only.
    package internal(set) var expectsReply = true
    /// About how many bytes the message keeps in memory; 0 unless it was received.
    package internal(set) var cost = 0

    init(
        kind: Kind, destination: String? = nil, path: ObjectPath? = nil, interface: String? = nil,
        member: String? = nil, errorName: String? = nil, replySerial: UInt32? = nil, arguments: [Value],
        signature: String? = nil
    ) {
        self.kind = kind
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.errorName = errorName
        self.replySerial = replySerial
        self.arguments = arguments
        self.signature = signature ?? arguments.map(\.type.description).joined()
    }

    /// A call of a method.
    ///
    /// The bus starts the service when it is not running, unless `autoStart` is false.
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

    /// A signal, to everybody who asked for it.
    ///
    /// With a destination it goes to that connection only, whether it asked or not.
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

    /// The envelope of a received message.
    func withoutArguments() -> Message {
        var envelope = Message(
            kind: kind, destination: destination, path: path, interface: interface, member: member,
            errorName: errorName, replySerial: replySerial, arguments: [])
        envelope.sender = sender
        envelope.serial = serial
        envelope.expectsReply = expectsReply
        return envelope
    }

    /// The error that this message carries; nil unless it is one.
    package var error: BusError? {
        guard kind == .error, let errorName else { return nil }
        return BusError(name: errorName, message: arguments.first?.string ?? "")
    }
}
