#!/usr/bin/python3
# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
"""A receiver in Python, with python3-jeepney. It does not have to run: the agent starts it for an answer.

    receiver.py register    registers for remote notifications, prints the subscription for the provider, and ends
    receiver.py             takes the answers that wait, and ends when nothing has come for some seconds; the bus starts it so
"""

import sys

from jeepney import DBusAddress, HeaderFields, MessageType, new_method_call, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection
from jeepney.wrappers import unwrap_msg

APP = "org.example.Mail"
AGENT = DBusAddress("/org/belfry/Agent", "org.belfry.Agent", "org.belfry.NotificationCenter1")
BUTTONS = [{"identifier": ("s", "read"), "title": ("s", "Mark as read")},
           {"identifier": ("s", "reply"), "title": ("s", "Reply"), "textInputPlaceholder": ("s", "Your reply")}]


def call(bus, method, signature, *arguments):
    return unwrap_msg(bus.send_and_get_reply(new_method_call(AGENT, method, "s" + signature, (APP, *arguments)), timeout=60))


def register():
    bus = open_dbus_connection("SESSION")
    call(bus, "SetCategories", "aa{sv}", [{"identifier": ("s", "mail"), "actions": ("aa{sv}", BUTTONS)}])
    (registration,) = call(bus, "RegisterForRemoteNotifications", "a{sv}", {"wait": ("d", 30.0)})
    if registration["state"][1] != "registered":
        reason = registration.get("reason", ("s", "the distributor has named no address yet"))[1]
        sys.exit(f"receiver.py: {reason}")
    # The address may change later: the agent then calls DidRegister, and the provider needs the new subscription.
    print(registration["subscription"][1])


def receive():
    bus = open_dbus_connection("SESSION")
    bus.send_and_get_reply(message_bus.RequestName(APP))
    # From here on this connection gets the responses, first those that have waited.
    call(bus, "Attach", "a{sv}", {"remote": ("b", True)})
    while True:
        try:
            message = bus.receive(timeout=5)
        except TimeoutError:
            return
        if message.header.message_type is not MessageType.method_call:
            continue
        member = message.header.fields.get(HeaderFields.member)
        if member == "DidReceive":
            response = message.body[0]
            payload = response["notification"][1]["userInfo"][1]
            sender = payload["sender"][1] if "sender" in payload else "somebody"
            text = response.get("userText", ("s", ""))[1]
            print(f"{sender}: {response['actionIdentifier'][1]} {text}".rstrip(), flush=True)
        # The reply is the acknowledgement: without it the agent keeps the response. A silent push wants a number: 1 is "no new data".
        bus.send(new_method_return(message, "u", (1,)) if member == "DidReceiveRemote" else new_method_return(message))


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["register"]):
        sys.exit(__doc__)
    register() if sys.argv[1:] else receive()
