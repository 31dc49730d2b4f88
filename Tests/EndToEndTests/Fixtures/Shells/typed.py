#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
"""Types on the keyboard of an interactive shell in a pseudo terminal, and prints the line after each text as JSON.

Usage: typed.py FOLDER SHELL ARGUMENT ... < TEXTS

TEXTS is a list of texts in JSON. The shell's own start file binds Ctrl-X to a function that writes the line into the pipe FOLDER/line.
Afterwards Ctrl-E and Ctrl-U empty the line. The pipe is written once when the shell is ready.
"""

import fcntl
import json
import os
import pty
import struct
import sys
import termios
import threading


def drain(terminal: int) -> None:
    """Reads what the shell prints, and answers its question for the cursor's position."""
    try:
        while True:
            if b"\x1b[6n" in os.read(terminal, 65536):
                os.write(terminal, b"\x1b[1;1R")
    except OSError:
        pass


def main() -> None:
    folder, *command = sys.argv[1:]
    pipe = os.path.join(folder, "line")
    os.mkfifo(pipe)
    process, terminal = pty.fork()
    if process == 0:
        os.execvp(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
    threading.Thread(target=drain, args=(terminal,), daemon=True).start()

    def line() -> str:
        with open(pipe, encoding="utf-8") as reader:
            return reader.read()

    line()
    lines = []
    for text in json.load(sys.stdin):
        os.write(terminal, (text + "\x18").encode())
        lines.append(line().removesuffix("\n"))
        os.write(terminal, b"\x05\x15")
    json.dump(lines, sys.stdout)
    os.write(terminal, b"\x04")


if __name__ == "__main__":
    main()
