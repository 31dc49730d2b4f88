// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
package import AgentMedia
import AgentPrograms

/// Findings about picture formats: gdk-pixbuf reads most formats with modules that a system may lack.
package enum PictureDiagnosis {
    /// The formats that the pictures of requests may have, and Debian's package for each.
    private static let kinds = [
        ("png", "libgdk-pixbuf-2.0-0"), ("jpeg", "libgdk-pixbuf-2.0-0"), ("gif", "libgdk-pixbuf-2.0-0"),
        ("webp", "webp-pixbuf-loader"), ("svg", "librsvg2-common"),
    ]

    /// Returns one finding: the picture formats that can be read, and those that can't.
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
                    "Install support for \(names) (on Debian: \(packages)); until then, requests with such pictures are refused."
            )
        ]
    }

    /// Returns the finding about the sandbox in which pictures are decoded.
    package static func finding(of sandbox: PictureSandbox?) -> Finding {
        let name = "pictures.sandbox"
        if let sandbox { return Finding(name, "decoded by a separate process, in \(sandbox.bubblewrap)") }
        let isConfined = UnsandboxedLink.shared != nil
        return Finding(
            name, .note,
            "decoded by a separate process, confined only by \(isConfined ? "the agent's sandbox" : "resource limits")",
            advice: "Install bubblewrap if your system allows it: the decoder then sees nothing but the picture.")
    }
}
