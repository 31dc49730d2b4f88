# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
"""connect_proxy.py FOLDER PORT: a proxy that knows CONNECT alone, and leads every connection to PORT of this machine.

Writes its own port into FOLDER/proxy-port and the target of each connection into FOLDER/targets.
"""

import os
import socket
import sys
import threading

folder, port = sys.argv[1], int(sys.argv[2])


def copy(source, target):
    try:
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def serve(client):
    head = b""
    while b"\r\n\r\n" not in head:
        data = client.recv(4096)
        if not data:
            return
        head += data
    method, target = head.split(b" ")[:2]
    with open(f"{folder}/targets", "ab") as file:
        file.write(method + b" " + target + b"\n")
    server = socket.create_connection(("127.0.0.1", port))
    client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
    threading.Thread(target=copy, args=(server, client), daemon=True).start()
    copy(client, server)


listener = socket.create_server(("127.0.0.1", 0))
with open(f"{folder}/proxy-port.part", "w") as file:
    file.write(str(listener.getsockname()[1]))
os.rename(f"{folder}/proxy-port.part", f"{folder}/proxy-port")
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
