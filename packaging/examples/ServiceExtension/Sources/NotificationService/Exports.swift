// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Parts of Apple's Foundation that are elsewhere on Linux, or missing.

// URLSession. Remove this line if the extension has no use for the network.
@_exported import FoundationNetworking
import Foundation

/// Errors as arguments of `NSLog("%@", error as NSError)`.
extension NSError: @retroactive CVarArg {
    public var _cVarArgEncoding: [Int] {
        // The text is never released: a process that handles one notification logs few errors.
        [Int(bitPattern: Unmanaged.passRetained(NSString(string: String(describing: self))).toOpaque())]
    }
}
