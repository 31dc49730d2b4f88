#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
"""A push server with ntfy's addresses, for the tests of the unit: posts are kept, and streamed as lines of JSON.

Prints its port.
"""

import base64
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

messages, changed = [], threading.Condition()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        topics, _, ending = self.path[1:].partition("?")[0].partition("/")
        if ending != "json":
            return self.send_error(404)
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Connection", "close")
        self.end_headers()
        self.line({"id": "open", "time": int(time.time()), "event": "open", "topic": topics})
        sent = 0
        while True:
            with changed:
                changed.wait_for(lambda: len(messages) > sent)
                new, sent = messages[sent:], len(messages)
            for message in new:
                if message["topic"] in topics.split(","):
                    self.line(message)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        topic = self.path[1:].partition("?")[0]
        with changed:
            messages.append({
                "id": f"m{len(messages)}", "time": int(time.time()), "event": "message", "topic": topic,
                "message": base64.b64encode(body).decode(), "encoding": "base64",
            })
            changed.notify_all()
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def line(self, value):
        self.wfile.write(json.dumps(value).encode() + b"\n")
        self.wfile.flush()


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
print(server.server_address[1], flush=True)
server.serve_forever()
