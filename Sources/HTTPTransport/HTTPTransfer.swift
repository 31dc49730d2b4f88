// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CCurl
import Glibc

/// The handlers of an HTTP response, which the transport calls on its loop, in the order of the events.
package struct HTTPHandlers: Sendable {
    /// Gets the beginning of the response, once and before any data, unless the request fails earlier.
    package var head: @Sendable (HTTPResponseHead) -> Void = { _ in }
    /// Gets each piece of the response's body.
    package var data: @Sendable ([UInt8]) -> Void = { _ in }
    /// Gets the request's failure, or nil if the response was complete; called once, as the last handler.
    package var end: @Sendable (HTTPFailure?) -> Void

    package init(end: @escaping @Sendable (HTTPFailure?) -> Void) { self.end = end }
}

/// An HTTP request in flight, with its libcurl handle; used on the transport's loop only.
final class HTTPTransfer {
    let handle: UnsafeMutableRawPointer
    /// The number of the request in its transport.
    var number = 0
    let request: HTTPRequest
    private let handlers: HTTPHandlers
    /// The request's headers, which libcurl doesn't copy.
    private var list: UnsafeMutablePointer<curl_slist>?
    /// The request's body, which libcurl doesn't copy.
    private let body: UnsafeMutableBufferPointer<UInt8>
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var headers: [(name: String, value: String)] = []
    private var hasHead = false
    /// The socket that was opened last for this request; nil if the request uses the connection of an earlier request.
    private var socket: curl_socket_t?
    private var size = 0
    /// The failure that explains why a callback has ended the transfer.
    private(set) var failure: HTTPFailure?
    private var isOver = false

    /// Prepares a libcurl handle for a request; nil if there is no memory for a handle.
    init?(_ request: HTTPRequest, proxy: String?, userAgent: String, _ handlers: HTTPHandlers) {
        guard let handle = curl_easy_init() else { return nil }
        self.handle = handle
        (self.request, self.handlers) = (request, handlers)
        body = .allocate(capacity: max(request.body.count, 1))
        _ = body.initialize(from: request.body)
        errorText.initialize(to: 0)
        configure(proxy: proxy, userAgent: userAgent)
        connectCallbacks()
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(list)
        body.deallocate()
        errorText.deallocate()
    }

    private func configure(proxy: String?, userAgent: String) {
        belfry_easy_set_string(handle, CURLOPT_URL, request.url)
        belfry_easy_set_string(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        belfry_easy_set_long(handle, CURLOPT_FOLLOWLOCATION, 0)
        belfry_easy_set_long(handle, CURLOPT_NOSIGNAL, 1)
        belfry_easy_set_string(handle, CURLOPT_USERAGENT, userAgent)
        belfry_easy_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText)
        belfry_easy_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, request.connectTimeout.milliseconds)
        belfry_easy_set_long(handle, CURLOPT_TIMEOUT_MS, request.timeout?.milliseconds ?? 0)
        belfry_easy_set_long(handle, CURLOPT_TCP_KEEPALIVE, 1)
        belfry_easy_set_long(handle, CURLOPT_TCP_KEEPIDLE, Self.keepAliveIdle)
        belfry_easy_set_long(handle, CURLOPT_TCP_KEEPINTVL, Self.keepAliveInterval)
        if let proxy { belfry_easy_set_string(handle, CURLOPT_PROXY, proxy) }
        // The head of a response is the server's head, not that of a proxy on the way to the server.
        belfry_easy_set_long(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        if let file = request.certificateAuthority { belfry_easy_set_string(handle, CURLOPT_CAINFO, file) }
        if request.method == .post {
            belfry_easy_set_long(handle, CURLOPT_POST, 1)
            belfry_easy_set_pointer(handle, CURLOPT_POSTFIELDS, body.baseAddress)
            belfry_easy_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
        }
        // Without this header libcurl asks a server for permission to send a large body, which costs a round trip.
        list = curl_slist_append(nil, "Expect:")
        for (name, value) in request.headers { list = curl_slist_append(list, "\(name): \(value)") }
        belfry_easy_set_pointer(handle, CURLOPT_HTTPHEADER, list)
    }

    /// Seconds without traffic before the kernel sends a keep-alive probe, and between two probes.
    private static let keepAliveIdle = 240
    private static let keepAliveInterval = 30
    /// Milliseconds after which the kernel gives up a connection on which sent data or a probe is not acknowledged.
    private static let userTimeout: Int32 = 120_000

    private func connectCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        belfry_easy_set_write(
            handle,
            { data, size, count, context in
                HTTPTransfer.from(context).received(UnsafeBufferPointer(start: data, count: size * count))
            }, context)
        belfry_easy_set_header(
            handle,
            { data, size, count, context in
                HTTPTransfer.from(context).receivedHeader(UnsafeBufferPointer(start: data, count: size * count))
            }, context)
        belfry_easy_set_open_socket(
            handle,
            { context, purpose, address in
                guard let address else { return -1 }
                return HTTPTransfer.from(context).openSocket(&address.pointee)
            }, context)
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> HTTPTransfer {
        guard let context else { preconditionFailure("libcurl passes the context that it was given") }
        return Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    // MARK: - Callbacks of libcurl

    /// Opens the socket of a connection, unless nothing may be sent to its address.
    private func openSocket(_ address: inout curl_sockaddr) -> curl_socket_t {
        let target = withUnsafePointer(to: &address.addr) { ConnectedAddress($0) }
        if let target, !isAllowed(target) {
            failure =
                request.isEncrypted == false && !target.isLoopback && !request.refusesPrivateAddresses
                ? .unencrypted : .privateAddress(target.description)
            return -1
        }
        let file = Glibc.socket(address.family, address.socktype | Int32(SOCK_CLOEXEC.rawValue), address.protocol)
        guard file >= 0 else { return -1 }
        var timeout = Self.userTimeout
        // A kernel without this option keeps its own time limit.
        setsockopt(file, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &timeout, socklen_t(MemoryLayout<Int32>.size))
        socket = file
        return file
    }

    /// Acknowledges the next data of a stream at once.
    ///
    /// A server that waits for acknowledgements before it sends a message's second packet, such as nginx with nchan,
    /// would wait for the kernel, which holds them back for 40 ms: one message in a hundred was that late. The kernel
    /// resets the option, so it is set again after each piece of data.
    private func acknowledgeAtOnce() {
        guard request.timeout == nil, let socket else { return }
        var one: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_QUICKACK, &one, socklen_t(MemoryLayout<Int32>.size))
    }

    private func isAllowed(_ target: ConnectedAddress) -> Bool {
        if request.refusesPrivateAddresses { return target.isPublic }
        // The name "localhost" may stand for the address of another machine, too.
        guard request.isEncrypted == false, request.plaintext == .toLoopback else { return true }
        return target.isLoopback
    }

    private func receivedHeader(_ bytes: UnsafeBufferPointer<CChar>) -> Int {
        let line = String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            // An interim response, such as 100, comes before the final one.
            headers = []
        } else if let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), headers.count < Self.maximumHeaders {
            let value = line[line.utf8.index(after: colon)...]
            headers.append((line[..<colon].lowercased(), value.trimmed))
        } else if line == "\r\n" || line == "\n" {
            let status = belfry_easy_long(handle, CURLINFO_RESPONSE_CODE)
            if status >= 200 { begin(status: status) }
        }
        return bytes.count
    }

    private static let maximumHeaders = 200

    private func begin(status: Int) {
        guard !hasHead, !isOver else { return }
        hasHead = true
        handlers.head(HTTPResponseHead(status: status, headers: headers))
    }

    private func received(_ bytes: UnsafeBufferPointer<CChar>) -> Int {
        // A returned count that differs from the number of given bytes ends the transfer.
        guard !isOver else { return 0 }
        size += bytes.count
        guard request.timeout == nil || size <= request.maximumSize else {
            failure = .tooLarge(request.maximumSize)
            return 0
        }
        acknowledgeAtOnce()
        handlers.data(bytes.map(UInt8.init(bitPattern:)))
        return isOver ? 0 : bytes.count
    }

    // MARK: - End

    func end(_ code: CURLcode) {
        end(code == CURLE_OK ? nil : failure ?? HTTPFailure(code, String(cString: errorText)))
    }

    func end(_ failure: HTTPFailure?) {
        guard !isOver else { return }
        isOver = true
        handlers.end(failure)
    }

    /// Stops calling the handlers.
    func silence() { isOver = true }
}

extension Duration {
    fileprivate var milliseconds: Int { max(1, Int(self / .milliseconds(1))) }
}

extension Substring {
    fileprivate var trimmed: String {
        let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || (9...13).contains($0) }
        let rest = utf8.drop(while: isBlank)
        let end = rest.lastIndex { !isBlank($0) }.map { rest.index(after: $0) }
        return String(Substring(rest[..<(end ?? rest.startIndex)]))
    }
}
