// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// As on Apple's systems, importing the module also imports Foundation.
@_exported public import Foundation
