// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The format of a sound or film, recognised by its first bytes.
enum MediaFile: String, CaseIterable {
    case aiff = "AIFF"
    case wave = "WAV"
    case mp3 = "MP3"
    case mpeg4 = "MPEG-4"
    case mpeg = "MPEG"
    case avi = "AVI"
    case quickTime = "QuickTime"
    case matroska = "Matroska"
    case ogg = "Ogg"
    case flac = "FLAC"
    case caf = "CAF"
    case aac = "AAC"

    /// Returns the formats of a media type or of a uniform type that Apple documents; nil for an unknown type.
    private static func kinds(of type: String) -> Set<MediaFile>? {
        switch type {
        case "public.aiff-audio", "public.aifc-audio", "audio/aiff", "audio/x-aiff": [.aiff]
        case "com.microsoft.waveform-audio", "audio/wav", "audio/wave", "audio/x-wav", "audio/vnd.wave": [.wave]
        case "public.mp3", "audio/mpeg", "audio/mp3": [.mp3]
        case "public.mpeg-4-audio", "audio/mp4", "audio/m4a", "audio/x-m4a": [.mpeg4]
        case "public.mpeg", "public.mpeg-2-video", "video/mpeg", "video/mp2t", "video/mpeg2": [.mpeg]
        case "public.mpeg-4", "video/mp4", "video/x-m4v": [.mpeg4]
        case "public.avi", "video/avi", "video/x-msvideo", "video/vnd.avi": [.avi]
        case "video/quicktime": [.quickTime, .mpeg4]
        case "audio/ogg", "audio/opus", "audio/vorbis", "video/ogg": [.ogg]
        case "audio/flac", "audio/x-flac": [.flac]
        case "audio/x-caf": [.caf]
        case "audio/aac": [.aac, .mpeg4]
        case "audio/webm", "video/webm", "audio/x-matroska", "video/x-matroska": [.matroska]
        default: nil
        }
    }

    /// Returns why a file doesn't match a type, as the end of a sentence; nil if the file's beginning matches.
    ///
    /// For an unknown type any sound or film is accepted. Blocks the thread; only the beginning is read, as the agent
    /// doesn't play the file.
    static func problem(with path: String, of type: String) -> String? {
        guard let bytes = beginning(of: path) else { return "can't be read" }
        let kind = MediaFile(beginning: bytes)
        guard let kinds = kinds(of: type) else {
            // A media type that the agent doesn't know allows every known format.
            let names = allCases.map(\.rawValue).joined(separator: ", ")
            return kind == nil ? "is not in a supported sound or film format: \(names)" : nil
        }
        if let kind, kinds.contains(kind) { return nil }
        let names = allCases.filter(kinds.contains).map(\.rawValue)
        let found = kind.map { "like a file of \($0.rawValue)" } ?? "like no known sound or film format"
        return "is not what typeHint says, \"\(type)\": it begins \(found), and no file of "
            + "\(names.joined(separator: " or ")) does"
    }

    /// - Parameter bytes: The result of ``beginning(of:)``.
    init?(beginning bytes: [UInt8]) {
        func has(_ text: String, at start: Int = 0) -> Bool { bytes.dropFirst(start).starts(with: text.utf8) }
        func has(_ mark: [UInt8]) -> Bool { bytes.starts(with: mark) }
        switch true {
        case has("FORM") && (has("AIFF", at: 8) || has("AIFC", at: 8)): self = .aiff
        case has("RIFF") && has("WAVE", at: 8): self = .wave
        case has("RIFF") && has("AVI ", at: 8): self = .avi
        case has("ftypqt", at: 4): self = .quickTime
        case has("ftyp", at: 4): self = .mpeg4
        case ["moov", "mdat", "wide", "free", "skip"].contains(where: { has($0, at: 4) }): self = .quickTime
        // MPEG 1 and 2 streams begin with a pack, a sequence or a transport packet.
        case has([0, 0, 1, 0xba]), has([0, 0, 1, 0xb3]), Self.isTransport(bytes): self = .mpeg
        case has([0x1a, 0x45, 0xdf, 0xa3]): self = .matroska
        case has("OggS"): self = .ogg
        case has("fLaC"): self = .flac
        case has("caff"): self = .caf
        case has("ID3"), Self.isFrame(bytes): self = .mp3
        case bytes.count > 6 && bytes[0] == 0xff && bytes[1] & 0xf6 == 0xf0: self = .aac
        default: return nil
        }
    }

    /// Tells whether the bytes are an MPEG transport stream, with packets of 188 bytes.
    private static func isTransport(_ bytes: [UInt8]) -> Bool {
        bytes.count > 376 && [0, 188, 376].allSatisfy { bytes[$0] == 0x47 }
    }

    /// Tells whether the bytes begin with a valid MPEG audio frame header of layer 2 or 3.
    private static func isFrame(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 3, bytes[0] == 0xff, bytes[1] & 0xe0 == 0xe0 else { return false }
        let (version, layer) = (bytes[1] >> 3 & 3, bytes[1] >> 1 & 3)
        let (bitRate, sampling) = (bytes[2] >> 4, bytes[2] >> 2 & 3)
        return version != 1 && (layer == 1 || layer == 2) && bitRate != 15 && sampling != 3
    }

    /// Reads the first bytes of a file, or all bytes of a shorter file; nil if the file can't be read.
    static func beginning(of path: String, atMost limit: Int = 512) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = read(file, &bytes, bytes.count)
        return count < 0 ? nil : Array(bytes.prefix(count))
    }
}
