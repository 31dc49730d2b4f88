# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
"""push_server.py FOLDER [CERTIFICATE KEY]: a push server that answers by the path of the address.

Writes its port into FOLDER/port and a line of JSON for each request into FOLDER/requests.
"""

import base64
import json
import os
import ssl
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

folder = sys.argv[1]
lock = threading.Lock()
ANSWERS = {
    "ok": 201, "stored": 202, "gone": 410, "missing": 404, "busy": 429, "full": 507, "large": 413, "redirect": 302,
    "denied": 403,
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        word = self.path.split("/")[1]
        with lock, open(f"{folder}/requests", "a") as file:
            file.write(json.dumps({"path": self.path, "body": base64.b64encode(body).decode(),
                                   "headers": {k.lower(): v for k, v in self.headers.items()}}) + "\n")
        if word == "cut":
            self.wfile.write(b"HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\nhalf")
            self.close_connection = True
            return
        if word == "endless":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n" + b"x" * 9000000)
            self.close_connection = True
            return
        self.send_response(ANSWERS.get(word, 500))
        if word == "busy":
            self.send_header("Retry-After", "7")
        if word == "redirect":
            self.send_header("Location", "/ok")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self):
        """Streams numbers, each as a chunk, until the client leaves; /cut closes the connection without the last, empty chunk."""
        self.close_connection = True
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for number in range(20 if self.path == "/cut" else 1000000):
            text = f"{number}\n".encode()
            self.wfile.write(f"{len(text):x}\r\n".encode() + text + b"\r\n")
            self.wfile.flush()
            time.sleep(0.005)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2], sys.argv[3])
    server.socket = context.wrap_socket(server.socket, server_side=True)
with open(f"{folder}/port.part", "w") as file:
    file.write(str(server.server_port))
os.rename(f"{folder}/port.part", f"{folder}/port")
server.serve_forever()
