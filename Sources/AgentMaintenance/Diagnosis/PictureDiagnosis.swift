// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import CGdkPixbuf

/// Which kinds of pictures gdk-pixbuf can read here: most are modules that a system may lack.
enum PictureDiagnosis {
    /// What requests may bring, and the package of Debian's that reads it where that is one of its own.
    private static let kinds = [
        ("png", "libgdk-pixbuf-2.0-0"), ("jpeg", "libgdk-pixbuf-2.0-0"), ("gif", "libgdk-pixbuf-2.0-0"),
        ("webp", "webp-pixbuf-loader"), ("svg", "librsvg2-common"),
    ]

    /// One finding: what can be read, and what can't.
    static func findings(formats: Set<String> = formats()) -> [Finding] {
        let missing = kinds.filter { !formats.contains($0.0) }
        let text = kinds.map(\.0).filter(formats.contains).joined(separator: ", ")
        guard !missing.isEmpty else { return [Finding("pictures.formats", text)] }
        let names = missing.map(\.0).joined(separator: ", ")
        let packages = Set(missing.map(\.1)).sorted().joined(separator: " ")
        return [
            Finding(
                "pictures.formats", .note, (text.isEmpty ? "none" : text) + "; not \(names)",
                advice:
                    "Install what reads \(names), on Debian \(packages): until then a request with such a picture is refused."
            )
        ]
    }

    /// In what pictures are decoded.
    static func finding(of sandbox: PictureSandbox?) -> Finding {
        let name = "pictures.sandbox"
        if let sandbox { return Finding(name, "decoded by a process of its own, in \(sandbox.bubblewrap)") }
        let isConfined = OutsideLink.shared != nil
        return Finding(
            name, .note,
            "decoded by a process of its own, in no more than \(isConfined ? "the sandbox of the agent" : "its limits")",
            advice: "Install bubblewrap, where your system allows it: it shows the decoder nothing but the picture.")
    }

    /// The names of all formats that can be read.
    static func formats() -> Set<String> {
        var names: Set<String> = []
        let list = gdk_pixbuf_get_formats()
        defer { g_slist_free(list) }
        for index in 0..<g_slist_length(list) {
            let format = g_slist_nth_data(list, index).map(OpaquePointer.init)
            if let name = gdk_pixbuf_format_get_name(format) {
                names.insert(String(cString: name))
                g_free(name)
            }
        }
        return names
    }
}
