// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Abilities of a terminal that has the protocol OSC 99, as its answer to `p=?` names them.
///
/// The keys are those of [kitty's protocol](https://sw.kovidgoyal.net/kitty/desktop-notifications/#querying-for-support);
/// unknown keys and values are ignored.
package struct TerminalSupport: Hashable, Sendable {
    /// Whether the terminal reports presses.
    package var reportsPresses = false
    /// Whether the terminal shows buttons.
    package var hasButtons = false
    /// Whether the terminal shows a body.
    package var hasBody = false
    /// Whether the terminal withdraws a notification on request.
    package var takesBack = false
    /// Whether the terminal reports when a notification is closed.
    package var reportsClosing = false
    /// Whether the terminal, if asked, keeps a notification until the person closes it.
    package var keepsOpen = false
    /// Whether the terminal accepts an urgency.
    package var hasUrgency = false
    /// Whether the terminal can leave out a notification while the terminal's window has the focus.
    package var canWaitForUnfocused = false
    /// Whether the terminal can show a notification without a sound.
    package var canBeSilent = false
    /// Whether the terminal accepts the name of the application.
    package var hasApplication = false

    /// Reads the payload of the answer to `p=?`, such as `a=focus,report:p=title,body,buttons:c=1`.
    init(answer: String) {
        let keys = TerminalReport.keys(of: answer)
        func values(_ key: String) -> Set<Substring> { Set((keys[key] ?? "").split(separator: ",")) }
        let payloads = values("p")
        reportsPresses = values("a").contains("report")
        hasButtons = payloads.contains("buttons")
        hasBody = payloads.contains("body")
        takesBack = payloads.contains("close")
        reportsClosing = keys["c"] == "1"
        keepsOpen = keys["w"] == "1"
        hasUrgency = values("u").isSuperset(of: ["0", "1", "2"])
        canWaitForUnfocused = values("o").contains("unfocused")
        canBeSilent = values("s").contains("silent")
        hasApplication = true
    }

    private init() {}

    /// Abilities of kitty before 0.36, which has the protocol and no answer to `p=?`: a title, a body, and reports of a
    /// press on the notification itself.
    package static let withoutAnswer: TerminalSupport = {
        var support = TerminalSupport()
        support.hasBody = true
        support.reportsPresses = true
        return support
    }()

    /// Tells whether a closing report means that the person has closed the notification.
    ///
    /// A terminal that can't keep a notification open sends the same report when the notification expires.
    var reportsDismissal: Bool { reportsClosing && keepsOpen && takesBack }

    /// The abilities without reports, which a multiplexer would type into the open pane.
    var withoutReports: TerminalSupport {
        var support = self
        support.reportsPresses = false
        support.reportsClosing = false
        support.hasButtons = false
        support.canWaitForUnfocused = false
        return support
    }
}
