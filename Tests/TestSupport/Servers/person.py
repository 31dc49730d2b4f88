# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
#
# The hand of a person before a notification server of GTK: finds what is on the screen as a screen reader does.
#
#   person.py press LABEL     presses a button
#   person.py click TITLE     clicks on the text of a notification
#   person.py close TITLE     presses the button without a label, which closes it
#   person.py wait TITLES     waits until these are the titles on the screen, one a line, in any order
#
# And before GNOME's shell:
#   person.py banner TITLE    waits until a banner shows this, and touches nothing
#   person.py clear TITLE     closes the banners that come before this one
#   person.py answer TEXT     opens the banner of the first line, and presses the button of the second

import sys
import time

import pyatspi

DEADLINE = time.monotonic() + 20


def inside(item):
    """An element and all that is in it; what has just gone has nothing in it."""
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
    # Not by the button's own action: some servers only listen to the pointer.
    x, y = place.x + min(15, place.width // 2), place.y + place.height // 2
    pyatspi.Registry.generateMouseEvent(x, y, pyatspi.MOUSE_ABS)
    pyatspi.Registry.generateMouseEvent(x, y, pyatspi.MOUSE_B1P)
    # As long as a finger rests on a button.
    time.sleep(0.1)
    pyatspi.Registry.generateMouseEvent(x, y, pyatspi.MOUSE_B1R)
    # What the pointer rests on does not expire.
    pyatspi.Registry.generateMouseEvent(1, 599, pyatspi.MOUSE_ABS)
    return True


def banners():
    for window in windows():
        for item in inside(window):
            if has(item, pyatspi.ROLE_NOTIFICATION):
                # What is in a banner that is there does not always say that it is.
                yield item, [part.name for part in inside(item) if part.getRole() == pyatspi.ROLE_LABEL]


def hover(item):
    place = item.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
    pyatspi.Registry.generateMouseEvent(place.x + place.width // 2, place.y + 10, pyatspi.MOUSE_ABS)


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
            # Its buttons are there as long as the pointer is on it.
            hover(banner)
    # A press while it still opens goes beside the button.
    return verb == "answer" and bool(pressed) and not found


def attempt(verb, text):
    if verb in ("banner", "clear", "answer"):
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


verb, text = sys.argv[1:]
while not attempt(verb, text):
    if time.monotonic() > DEADLINE:
        sys.exit(f"{verb} {text!r}: there is {titles()!r}")
    time.sleep(0.02)
