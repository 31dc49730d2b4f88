// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A file type that can be attached; the list is Apple's.
struct AttachmentType {
    /// The uniform type identifier.
    let identifier: String
    /// Extensions of the files' names, in lower case.
    let extensions: [String]
    /// Size limit in bytes.
    let largestSize: Int64

    private static let mebibyte: Int64 = 1024 * 1024
    private static let audio = 5 * mebibyte
    private static let image = 10 * mebibyte
    private static let movie = 50 * mebibyte

    private static let all = [
        AttachmentType("public.aiff-audio", ["aiff", "aif"], audio),
        AttachmentType("public.aifc-audio", ["aifc"], audio),
        AttachmentType("com.microsoft.waveform-audio", ["wav", "wave"], audio),
        AttachmentType("public.mp3", ["mp3"], audio),
        AttachmentType("public.mpeg-4-audio", ["m4a", "mp4a"], audio),
        AttachmentType("public.jpeg", ["jpg", "jpeg", "jpe"], image),
        AttachmentType("com.compuserve.gif", ["gif"], image),
        AttachmentType("public.png", ["png"], image),
        AttachmentType("public.mpeg", ["mpg", "mpeg", "mpe"], movie),
        AttachmentType("public.mpeg-2-video", ["mpg2", "m2v", "mp2v"], movie),
        AttachmentType("public.mpeg-4", ["mp4", "mpg4", "m4v"], movie),
        AttachmentType("public.avi", ["avi"], movie),
    ]

    private init(_ identifier: String, _ extensions: [String], _ largestSize: Int64) {
        (self.identifier, self.extensions, self.largestSize) = (identifier, extensions, largestSize)
    }

    /// Finds the type of a file by its identifier, or else by its name's extension; nil if it can't be attached.
    static func find(identifier: String?, fileExtension: String) -> AttachmentType? {
        let fileExtension = fileExtension.lowercased()
        return all.first { type in
            identifier.map { $0 == type.identifier } ?? type.extensions.contains(fileExtension)
        }
    }
}
