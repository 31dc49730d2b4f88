// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Texts that a provider has encrypted and signed, with keys that the tests know: the bytes 0 to 31, and "shared".
///
/// Python's `cryptography` made them: AES-GCM with the nonce 0 to 11, HKDF and HMAC with SHA-256.
enum SealedTexts {
    /// "Lunch at one?" for the conversation "ann".
    static let lunch = "AAECAwQFBgcICQoLh+nKhd2ZbyiMOwRsmZ23WNTYNnwJTuZ0yS6BB/g="
    /// The first 8 bytes of SHA-256 of "ann".
    static let thread = "49915e0d7d4b402e"
    /// A JSON object with the title "Ann", the body "Lunch at one?" and a PNG of one pixel.
    static let message =
        "AAECAwQFBgcICQoLPCCicrGJpzm3YbXK34daQaP05VuUAn1GGEWp8HMKaJJgZI6TwaQtuliEXZ3h5FxNnDxCt3r0yox92HhuKKiyiZ99hzuS"
        + "n3U0dBH/Ca7OT6l9y4gjNyEQKbS83407od28m50Yp+UAjF/yWW/kGkFPOPcQAMWEhGTbB8YWl9GSH1bpP0GH9ZaKFmSnHMpurx2vdbfBSHnh"
        + "yR9cOW00gQ8Xh0zWVSg="
    /// The signature of "Green".
    static let code = "5570c610c8753df44666726cc3655ba1c275633b9a35876130fb26d2cab21800"
}
