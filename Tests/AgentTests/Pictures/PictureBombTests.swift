// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentMedia
import EventLoop
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Pictures that were made to exhaust memory or time: the real decoder ends in time, with and without its sandbox.
@Suite(.serialized) struct PictureBombTests {
    private static let drawing = "xmlns='http://www.w3.org/2000/svg' xmlns:x='http://www.w3.org/1999/xlink'"

    /// Each bomb: its description, whether it is accepted as a picture nevertheless, and its file.
    private static let bombs: [(what: String, isPicture: Bool, bytes: [UInt8])] = [
        (
            "a text that doubles thirty times", false,
            Array(
                ("<!DOCTYPE svg [<!ENTITY a0 'ha'>"
                    + (1...30).map { "<!ENTITY a\($0) '&a\($0 - 1);&a\($0 - 1);'>" }.joined()
                    + "]><svg \(drawing) width='9' height='9'><text>&a30;</text></svg>").utf8)
        ),
        (
            "shapes of shapes, thirty deep", false,
            Array(
                ("<svg \(drawing) width='9' height='9'><defs><g id='a0'><rect width='9' height='9'/></g>"
                    + (1...30).map { "<g id='a\($0)'><use x:href='#a\($0 - 1)'/><use x:href='#a\($0 - 1)'/></g>" }
                    .joined()
                    + "</defs><use x:href='#a30'/></svg>").utf8)
        ),
        (
            "noise that is worked out for hours", false,
            Array(
                ("<svg \(drawing) width='4000' height='4000'><filter id='f' x='0' y='0' width='1' height='1'>"
                    + String(
                        repeating:
                            "<feTurbulence baseFrequency='0.9' numOctaves='200'/><feGaussianBlur stdDeviation='900'/>",
                        count: 200) + "</filter><rect width='4000' height='4000' filter='url(#f)'/></svg>").utf8)
        ),
        (
            "a drawing without end", false,
            Array("<svg \(drawing) width='1e9' height='1e9'><rect width='1e9' height='1e9'/></svg>".utf8)
        ),
        (
            "a drawing of another file", true,
            Array("<svg \(drawing) width='9' height='9'><image width='9' height='9' x:href='/dev/zero'/></svg>".utf8)
        ),
        (
            "elements within elements", false,
            Array(("<svg \(drawing)>" + String(repeating: "<g>", count: 200_000)).utf8)
        ),
    ]

    private static var decoders: [PictureDecoder] {
        get async throws {
            let program = try TestAgent.program()
            let patience = Duration.seconds(1)
            let plain = PictureDecoder(program: program, sandbox: nil, patience: patience)
            let inner = PictureDecoder(
                program: program, sandbox: PictureSandbox(bubblewrap: "/usr/bin/bwrap"), patience: patience)
            // If bubblewrap is not allowed here, the agent decodes without it, too.
            return await inner.answer(.nothing, "/dev/null") == .fine ? [plain, inner] : [plain]
        }
    }

    /// Indices of the bombs to try: all of them in `packaging/soak pictures`, else the slowest.
    ///
    /// Each bomb is an SVG; the next test and `PictureFormatTests` have the other formats.
    private static let tried = getenv("BELFRY_ALL_BOMBS") == nil ? [2] : Array(bombs.indices)

    @Test(arguments: tried)
    func `decoding a bomb takes no longer than its time limit`(index: Int) async throws {
        let folders = try AgentFolders()
        defer { try? FileManager.default.removeItem(atPath: folders.path) }
        let path = try folders.file("bomb", Self.bombs[index].bytes)
        for decoder in try await Self.decoders {
            let began = ContinuousClock.now
            // Other tests compute for many seconds on the threads of the pool, and would delay the limit.
            let problem = await withTaskExecutorPreference(EventLoop.worker) { await decoder.problem(with: path) }
            #expect((problem == nil) == Self.bombs[index].isPicture, "\(Self.bombs[index].what)")
            // Without a limit the noise takes hours. Other tests may hold the processors for seconds, so that the
            // second of the limit can't be measured here.
            #expect(ContinuousClock.now - began < .seconds(60 * deadlineFactor), "\(Self.bombs[index].what)")
            // No process of the decoder is left, with or without sandbox.
            try await withDeadline {
                while Self.commandLines().contains(where: { $0.contains(path) }) { try await yieldUntilDeadline() }
            }
        }
    }

    @Test func `a picture with an endless packed text is refused, or accepted without the text`() async throws {
        let folders = try AgentFolders()
        defer { try? FileManager.default.removeItem(atPath: folders.path) }
        let path = folders.path + "/files/bomb.png"
        let script = """
            import struct, sys, zlib
            def chunk(kind, data):
                return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
            packed = zlib.compressobj(9)
            text = b''.join(packed.compress(b'x' * (1 << 20)) for _ in range(100)) + packed.flush()
            open(sys.argv[1], 'wb').write(b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 2, 2, 8, 2, 0, 0, 0))
                + chunk(b'zTXt', b'Comment\\0\\0' + text) * 5 + chunk(b'IDAT', zlib.compress(b'\\0' * 14)) + chunk(b'IEND', b''))
            """
        #expect(try await Program.run(["/usr/bin/python3", "-c", script, path]).status == 0)
        for decoder in try await Self.decoders {
            let began = ContinuousClock.now
            _ = await decoder.problem(with: path)
            #expect(ContinuousClock.now - began < .seconds(60 * deadlineFactor))
        }
    }

    @Test func `a decoder knows the folder of its loaders, and nothing of the person's session`() async throws {
        let folders = try AgentFolders()
        defer { try? FileManager.default.removeItem(atPath: folders.path) }
        let program = try folders.file("decoder", "#!/bin/sh\nenv > \"$0.env\"; printf O\n".utf8, mode: 0o700)
        #expect(await PictureDecoder(program: program, sandbox: nil).answer(.nothing, "/dev/null") == .fine)
        let names = try String(contentsOfFile: program + ".env", encoding: .utf8).split(separator: "\n").map {
            $0.prefix { $0 != "=" }
        }
        #expect(names.contains("GIO_USE_VFS"))
        let allowed: Set<Substring> = [
            "GIO_USE_VFS", "LC_ALL", "HOME", "GDK_PIXBUF_MODULE_FILE", "GDK_PIXBUF_MODULEDIR", "LD_LIBRARY_PATH", "PWD",
            "OLDPWD", "SHLVL", "_",
        ]
        #expect(Set(names).subtracting(allowed) == [])
    }

    /// The processes of the machine that contain this text.
    private static func commandLines() -> [String] {
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap(Int32.init) ?? []
        return numbers.compactMap { try? String(contentsOfFile: "/proc/\($0)/cmdline", encoding: .utf8) }
    }
}
