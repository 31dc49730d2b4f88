// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CCurl
package import EventLoop
import Glibc

/// Requests over HTTP by libcurl, on an event loop: nothing blocks, and nothing wakes the process while nothing happens.
package actor HTTPTransport: LoopActor {
    package nonisolated let loop: EventLoop

    private let userAgent: String
    private let proxyProgram: [String]?
    private let multi: UnsafeMutableRawPointer
    private var transfers: [UnsafeMutableRawPointer: HTTPTransfer] = [:]
    private var sockets: [curl_socket_t: FileDescriptorSource] = [:]
    private var timer: TimerSource?
    private var requests = 0
    private var isClosed = false
    /// The proxies by server; nil for a server for which GIO knows no proxy.
    private var proxies: [Substring: String?] = [:]

    /// The handle of a request in flight, with which the request can be cancelled or paused.
    package struct Token: Hashable, Sendable {
        fileprivate nonisolated(unsafe) let handle: UnsafeMutableRawPointer
        /// The number of the request, which tells it from a later request with the same memory address.
        fileprivate let number: Int
    }

    private static let isPrepared: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// Creates a transport on a loop, whose thread must be the caller's.
    ///
    /// - Parameters:
    ///   - loop: The loop on which all handlers are called.
    ///   - userAgent: The name and version of the program.
    ///   - connectionsPerHost: Largest number of connections to a server; further requests wait.
    ///   - proxyProgram: A program and its options that answers a ``ProxyQuestion``; nil asks GIO in this process.
    /// - Throws: ``HTTPFailure`` if libcurl can't be used.
    package init(
        on loop: EventLoop, userAgent: String, connectionsPerHost: Int = 1, proxyProgram: [String]? = nil
    ) throws(HTTPFailure) {
        guard Self.isPrepared, let multi = curl_multi_init() else { throw .other("libcurl can't be used") }
        (self.loop, self.userAgent, self.multi, self.proxyProgram) = (loop, userAgent, multi, proxyProgram)
        belfry_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerHost)
        // The context is not retained: `close()` ends all callbacks before the transport is released.
        let context = Unmanaged.passUnretained(self).toOpaque()
        belfry_multi_set_socket(
            multi,
            { _, socket, what, context, _ in
                HTTPTransport.from(context).assumeIsolated { $0.watch(socket, what) }
                return 0
            }, context)
        belfry_multi_set_timer(
            multi,
            { _, milliseconds, context in
                HTTPTransport.from(context).assumeIsolated { $0.setTimer(milliseconds) }
                return 0
            }, context)
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> HTTPTransport {
        guard let context else { preconditionFailure("libcurl passes the context that it was given") }
        return Unmanaged<HTTPTransport>.fromOpaque(context).takeUnretainedValue()
    }

    /// Ends all requests without a further call of their handlers; must be called before the last reference to the
    /// transport is released, and not from a handler.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        // The requests are removed at once and not in a later call of the loop, which would find them freed.
        let open = transfers
        transfers = [:]
        for transfer in open.values {
            transfer.silence()
            curl_multi_remove_handle(multi, transfer.handle)
        }
        timer?.cancel()
        for source in sockets.values { source.cancel() }
        sockets = [:]
        curl_multi_cleanup(multi)
    }

    // MARK: - Requests

    /// Starts a request; its handlers are called on the loop, after this method has returned.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - proxy: The proxy's address, an empty text for none, or nil for the environment's (`https_proxy` and the like).
    ///   - handlers: The handlers; `end` is called in any case, except after ``cancel(_:)``.
    /// - Returns: The request in flight; nil if it was refused, and then `end` gets the reason.
    @discardableResult
    package func start(_ request: HTTPRequest, proxy: String? = nil, _ handlers: HTTPHandlers) -> Token? {
        // The transport may have been closed while a proxy was looked up for the request.
        if let failure = isClosed ? HTTPFailure.other("the program is ending") : Self.refusal(of: request) {
            loop.perform { handlers.end(failure) }
            return nil
        }
        let proxy = request.refusesPrivateAddresses || request.isToLoopback ? "" : proxy
        guard let transfer = HTTPTransfer(request, proxy: proxy, userAgent: userAgent, handlers) else {
            loop.perform { handlers.end(.other("there is no memory for the request")) }
            return nil
        }
        requests += 1
        transfer.number = requests
        transfers[transfer.handle] = transfer
        curl_multi_add_handle(multi, transfer.handle)
        return Token(handle: transfer.handle, number: transfer.number)
    }

    /// Returns why ``start(_:proxy:_:)`` refuses a request before any connection; nil if the request is not refused.
    package static func refusal(of request: HTTPRequest) -> HTTPFailure? {
        guard let isEncrypted = request.isEncrypted, !request.host.isEmpty,
            request.url.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return .invalidURL(request.url) }
        switch request.plaintext {
        case _ where isEncrypted, .always: return nil
        case .toLoopback: return request.isToLoopback ? nil : .unencrypted
        }
    }

    /// Ends a request without a further call of its handlers; a request that has ended is no error.
    package func cancel(_ token: Token) {
        guard let transfer = transfer(token) else { return }
        transfer.silence()
        // A handler may be running inside of libcurl, which must not be called from a handler.
        loop.perform { [self] in assumeIsolated { $0.remove(token) } }
    }

    /// The number of requests that libcurl works on.
    var openRequests: Int { transfers.count }

    private func remove(_ token: Token) {
        guard transfer(token) != nil else { return }
        curl_multi_remove_handle(multi, token.handle)
        transfers[token.handle] = nil
    }

    private func transfer(_ token: Token) -> HTTPTransfer? {
        transfers[token.handle].flatMap { $0.number == token.number ? $0 : nil }
    }

    /// Stops or resumes reading a response: the server waits in between. A request that has ended is no error.
    package func pause(_ token: Token, _ isPaused: Bool) {
        // A handler may be running inside of libcurl, which must not be called from a handler.
        loop.perform { [self] in
            assumeIsolated {
                guard $0.transfer(token) != nil else { return }
                curl_easy_pause(token.handle, isPaused ? CURLPAUSE_RECV : CURLPAUSE_CONT)
            }
        }
    }

    /// Sends a request and waits for the whole response.
    ///
    /// - Throws: ``HTTPFailure``. A response with an HTTP error status is no failure.
    package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let proxy = await proxy(for: request)
        let result = await withCheckedContinuation { continuation in
            start(request, proxy: proxy) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Starts a request; `done` gets the whole response on the loop, after this method has returned.
    package func start(
        _ request: HTTPRequest, proxy: String?, done: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) {
        let collected = CollectedResponse()
        var handlers = HTTPHandlers { failure in
            guard let head = collected.head, failure == nil else { return done(.failure(failure ?? .interrupted)) }
            done(.success(HTTPResponse(head: head, body: collected.body)))
        }
        handlers.head = { collected.head = $0 }
        handlers.data = { collected.body += $0 }
        start(request, proxy: proxy, handlers)
    }

    /// Returns the proxy for a request, in the form that ``start(_:proxy:_:)`` takes.
    ///
    /// The proxy is looked up once for each server, because GIO reads several files for each look-up. So this method is
    /// for short-lived programs; ``stream(_:_:)`` looks the proxy up anew.
    package func proxy(for request: HTTPRequest) async -> String? {
        guard !request.refusesPrivateAddresses, !request.isToLoopback else { return "" }
        let server = request.server
        if let known = proxies[server] { return known }
        let proxy = await lookUpProxy(for: request)
        proxies[server] = .some(proxy)
        return proxy
    }

    private func lookUpProxy(for request: HTTPRequest) async -> String? {
        let address = request.origin
        guard let proxyProgram else { return await offLoop { ProxyLookup.proxy(for: address) } }
        // The program that finds the proxy may take long, and other work must not wait for it.
        let thread = EventLoop.onOwnThreadIfPossible(named: "proxy")
        defer { thread?.stop() }
        return await withTaskExecutorPreference(thread ?? .worker) {
            await ProxyLookup.proxy(for: address, by: proxyProgram)
        }
    }

    /// Starts a response that has no end, such as a server's stream of events.
    ///
    /// - Returns: The request in flight; nil if it was refused, and then `end` gets the reason.
    package func stream(_ request: HTTPRequest, _ handlers: HTTPHandlers) async -> Token? {
        var request = request
        request.timeout = nil
        let proxy = request.isToLoopback ? "" : await lookUpProxy(for: request)
        return start(request, proxy: proxy, handlers)
    }

    // MARK: - Events

    private func watch(_ socket: curl_socket_t, _ what: Int32) {
        sockets.removeValue(forKey: socket)?.cancel()
        var conditions: FileDescriptorSource.Conditions = []
        if what == CURL_POLL_IN || what == CURL_POLL_INOUT { conditions.insert(.readable) }
        if what == CURL_POLL_OUT || what == CURL_POLL_INOUT { conditions.insert(.writable) }
        guard !conditions.isEmpty else { return }
        sockets[socket] = FileDescriptorSource(socket, conditions, on: loop) { [weak self] ready in
            self?.assumeIsolated { $0.isReady(socket, ready) }
        }
    }

    private func isReady(_ socket: curl_socket_t, _ ready: FileDescriptorSource.Conditions) {
        var mask: Int32 = 0
        if !ready.isDisjoint(with: [.readable, .hangup]) { mask |= CURL_CSELECT_IN }
        if ready.contains(.writable) { mask |= CURL_CSELECT_OUT }
        if ready.contains(.error) { mask |= CURL_CSELECT_ERR }
        act(on: socket, mask)
    }

    private func setTimer(_ milliseconds: Int) {
        let delay: Duration? = milliseconds < 0 ? nil : .milliseconds(milliseconds)
        guard let timer else {
            timer = TimerSource(after: delay, on: loop) { [weak self] in
                // The argument -1 is CURL_SOCKET_TIMEOUT: libcurl's timer has fired.
                self?.assumeIsolated { $0.act(on: -1, 0) }
            }
            return
        }
        timer.set(after: delay)
    }

    private func act(on socket: curl_socket_t, _ mask: Int32) {
        var running: Int32 = 0
        curl_multi_socket_action(multi, socket, mask, &running)
        var handle: UnsafeMutableRawPointer?
        var code = CURLE_OK
        while belfry_multi_next(multi, &handle, &code) == 1 {
            guard let handle, let transfer = transfers.removeValue(forKey: handle) else { continue }
            curl_multi_remove_handle(multi, handle)
            transfer.end(code)
        }
    }
}

/// A response that is being received; used on the transport's loop only.
private final class CollectedResponse: @unchecked Sendable {
    // Unchecked: the response's handlers run on the loop, before the call that waits for the response continues.
    var head: HTTPResponseHead?
    var body: [UInt8] = []
}
