#!/usr/bin/python3
# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
"""Asks a question in one second, and prints the identifier of the button that was pressed.

Needs python3-jeepney.
"""

from jeepney import DBusAddress, HeaderFields, new_method_call, new_method_return
from jeepney.io.blocking import open_dbus_connection
from jeepney.wrappers import unwrap_msg

APP = "example-python"
bus = open_dbus_connection("SESSION")
agent = DBusAddress("/org/belfry/Agent", "org.belfry.Agent", "org.belfry.NotificationCenter1")


def call(method, signature, *arguments):
    """Calls the agent; a refusal is an exception with its name and its sentence."""
    message = new_method_call(agent, method, signature, (APP, *arguments))
    return unwrap_msg(bus.send_and_get_reply(message))


# From here on the agent delivers the application's responses to this connection.
call("Attach", "sa{sv}", {})
call("Add", "sa{sv}", {
    "identifier": ("s", "backup"),
    "title": ("s", "Back up?"),
    "trigger": ("a{sv}", {"in": ("s", "1s")}),
    "actions": ("aa{sv}", [
        {"identifier": ("s", "yes"), "title": ("s", "Yes")},
        {"identifier": ("s", "no"), "title": ("s", "No")},
    ]),
})

while True:
    message = bus.receive(timeout=30)
    if message.header.fields.get(HeaderFields.member) == "DidReceive":
        break
# The reply is the acknowledgement: without it the agent keeps the response, and delivers it
# again later.
bus.send(new_method_return(message))
print(message.body[0]["actionIdentifier"][1])
