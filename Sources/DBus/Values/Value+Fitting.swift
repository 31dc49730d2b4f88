// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Not every client can send the types of an interface. Qt makes `av` of a list of variants, and dbus-send has no
// dictionary of variants, only `a{ss}`. Such arguments are taken where nothing is lost by it.

extension Value {
    /// This value where `type` is expected; nil where it can't stand for one.
    ///
    /// Lists of variants become lists of what is in them, and a variant becomes what is in it. A dictionary with texts as
    /// keys stands for any `a{sv}` and stays as it is: ``properties`` reads both.
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
