// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The payloads that are pushed.
enum SamplePushes {
    /// Returns the JSON of an alert: an encrypted message of a kilobyte.
    static func payload(title: String) -> String {
        let words = "About the boat: she has the keys until Friday. "
        let start = #"{"aps":{"alert":{"title":"\#(title)","body":""#
        let end = #""},"sound":"default"},"chat":"boats"}"#
        let text = String(repeating: words, count: 20).prefix(1024 - 103 - start.utf8.count - end.utf8.count)
        return start + text + end
    }
}
