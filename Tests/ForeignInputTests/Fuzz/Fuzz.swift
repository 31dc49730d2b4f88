// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The program that `packaging/fuzz` builds: libFuzzer's loop around the input that `BELFRY_FUZZ` names.
///
/// SwiftPM renames the `main` of a package's program, so libFuzzer's own is not used.
@_cdecl("Fuzz_main")
package func fuzz(
    _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
    var count = count
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = arguments
    return runFuzzer(&count, &arguments) { start, count in
        let bytes = Array(UnsafeBufferPointer(start: start, count: count))
        do {
            try chosen.read(bytes)
        } catch {
            fatalError("\(chosen.rawValue): \(error)")
        }
        return 0
    }
}

private let chosen: ForeignInput = {
    let name = getenv("BELFRY_FUZZ").map { String(cString: $0) } ?? ""
    guard let input = ForeignInput(rawValue: name) else {
        fatalError("BELFRY_FUZZ is one of \(ForeignInput.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return input
}()

@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
