# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
"""A program in a pseudo terminal, and what its screen shows."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from dataclasses import dataclass

import pyte

# Seconds after which a program has failed that doesn't show what is waited for.
DEADLINE = 20


@dataclass(frozen=True)
class Run:
    """Characters of one row that look alike."""

    column: int
    text: str
    colour: str
    bold: bool


class Terminal:
    """A program with a screen of its own."""

    def __init__(self, name, command, columns, rows, environment):
        self.name = name
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            # The size is set before the program asks for it.
            fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execvpe(command[0], command, environment)

    def type(self, text):
        os.write(self.descriptor, text.encode())

    def read(self):
        """Takes what the program has printed; returns whether it still runs."""
        try:
            printed = os.read(self.descriptor, 65536)
        except OSError:
            return False
        self.stream.feed(printed)
        return bool(printed)

    def lines(self):
        return [line.rstrip() for line in self.screen.display]

    def rows(self):
        """The rows as runs of equal looks, without blank ones."""
        rows = []
        for number in range(self.screen.lines):
            runs, cells = [], self.screen.buffer[number]
            for column in range(self.screen.columns):
                cell = cells[column]
                looks = (cell.fg, cell.bold)
                if cell.reverse or cell.bg != "default":
                    raise ValueError(f"{self.name} prints a background, which the picture can't show")
                if runs and (runs[-1].colour, runs[-1].bold) == looks:
                    runs[-1] = Run(runs[-1].column, runs[-1].text + cell.data, *looks)
                else:
                    runs.append(Run(column, cell.data, *looks))
            rows.append(tuple(
                Run(run.column + len(run.text) - len(run.text.lstrip()), run.text.strip(), run.colour, run.bold)
                for run in runs if run.text.strip()))
        return rows

    def end(self):
        try:
            os.kill(self.process, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.process, 0)
        os.close(self.descriptor)


def wait_until(terminals, condition, purpose):
    """Reads what the programs print until the condition holds."""
    deadline = time.monotonic() + DEADLINE
    while not condition():
        ready, _, _ = select.select([terminal.descriptor for terminal in terminals], [], [], max(0, deadline - time.monotonic()))
        ended = [terminal.name for terminal in terminals if terminal.descriptor in ready and not terminal.read()]
        if ended or not ready:
            shown = "\n".join(f"-- {terminal.name}\n" + "\n".join(terminal.lines()).rstrip() for terminal in terminals)
            raise TimeoutError(f"{purpose}: {' and '.join(ended) + ' has ended' if ended else 'this did not come'}\n{shown}\n--")
