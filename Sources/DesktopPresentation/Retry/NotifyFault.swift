// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An error of `Notify`, by what it says of the server and of the notification.
package enum NotifyFault: Hashable, Sendable, CaseIterable {
    /// Nobody took the call: the server is coming, leaving, or has no object yet.
    case absent
    /// No reply came: the server may or may not have shown it.
    case unanswered
    /// The server has no room (quirk 42).
    case full
    /// A like notification came too shortly before (quirk 41).
    case excess
    /// The server refuses an argument.
    case content
    /// The server ended with it in hand, several times (quirk 46).
    case crash
    /// Any other error: of the server or of the notification.
    case unclear
}

extension NotifyFault {
    private static let bus = "org.freedesktop.DBus.Error."
    private static let absences: Set = [
        "ServiceUnknown", "NameHasNoOwner", "Disconnected", "NoServer", "UnknownMethod", "UnknownObject",
        "UnknownInterface",
    ]
    private static let silences: Set = ["NoReply", "Timeout", "TimedOut"]
    private static let refusals: Set = ["InvalidArgs", "InvalidSignature", "InconsistentMessage"]
    /// Mako's for arguments that it can't read: an errno.
    private static let invalidArguments: Set = ["System.Error.EINVAL", "System.Error.ENXIO"]
    private static let excessError = "org.freedesktop.Notifications.Error.ExcessNotificationGeneration"
    private static let tooManyError = "org.freedesktop.Notifications.MaxNotificationsExceeded"
    /// The name that GLib gives to an error of its server that has none on the bus, such as MATE's of too many (quirk 42).
    private static let unnamedError = "org.gtk.GDBus.UnmappedGError."

    /// Reads an error's name.
    ///
    /// - Parameters:
    ///   - name: The error's name on the bus.
    ///   - hasLimit: Whether the server is known to hold only so many notifications.
    package init(errorNamed name: String, hasLimit: Bool = false) {
        let standard = name.hasPrefix(Self.bus) ? String(name.dropFirst(Self.bus.count)) : ""
        self =
            if Self.absences.contains(standard) {
                .absent
            } else if Self.silences.contains(standard) {
                .unanswered
            } else if Self.refusals.contains(standard) || Self.invalidArguments.contains(name) {
                .content
            } else if name == Self.excessError {
                .excess
            } else if name == Self.tooManyError || hasLimit && name.hasPrefix(Self.unnamedError) {
                .full
            } else {
                .unclear
            }
    }

    /// Whether the notification may be on the screen all the same.
    var mayBeShown: Bool { self == .unanswered }
}
