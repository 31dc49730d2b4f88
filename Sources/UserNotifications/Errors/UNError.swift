// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What may go wrong with notifications.
///
/// `error as NSError` gives an error of the domain ``UNErrorDomain``. The way back, `error as? UNError` of an
/// `NSError`, is nil on Linux: callbacks and throwing methods always hand out values of this type.
public struct UNError: _BridgedStoredNSError {
    public let _nsError: NSError

    /// Wraps an error whose domain is ``UNErrorDomain``; any other domain is a programming error.
    public init(_nsError error: NSError) {
        _nsError = error
    }

    /// Makes an error; without a description of its own it has its code's.
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
