// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The response to an action with a text field.
///
/// It is Sendable because it never changes.
nonisolated open class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
    struct Typed: Hashable {
        var text: String
    }

    private let typed: Typed

    public required init?(coder: NSCoder) {
        typed = coder.carried(Typed.self) ?? Typed(text: coder.string("userText") ?? "")
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(userText, "userText")
    }

    /// Text that the person typed.
    open var userText: String { typed.text }

    open override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? UNTextInputNotificationResponse)?.typed == typed
    }
}
