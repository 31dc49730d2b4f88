// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// The icon of an action.
///
/// Sendable: it never changes.
nonisolated open class UNNotificationActionIcon: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    let model: ActionIcon

    /// A picture of the application's own, used as a template.
    public convenience init(templateImageName: String) {
        self.init(ActionIcon.template(templateImageName))
    }

    /// A name of Apple's symbols, or of the icon naming specification.
    public convenience init(systemImageName: String) {
        self.init(ActionIcon.system(systemImageName))
    }

    convenience init(_ model: ActionIcon) {
        // Not nil: this class's `init(coder:)` never fails.
        self.init(coder: Carrier(model))!
    }

    public required init?(coder: NSCoder) {
        model =
            coder.carried(ActionIcon.self) ?? coder.string("templateImageName").map(ActionIcon.template)
            ?? .system(coder.string("systemImageName") ?? "")
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        switch model {
        case .template(let name): coder.encode(name, "templateImageName")
        case .system(let name): coder.encode(name, "systemImageName")
        }
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationActionIcon)?.model == model }

    open override var hash: Int { model.hashValue }
}
