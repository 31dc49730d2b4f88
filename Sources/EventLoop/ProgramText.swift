// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Memory pages of the program's own code.
package enum ProgramText {
    /// Gives these pages back; a page that is needed again comes from the page cache, sixteen with one fault.
    ///
    /// Reading the options, opening the store and connecting to the bus touch 14 MB of code. An idle program needs none
    /// of it until it is called, and the kernel would take the pages away only when memory is short. Nothing is lost:
    /// the pages are clean and can't be written. Pages of data stay, because they have been relocated.
    package static func giveBack() {
        guard let program = realpath("/proc/self/exe", nil) else { return }
        defer { free(program) }
        // Such as "55d0c8a00000-55d0c9c00000 r-xp 00a00000 fe:00 1234  /usr/libexec/belfryd".
        for line in maps().split(separator: "\n") where line.hasSuffix(String(cString: program)) {
            let words = line.split(separator: " ", maxSplits: 2)
            guard words.count == 3, words[1] == "r-xp" else { continue }
            let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard ends.count == 2, ends[0] < ends[1] else { continue }
            madvise(UnsafeMutableRawPointer(bitPattern: ends[0]), Int(ends[1] - ends[0]), MADV_DONTNEED)
        }
    }

    /// The mappings of this process; empty if they can't be read.
    private static func maps() -> String {
        let file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var (text, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
        while true {
            let count = read(file, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += buffer[..<count]
        }
    }
}
