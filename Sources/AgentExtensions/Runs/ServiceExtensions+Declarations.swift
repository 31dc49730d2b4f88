// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ExtensionWire

extension ServiceExtensions.Service {
    /// Reads the declaration of an application's service extension. The call blocks, so it is made off the loop.
    ///
    /// A desktop file that can't be read or trusted counts as a faulty declaration.
    package init(of app: String) {
        do {
            let service = try ExtensionDeclarations.find(app)?.extensions.first { $0.kind == .service }
            self = service.map { $0.program.map(Self.program) ?? .faulty } ?? .none
        } catch {
            self = .faulty
        }
    }
}
