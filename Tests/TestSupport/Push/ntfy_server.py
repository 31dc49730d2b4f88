# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
"""ntfy_server.py FOLDER: a server that speaks ntfy's JSON, as ntfy 2.13 does, and what a test asks for.

Writes its port into FOLDER/port. POST /TOPIC stores and sends a message; GET /TOPIC,TOPIC/json?since=PLACE is a stream.
POST /-/answer/STATUS?pause=SECONDS: the next stream gets this answer. POST /-/cut ends all streams. POST /-/line sends its
body to all streams. POST /-/keepalive/SECONDS: new streams get a sign of life that often; 0 stands for never.
POST /-/strict: a topic without a subscriber is answered with 507. GET /-/streams: the paths of all streams so far.
"""

import base64
import json
import os
import queue
import random
import string
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

folder = sys.argv[1]
lock = threading.Lock()
messages, streams, paths, answers = [], [], [], []
settings = {"keepalive": 45.0, "strict": False}


def identifier():
    return "".join(random.choices(string.ascii_letters + string.digits, k=12))


def event(kind, topic, **more):
    return {"id": identifier(), "time": int(time.time()), "event": kind, "topic": topic} | more


def content(body):
    """ntfy cuts a body that is over its limit, and writes one that is no text as base64."""
    body = body[:4096]
    try:
        return {"message": body.decode() or "triggered"}
    except UnicodeDecodeError:
        return {"message": base64.b64encode(body).decode(), "encoding": "base64"}


def is_behind(message, since):
    if since in ("", "none"):
        return False
    if since == "all":
        return True
    if since.isdigit():
        return message["time"] >= int(since)
    known = [place for place, other in enumerate(messages) if other["id"] == since]
    return not known or messages.index(message) > known[0]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, body=b"{}", pause=None):
        self.send_response(status)
        if pause:
            self.send_header("Retry-After", pause)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parts = urlsplit(self.path)
        words = parts.path.strip("/").split("/")
        with lock:
            if words[0] == "-":
                self.control(words[1:], parse_qs(parts.query), body)
                return self.answer(200)
            if settings["strict"] and not any(words[0] in topics for topics, _ in streams):
                return self.answer(507)
            message = event("message", words[0], **content(body))
            messages.append(message)
            for topics, lines in streams:
                if words[0] in topics:
                    lines.put(json.dumps(message).encode())
        self.answer(200, json.dumps(message).encode())

    def control(self, words, query, body):
        if words[0] == "answer":
            answers.append((int(words[1]), query.get("pause", [None])[0]))
        elif words[0] in ("cut", "line"):
            for _, lines in streams:
                lines.put(None if words[0] == "cut" else body)
        elif words[0] == "keepalive":
            settings["keepalive"] = float(words[1])
        elif words[0] == "strict":
            settings["strict"] = True

    def do_GET(self):
        parts = urlsplit(self.path)
        if parts.path == "/-/streams":
            with lock:
                return self.answer(200, json.dumps(paths).encode())
        topics = parts.path.strip("/").split("/")[0].split(",")
        since = parse_qs(parts.query).get("since", ["none"])[0]
        lines = queue.Queue()
        with lock:
            paths.append(self.path)
            if answers:
                status, pause = answers.pop(0)
                return self.answer(status, pause=pause)
            lines.put(json.dumps(event("open", ",".join(topics))).encode())
            for message in sorted(filter(lambda m: m["topic"] in topics and is_behind(m, since), messages),
                                  key=lambda message: message["time"]):
                lines.put(json.dumps(message).encode())
            streams.append((topics, lines))
            interval = settings["keepalive"]
        try:
            self.stream(topics, lines, interval)
        except OSError:
            pass
        with lock:
            streams.remove((topics, lines))

    def stream(self, topics, lines, interval):
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson; charset=utf-8")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        while True:
            try:
                line = lines.get(timeout=interval or None)
            except queue.Empty:
                line = json.dumps(event("keepalive", ",".join(topics))).encode()
            if line is None:
                return
            self.wfile.write(b"%x\r\n%s\n\r\n" % (len(line) + 1, line))
            self.wfile.flush()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
with open(f"{folder}/port.part", "w") as file:
    file.write(str(server.server_port))
os.rename(f"{folder}/port.part", f"{folder}/port")
server.serve_forever()
