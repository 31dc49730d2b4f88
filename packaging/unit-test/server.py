#!/usr/bin/python3
# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
"""A notification server that has buttons, and neither text fields nor sounds.

It prints "shown NUMBER TITLE" for each notification. On the line "press NUMBER BUTTON" of its standard input it presses
a button: BUTTON is "default" or the button's index, from 0.
"""

import os
import selectors
import sys

from jeepney import DBusAddress, HeaderFields, MessageType, new_error, new_method_call, new_method_return, new_signal
from jeepney.io.blocking import open_dbus_connection

NAME = "org.freedesktop.Notifications"
PLACE = DBusAddress("/org/freedesktop/Notifications", NAME, NAME)
ANSWERS = {
    "GetCapabilities": ("as", (["body", "actions", "persistence"],)),
    "GetServerInformation": ("ssss", ("Scripted", "Belfry", "1", "1.2")),
}

bus = open_dbus_connection("SESSION")
driver = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
bus.send_and_get_reply(new_method_call(driver, "RequestName", "su", (NAME, 4)))
print("ready", flush=True)
last = 0
keys = {}


def called(message):
    global last
    member = message.header.fields.get(HeaderFields.member)
    if member == "Notify":
        last = message.body[1] or last + 1
        keys[last] = message.body[5][::2]
        print("shown", last, message.body[3], flush=True)
        bus.send(new_method_return(message, "u", (last,)))
    elif member == "CloseNotification":
        bus.send(new_method_return(message))
        bus.send(new_signal(PLACE, "NotificationClosed", "uu", (message.body[0], 3)))
    elif member in ANSWERS:
        bus.send(new_method_return(message, *ANSWERS[member]))
    else:
        bus.send(new_error(message, "org.freedesktop.DBus.Error.UnknownMethod"))


def told(line):
    _, number, button = line.split()
    key = keys[int(number)][int(button)] if button.isdigit() else button
    bus.send(new_signal(PLACE, "ActionInvoked", "us", (int(number), key)))
    bus.send(new_signal(PLACE, "NotificationClosed", "uu", (int(number), 2)))


waits = selectors.DefaultSelector()
waits.register(bus.sock, selectors.EVENT_READ)
waits.register(0, selectors.EVENT_READ)
while True:
    for key, _ in waits.select():
        if key.fd == 0:
            text = os.read(0, 4096).decode()
            if not text:
                sys.exit()
            for line in text.splitlines():
                told(line)
        else:
            try:
                while True:
                    message = bus.receive(timeout=0)
                    if message.header.message_type == MessageType.method_call:
                        called(message)
            except TimeoutError:
                pass
