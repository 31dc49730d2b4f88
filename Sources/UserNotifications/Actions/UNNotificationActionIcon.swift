// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// The icon of an action.
///
/// It is Sendable because it never changes.
nonisolated open class UNNotificationActionIcon: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    let model: ActionIcon

    /// Creates an icon from one of the application's pictures, used as a template.
    public convenience init(templateImageName: String) {
        self.init(ActionIcon.template(templateImageName))
    }

    /// Creates an icon from the name of an Apple symbol or a name of the icon naming specification.
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
