// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension NSString {
    /// Returns the text of a key in the main bundle's `Localizable.strings`, with the arguments filled in.
    ///
    /// Without such a text it returns the key. Unlike Apple's method, it looks the text up now, in the current
    /// language.
    public class func localizedUserNotificationString(forKey key: String, arguments: [Any]?) -> String {
        let format = Bundle.main.localizedString(forKey: key, value: nil, table: nil)
        guard let arguments, !arguments.isEmpty else { return format }
        return FormatString(format).text(arguments)
    }
}
