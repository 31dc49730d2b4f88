// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The decoder process: a belfryd that decodes one picture, writes the reply and ends.
///
/// The agent starts the process by ``PictureDecoder``, so that a malicious file can harm only this process.
package enum PictureDecoding {
    /// The first argument of a decoder process; ``arguments(_:_:_:_:)`` returns all arguments, this one included.
    package static let option = "--decode-picture"

    /// The task of a decoder process.
    enum Job: String, Sendable {
        /// Does nothing: shows that the decoder process runs.
        case nothing
        /// Checks whether the file can be shown.
        case check
        /// Decodes the picture for the notification server.
        case show
    }

    /// The memory limit in bytes: the largest picture decodes to 200 MB, plus rotated and scaled copies.
    private static let memory: UInt = 2 << 30
    /// The limit of processor time, in seconds.
    private static let time: UInt = 4

    static func arguments(_ job: Job, _ path: String, _ crop: PictureCrop, _ frame: Int) -> [String] {
        [option, job.rawValue, path, "\(frame)"] + [crop.x, crop.y, crop.width, crop.height].map { "\($0)" }
    }

    /// Confines this process and performs the task in the program's arguments.
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
