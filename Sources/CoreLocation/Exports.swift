// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// As on Apple's systems, the module brings Foundation along.
@_exported public import Foundation
