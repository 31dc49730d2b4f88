# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
"""Relays a bus to its clients from within a sandbox.

To the bus, and to programs that ask it, the clients appear as this process. Arguments: the root folder to change to, or
an empty text; the control group to enter, or an empty text; the folder of the bus; the name of the socket to create
there, and the name of the bus's socket; and optionally a program that relays instead, xdg-dbus-proxy. Prints its
process id when it is ready, and ends when its standard input is closed.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import threading


def furnish(root, program):
    """Copies a program into a root folder, with the libraries that it needs."""
    said = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    for path in [program, *re.findall(r"(/\S+) \(0x", said)]:
        os.makedirs(root + os.path.dirname(path), exist_ok=True)
        shutil.copy(path, root + path)


def pump(source, target):
    try:
        while True:
            data, descriptors, _, _ = socket.recv_fds(source, 1 << 16, 64)
            if not data:
                break
            target.sendall(data[socket.send_fds(target, [data], descriptors):])
            for descriptor in descriptors:
                os.close(descriptor)
    except OSError:
        pass
    for end in (source, target):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def serve(server, bus):
    while True:
        client, _ = server.accept()
        other = socket.socket(socket.AF_UNIX)
        other.connect(bus)
        for pair in ((client, other), (other, client)):
            threading.Thread(target=pump, args=pair, daemon=True).start()


root, group, folder, name, bus, *words = sys.argv[1:]
if group:
    with open(group + "/cgroup.procs", "w") as members:
        members.write(str(os.getpid()))
# A relative name in the current folder can be opened even after chroot.
os.chdir(folder)
if root:
    if words:
        furnish(root, words[0])
    os.chroot(root)
if words:
    os.execv(words[0], words)
server = socket.socket(socket.AF_UNIX)
server.bind(name)
server.listen()
threading.Thread(target=serve, args=(server, bus), daemon=True).start()
print(os.getpid(), flush=True)
sys.stdin.read()
