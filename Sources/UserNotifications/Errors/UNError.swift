// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An error of this module.
///
/// `error as NSError` gives an error with the domain ``UNErrorDomain``. The reverse, `error as? UNError` of an
/// `NSError`, is nil on Linux, but callbacks and throwing methods always use this type.
public struct UNError: _BridgedStoredNSError {
    public let _nsError: NSError

    /// Wraps an error whose domain is ``UNErrorDomain``; any other domain is a programming error.
    public init(_nsError error: NSError) {
        _nsError = error
    }

    /// Creates an error; without a description in `userInfo` it has the default one of its code.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        let description: [String: Any] = [NSLocalizedDescriptionKey: code.sentence]
        self.init(
            _nsError: NSError(
                domain: UNErrorDomain, code: code.rawValue, userInfo: description.merging(userInfo) { $1 }))
    }

    init(_ code: Code, reason: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: reason])
    }

    public static var _nsErrorDomain: String { UNErrorDomain }
    public static var errorDomain: String { UNErrorDomain }
}
