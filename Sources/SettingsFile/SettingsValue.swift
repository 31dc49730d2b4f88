// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import TOMLKit

/// A value of a settings file.
package struct SettingsValue {
    private let value: any TOMLValueConvertible

    init(_ value: any TOMLValueConvertible) { self.value = value }

    /// The value's text; nil for a value of another type, as in the properties below.
    package var string: String? { value.string }
    package var int: Int? { value.int }
    package var bool: Bool? { value.bool }
    package var double: Double? { value.double }
    package var array: [SettingsValue]? { value.array?.map(SettingsValue.init) }
    /// The entries of a table, by name.
    package var table: [(key: String, value: SettingsValue)]? {
        value.table?.map { ($0.0, SettingsValue($0.1)) }
    }
}
