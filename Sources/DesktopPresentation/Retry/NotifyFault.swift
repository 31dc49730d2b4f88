// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The kind of an error that `Notify` has returned: it tells whether the server or the notification is the cause.
package enum NotifyFault: Hashable, Sendable, CaseIterable {
    /// No server received the call: the server is starting or exiting, or has no object yet.
    case absent
    /// The server sent no reply: it may have shown the notification.
    case unanswered
    /// The server has no room for another notification (quirk 42 of `quirks.tsv`).
    case full
    /// The server refused a notification because a similar one was sent shortly before (quirk 41).
    case excess
    /// The server refuses an argument.
    case content
    /// The server exited several times while it handled this notification (quirk 46).
    case crash
    /// Any other error, which the server or the notification may have caused.
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
    /// The errors of mako for arguments that it can't read; their names contain an errno.
    private static let invalidArguments: Set = ["System.Error.EINVAL", "System.Error.ENXIO"]
    private static let excessError = "org.freedesktop.Notifications.Error.ExcessNotificationGeneration"
    private static let tooManyError = "org.freedesktop.Notifications.MaxNotificationsExceeded"
    /// GLib's name for server errors without a D-Bus name, such as MATE's error for too many notifications (quirk 42).
    private static let unnamedError = "org.gtk.GDBus.UnmappedGError."

    /// Finds the kind of an error by its name.
    ///
    /// - Parameters:
    ///   - name: The error's name on the bus.
    ///   - hasLimit: Whether the server is known to have a limit on the number of notifications.
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

    /// Whether the notification may be on the screen in spite of the error.
    var mayBeShown: Bool { self == .unanswered }
}
