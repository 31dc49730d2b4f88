// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A file type that can be attached; the list is Apple's.
struct AttachmentType {
    /// The uniform type identifier.
    let identifier: String
    /// Size limit in bytes.
    let largestSize: Int64

    private static let mebibyte: Int64 = 1024 * 1024
    private static let audio = 5 * mebibyte
    private static let image = 10 * mebibyte
    private static let movie = 50 * mebibyte

    private static let all: [(identifier: String, extensions: [String], largestSize: Int64)] = [
        ("public.aiff-audio", ["aiff", "aif"], audio),
        ("public.aifc-audio", ["aifc"], audio),
        ("com.microsoft.waveform-audio", ["wav", "wave"], audio),
        ("public.mp3", ["mp3"], audio),
        ("public.mpeg-4-audio", ["m4a", "mp4a"], audio),
        ("public.jpeg", ["jpg", "jpeg", "jpe"], image),
        ("com.compuserve.gif", ["gif"], image),
        ("public.png", ["png"], image),
        ("public.mpeg", ["mpg", "mpeg", "mpe"], movie),
        ("public.mpeg-2-video", ["mpg2", "m2v", "mp2v"], movie),
        ("public.mpeg-4", ["mp4", "mpg4", "m4v"], movie),
        ("public.avi", ["avi"], movie),
    ]

    /// Finds a type by its identifier; nil if such files can't be attached.
    init?(identifier: String) {
        guard let found = Self.all.first(where: { $0.identifier == identifier }) else { return nil }
        self.init(identifier: found.identifier, largestSize: found.largestSize)
    }

    /// Finds a type by a file name's extension; nil if such files can't be attached.
    init?(fileExtension: String) {
        let fileExtension = fileExtension.lowercased()
        guard let found = Self.all.first(where: { $0.extensions.contains(fileExtension) }) else { return nil }
        self.init(identifier: found.identifier, largestSize: found.largestSize)
    }

    private init(identifier: String, largestSize: Int64) {
        self.identifier = identifier
        self.largestSize = largestSize
    }
}
