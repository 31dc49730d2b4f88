// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// The main loop of a program that an entry function of an older API runs.
@MainActor
package enum ProgramLoop {
    private static var source: (any DispatchSourceSignal)?

    /// Runs the main thread's loop until the process ends; `terminate` is called at SIGTERM, before the process exits.
    package static func run(terminate: @escaping @MainActor () -> Void) -> Never {
        signal(SIGTERM, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .main)
        source.setEventHandler {
            MainActor.assumeIsolated {
                terminate()
                exit(0)
            }
        }
        source.resume()
        self.source = source
        while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    }

    /// Ends the program with a message about a mistake in its source.
    package static func stop(_ message: String) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(1)
    }
}
