// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// CCoreLocation has the enumerations that are open, as Apple's are, because Swift has no open enumerations. Foundation
// is exported because files that import only CoreLocation use Date and NSObject, as on Apple's systems.
@_exported public import CCoreLocation
@_exported public import Foundation
