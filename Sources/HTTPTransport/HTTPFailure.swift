// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CCurl

/// The reason for which an HTTP request got no complete response.
package enum HTTPFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The request's address is no `https` or `http` address.
    case invalidURL(String)
    /// The request's address is not encrypted, but must be.
    case unencrypted
    /// The host has a private, local or reserved address, to which the request may not be sent.
    case privateAddress(String)
    case unresolvable
    case refused
    case timeout
    /// The server's certificate is not valid for the host, or is of an unknown authority; the text is OpenSSL's.
    case certificate(String)
    /// The response is larger than this limit in bytes.
    case tooLarge(Int)
    /// The connection ended before the response did.
    case interrupted
    case other(String)

    package var description: String {
        switch self {
        case .invalidURL(let url): "\(url) is no https address"
        case .unencrypted: "the address is not encrypted; it must begin with https:"
        case .privateAddress(let address): "the host has the private address \(address)"
        case .unresolvable: "the host has no address"
        case .refused: "the server can't be reached"
        case .timeout: "the server did not answer in time"
        case .certificate(let text): "the server's certificate is not valid: \(text)"
        case .tooLarge(let limit): "the response is over \(limit) bytes"
        case .interrupted: "the connection ended before the response did"
        case .other(let text): text
        }
    }

    init(_ code: CURLcode, _ text: String) {
        let sentence = text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
        switch code {
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: self = .invalidURL(sentence)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: self = .unresolvable
        case CURLE_COULDNT_CONNECT: self = .refused
        case CURLE_OPERATION_TIMEDOUT: self = .timeout
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
            self = .certificate(sentence)
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR: self = .interrupted
        default: self = .other(sentence)
        }
    }
}
