// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The other life of the agent's program: it decodes one picture, says what came of it, and ends.
///
/// The agent starts it (``PictureDecoder``), so that a file that breaks a decoder breaks nothing else.
package enum PictureDecoding {
    /// The first argument of a belfryd that is to do this; the next ones are ``arguments(_:_:_:_:)``.
    package static let option = "--decode-picture"

    /// What is wanted.
    enum Job: String, Sendable {
        /// Nothing: whether the decoder runs at all.
        case nothing
        /// Whether the file can be shown.
        case check
        /// The picture.
        case show
    }

    /// Memory, in bytes: the largest picture is decoded to 200 MB, and turned and scaled beside that.
    private static let memory: UInt = 2 << 30
    /// Seconds of the processor.
    private static let time: UInt = 4

    static func arguments(_ job: Job, _ path: String, _ crop: PictureCrop, _ frame: Int) -> [String] {
        [option, job.rawValue, path, "\(frame)"] + [crop.x, crop.y, crop.width, crop.height].map { "\($0)" }
    }

    /// Does what the program's arguments say, as a process that may do little else.
    package static func run(_ arguments: [String]) -> Never {
        guard belfry_confine(memory, time) == 0, let answer = answer(arguments) else { _exit(2) }
        let bytes = answer.bytes
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 else { _exit(1) }
            sent += count
        }
        _exit(0)
    }

    private static func answer(_ arguments: [String]) -> PictureAnswer? {
        let numbers = arguments.dropFirst(3).compactMap { Double($0) }
        guard arguments.count == 8, arguments[0] == option, let job = Job(rawValue: arguments[1]), numbers.count == 5,
            let frame = Int(arguments[3])
        else { return nil }
        switch job {
        case .nothing: return .fine
        case .check: return Picture.problem(with: arguments[2]).map(PictureAnswer.problem) ?? .fine
        case .show:
            let crop = PictureCrop(Array(numbers.dropFirst()))
            let picture = Picture(path: arguments[2], crop: crop, frame: frame)
            return picture.map(PictureAnswer.picture) ?? .problem("can't be decoded")
        }
    }
}
