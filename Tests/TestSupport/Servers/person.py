# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
#
# Simulates a person's pointer on a GTK notification server; finds widgets as a screen reader does.
#
#   person.py press LABEL     presses a button
#   person.py click TITLE     clicks on the text of a notification
#   person.py close TITLE     presses the button without a label, which closes the notification
#   person.py wait TITLES     waits until the screen shows exactly these titles, one per line, in any order
#
# Commands for GNOME Shell:
#   person.py banner TITLE FILE
#                             writes FILE, and waits until a banner comes that shows this title, without moving the pointer
#   person.py clear TITLE     closes the banners that are shown before this one
#   person.py answer TEXT     opens the banner with the title in the first line, and presses the button in the second

import sys
import time

import pyatspi

# GNOME Shell draws with the processor, which other tests use too.
DEADLINE = time.monotonic() + (40 if sys.argv[1] in ("banner", "answer") else 20)


def inside(item):
    """Yields an element and all its descendants; an element that has just been removed has none."""
    try:
        yield item
        for child in item:
            if child is not None:
                yield from inside(child)
    except Exception:
        return


def windows():
    for application in pyatspi.Registry.getDesktop(0):
        if application is not None:
            yield from application


def has(item, role, name=None):
    try:
        visible = item.getState().contains(pyatspi.STATE_SHOWING)
        return visible and item.getRole() == role and (name is None or item.name == name)
    except Exception:
        return False


def titles():
    found = []
    for window in windows():
        labels = [item.name for item in inside(window) if has(item, pyatspi.ROLE_LABEL)]
        found += labels[:1]
    return sorted(found)


def window_of(title):
    for window in windows():
        if any(has(item, pyatspi.ROLE_LABEL, title) for item in inside(window)):
            return window
    return None


def click(item):
    place = item.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
    # The button's own action is not used, because some servers react to the pointer only.
    x, y = place.x + min(15, place.width // 2), place.y + place.height // 2
    pyatspi.Registry.generateMouseEvent(x, y, pyatspi.MOUSE_ABS)
    pyatspi.Registry.generateMouseEvent(x, y, pyatspi.MOUSE_B1P)
    # A person presses a button about as long.
    time.sleep(0.1)
    pyatspi.Registry.generateMouseEvent(x, y, pyatspi.MOUSE_B1R)
    # The pointer moves away, because a notification under the pointer does not expire.
    pyatspi.Registry.generateMouseEvent(1, 599, pyatspi.MOUSE_ABS)
    return True


def banners():
    for window in windows():
        for item in inside(window):
            if has(item, pyatspi.ROLE_NOTIFICATION):
                # The labels' state is not checked: the parts of a shown banner don't always report it.
                yield item, [part.name for part in inside(item) if part.getRole() == pyatspi.ROLE_LABEL]


def hover(item):
    place = item.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
    pyatspi.Registry.generateMouseEvent(place.x + place.width // 2, place.y + 10, pyatspi.MOUSE_ABS)


def shown(title):
    """Returns the places, as a screen reader names them, of the banners that show this title."""
    return {banner.path for banner, labels in banners() if title in labels}


def wait_for_banner(title, ready):
    before = shown(title)
    open(ready, "w").close()
    while not shown(title) - before:
        if time.monotonic() > DEADLINE:
            sys.exit(f"banner {title!r}: there is {titles()!r}")
        time.sleep(0.02)


pressed = []


def attempt_banner(verb, text):
    title, _, label = text.partition("\n")
    found = False
    for banner, labels in banners():
        if title in labels and verb != "answer":
            return True
        if title not in labels and verb != "clear":
            continue
        found = True
        buttons = [item for item in inside(banner) if has(item, pyatspi.ROLE_PUSH_BUTTON, label)]
        if buttons:
            pressed.append(click(buttons[0]))
        else:
            # A banner has buttons only while the pointer is on it.
            hover(banner)
    # A press misses the button while the banner still opens, so it is repeated until the banner is gone.
    return verb == "answer" and bool(pressed) and not found


def attempt(verb, text):
    if verb in ("clear", "answer"):
        return attempt_banner(verb, text)
    if verb == "wait":
        return titles() == sorted(text.split("\n") if text else [])
    if verb == "press":
        for window in windows():
            for item in inside(window):
                if has(item, pyatspi.ROLE_PUSH_BUTTON, text):
                    return click(item)
        return False
    window = window_of(text)
    if window is None:
        return False
    for item in inside(window):
        wanted = (pyatspi.ROLE_LABEL, text) if verb == "click" else (pyatspi.ROLE_PUSH_BUTTON, "")
        if has(item, *wanted):
            return click(item)
    return False


verb, text = sys.argv[1:3]
if verb == "banner":
    wait_for_banner(text, sys.argv[3])
    sys.exit()
while not attempt(verb, text):
    if time.monotonic() > DEADLINE:
        sys.exit(f"{verb} {text!r}: there is {titles()!r}")
    time.sleep(0.02)
