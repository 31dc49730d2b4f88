# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
"""Draws a recording of terminals as SVG that moves by CSS alone, light and dark.

Without animations, and for people who want none, the picture shows the end of the recording.
"""

import re
from html import escape, unescape

# Sizes in pixels: a character, a row, and the space around a terminal.
CHARACTER, ROW, MARGIN, HEADING = 8.4, 18, 14, 30
FONT = 14
# The colours that terminals print, and those of the picture's own parts: light, and dark.
COLOURS = {
    "paper": ("#ffffff", "#14181f"), "bar": ("#eceff4", "#222a35"), "line": ("#c9d0da", "#3a4453"), "soft": ("#566072", "#9aa5b5"),
    "default": ("#1d2430", "#dfe4ec"), "cyan": ("#0b6e7a", "#5fd0df"), "red": ("#b3261e", "#ff8a80"), "green": ("#1d6f42", "#7ddc9b"),
    "brown": ("#8a4b00", "#e3b269"), "blue": ("#0b57a4", "#7db7f5"), "magenta": ("#8b2f8f", "#e39be6"),
}


class Drawing:
    def __init__(self, recording):
        self.recording = recording
        self.length = recording.now
        self.width = 2 * MARGIN + recording.terminals[0].screen.columns * CHARACTER
        self.rules, self.body = {}, []
        # The top of the text of each terminal.
        self.tops, self.height = [], 0
        for terminal in recording.terminals:
            self.tops.append(self.height + HEADING + MARGIN / 2)
            self.height += HEADING + terminal.screen.lines * ROW + MARGIN

    def percent(self, when):
        return f"{100 * when / self.length:.2f}".rstrip("0").rstrip(".") + "%"

    def animation(self, *steps):
        """The class of an animation: times and declarations, each of which holds until the next time."""
        steps = " ".join(f"{self.percent(when)} {{ {declarations} }}" for when, declarations in steps)
        return self.rules.setdefault(steps, f"a{len(self.rules)}")

    def shown(self, begin, end):
        """The attributes of an element that is shown from one time to another."""
        if begin == 0 and end == self.length:
            return ""
        steps = [(0, "visibility: hidden")] if begin > 0 else []
        steps.append((begin, "visibility: visible"))
        if end < self.length:
            steps.append((end, "visibility: hidden"))
        hidden = ' visibility="hidden"' if end < self.length else ""
        return f' class="{self.animation(*steps)}"{hidden}'

    def place(self, terminal, row, column):
        return MARGIN + column * CHARACTER, self.tops[terminal] + row * ROW

    def row(self, terminal, number, runs, begin, end):
        parts = []
        for run in runs:
            # A viewer's font may be wider or narrower, so each piece between wider gaps is drawn in its place and with its width.
            for piece in re.finditer(r"\S+(?: \S+)*", run.text):
                x, y = self.place(terminal, number, run.column + piece.start())
                weight = ' font-weight="bold"' if run.bold else ""
                colour = f' class="{run.colour}"' if run.colour != "default" else ""
                parts.append(f'<text x="{x:.1f}" y="{y + FONT - 0.5:.1f}" textLength="{len(piece[0]) * CHARACTER:.1f}"{colour}{weight}>'
                             f"{escape(piece[0], quote=False)}</text>")
        if parts:
            self.body.append(f"<g{self.shown(begin, end)}>" + "".join(parts) + "</g>")

    def rows(self):
        """Draws each row for as long as it stays the same."""
        states = self.recording.states
        for terminal, item in enumerate(self.recording.terminals):
            for number in range(item.screen.lines):
                begin = 0.0
                for place, (_, rows, _) in enumerate(states):
                    runs = rows[terminal][number]
                    following = states[place + 1] if place + 1 < len(states) else None
                    if following and following[1][terminal][number] == runs:
                        continue
                    end = following[0] if following else self.length
                    if end > begin:
                        self.row(terminal, number, runs, begin, end)
                    begin = end

    def typing(self):
        """Covers what is not typed yet."""
        for row, column, count, begin, end in self.recording.typed:
            x, y = self.place(0, row, column)
            width = count * CHARACTER + 1
            name = self.animation(
                (0, "visibility: hidden"), (begin, f"visibility: visible; transform: scaleX(1); animation-timing-function: steps({count})"),
                (end, "visibility: hidden; transform: scaleX(0)"))
            self.body.append(f'<rect class="paper {name}" visibility="hidden" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{ROW}" '
                             f'style="transform-origin: {x + width:.1f}px 0"/>')

    def cursor(self):
        """Draws the shell's cursor, which goes with the keys."""
        states, typed = self.recording.states, {begin: (count, end) for _, _, count, begin, end in self.recording.typed}
        for place, (begin, _, (column, row)) in enumerate(states):
            end = states[place + 1][0] if place + 1 < len(states) else self.length
            if end == begin:
                continue
            x, y = self.place(0, row, column)
            shown = self.shown(begin, end)
            if begin in typed:
                count, last = typed[begin]
                name = self.animation(
                    (0, "visibility: hidden"),
                    (begin, f"visibility: visible; transform: translateX({-count * CHARACTER:.1f}px); animation-timing-function: steps({count})"),
                    (last, "visibility: visible; transform: translateX(0)"), (end, "visibility: hidden"))
                shown = f' class="{name}" visibility="hidden"'
            self.body.append(f'<rect{shown} x="{x:.1f}" y="{y + 1:.1f}" width="{CHARACTER}" height="{ROW - 2}" opacity="0.6"/>')

    def frames(self):
        for terminal, item in enumerate(self.recording.terminals):
            y = self.tops[terminal] - HEADING - MARGIN / 2
            self.body.append(f'<path class="bar" d="M1 {y + 1:.0f}h{self.width - 2:.0f}v{HEADING - 2}H1z"/>')
            self.body.append(f'<text class="soft" x="{MARGIN}" y="{y + 20:.0f}">{escape(item.name)}</text>')
        for begin, end, key in self.recording.keys:
            y = self.tops[1] - HEADING - MARGIN / 2
            self.body.append(f'<g{self.shown(begin, end)}><rect class="key" x="{self.width - MARGIN - 72}" y="{y + 5:.0f}" width="72" height="20" '
                             f'rx="4"/><text x="{self.width - MARGIN - 36}" y="{y + 20:.0f}" text-anchor="middle">key {escape(key)}</text></g>')

    def style(self):
        def palette(number):
            lines = [f"text, rect {{ fill: {COLOURS['default'][number]} }}"]
            lines += [f".{name} {{ fill: {pair[number]} }}" for name, pair in COLOURS.items() if name != "default"]
            lines.append(f".frame, .key {{ fill: {COLOURS['paper'][number]}; stroke: {COLOURS['line'][number]} }}")
            return " ".join(lines)
        moving = [f".{name} {{ animation: {name} {self.length:.2f}s step-end infinite }}\n@keyframes {name} {{ {steps} }}"
                  for steps, name in self.rules.items()]
        return "\n".join([
            palette(0), f"@media (prefers-color-scheme: dark) {{ {palette(1)} }}", "@media (prefers-reduced-motion: no-preference) {", *moving, "}"])

    def draw(self):
        self.frames()
        self.rows()
        self.typing()
        self.cursor()
        title = "A shell with belfry remind, list and ask, and the notifications with their buttons and answers"
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:.0f}" height="{self.height:.0f}" '
            f'viewBox="0 0 {self.width:.0f} {self.height:.0f}" font-size="{FONT}" '
            "font-family=\"ui-monospace, 'DejaVu Sans Mono', 'Liberation Mono', Menlo, Consolas, monospace\">",
            "<!-- SPDX-FileCopyrightText: The Belfry authors -->", "<!-- SPDX-License-Identifier: Apache-2.0 -->",
            "<!-- Recorded by packaging/pictures terminal; not to be edited. -->",
            f"<title>{title}</title>", f"<style>\n{self.style()}\n</style>",
            f'<rect class="frame" x="0.5" y="0.5" width="{self.width - 1:.0f}" height="{self.height - 1:.0f}" rx="6"/>',
            *self.body, "</svg>", ""])


def draw(recording):
    return Drawing(recording).draw()


def texts(drawing):
    """The texts of a drawing, in order."""
    return [unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", drawing)]
