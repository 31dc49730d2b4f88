// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Some clients can't send the types of an interface. Qt turns a list of variants into `av`, and dbus-send has no
// dictionary of variants, only `a{ss}`. Such arguments are accepted if they can be converted without loss.

extension Value {
    /// Returns this value converted to `type`; nil if that is impossible.
    ///
    /// Variants, also within lists, are replaced by their contents. A dictionary with string keys is accepted for any
    /// `a{sv}` and stays unchanged: ``properties`` reads both.
    func fitted(to type: SingleType) -> Value? {
        if self.type == type { return self }
        switch (self, type) {
        case (.variant(let inner), _):
            return inner.fitted(to: type)
        case (.array(let elements, _), .array(let expected)):
            let fitting = elements.compactMap { $0.fitted(to: expected) }
            return fitting.count == elements.count ? .array(fitting, of: expected) : nil
        case (.dictionary(_, .string, _), .properties):
            return self
        default:
            return nil
        }
    }
}
