// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension NSString {
    /// The text of this key in the main bundle's `Localizable.strings`, with the arguments filled in.
    ///
    /// The key itself where there is none. Unlike Apple's, it is looked up now, in the language of now.
    public class func localizedUserNotificationString(forKey key: String, arguments: [Any]?) -> String {
        let format = Bundle.main.localizedString(forKey: key, value: nil, table: nil)
        guard let arguments, !arguments.isEmpty else { return format }
        return FormatString(format).text(arguments)
    }
}
