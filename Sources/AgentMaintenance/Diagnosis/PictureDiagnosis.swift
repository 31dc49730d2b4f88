// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
package import AgentMedia
import AgentPrograms

/// Which kinds of pictures gdk-pixbuf can read here: most are modules that a system may lack.
package enum PictureDiagnosis {
    /// What requests may bring, and the package of Debian's that reads it where that is one of its own.
    private static let kinds = [
        ("png", "libgdk-pixbuf-2.0-0"), ("jpeg", "libgdk-pixbuf-2.0-0"), ("gif", "libgdk-pixbuf-2.0-0"),
        ("webp", "webp-pixbuf-loader"), ("svg", "librsvg2-common"),
    ]

    /// One finding: what can be read, and what can't.
    package static func findings(formats: Set<String> = PictureFormats.readable()) -> [Finding] {
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
    package static func finding(of sandbox: PictureSandbox?) -> Finding {
        let name = "pictures.sandbox"
        if let sandbox { return Finding(name, "decoded by a process of its own, in \(sandbox.bubblewrap)") }
        let isConfined = UnsandboxedLink.shared != nil
        return Finding(
            name, .note,
            "decoded by a process of its own, in no more than \(isConfined ? "the sandbox of the agent" : "its limits")",
            advice: "Install bubblewrap, where your system allows it: it shows the decoder nothing but the picture.")
    }
}
